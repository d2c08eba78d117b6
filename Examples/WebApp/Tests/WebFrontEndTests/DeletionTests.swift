import CoreModule
import Foundation
import PersonalDictionary
import Synchronization
import Testing
import WebFrontEnd

@Suite("The deletion of everything of a person")
struct DeletionTests {
    @MainActor @Test("it waits until nothing of the person's can write any more, and lets nothing begin meanwhile")
    func waiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-tests-\(UUID())")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        let stores = DeletableStores(base: try await FileStores(folder.appending(path: "words.sqlite")))
        let site = try #require(WebConfiguration.Site("https://words.example"))
        let sessions = try await SessionStore(
            WebConfiguration(access: .proxy(secret: "0123456789abcdef", site: site)), stores: stores)
        let (anna, boris) = (Person("anna"), Person("boris"))
        let (isWriting, begun) = AsyncStream.makeStream(of: Void.self)
        let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
        let writer = Task { @MainActor in
            try await sessions.use(nil, anna) { _ in
                begun.finish()
                for await _ in mayEnd {}
                #expect(stores.deleted.isEmpty)
            }
        }
        for await _ in isWriting {}
        let form = Form(["from": "/settings/delete", "name": "anna"])
        let deletion = Task { @MainActor in
            try await sessions.use(nil, anna) { _ = await $0.perform("delete-everything", form) }
        }
        // Until the deletion has begun, Anna gets sessions.
        while true {
            do { try await sessions.use(nil, anna) { _ in } } catch {
                #expect(error as? Refusal == .token)
                break
            }
        }
        try await sessions.use(nil, boris) { _ in }
        #expect(stores.deleted.isEmpty)
        end.finish()
        try await writer.value
        try await deletion.value
        #expect(stores.deleted == ["anna"])
        try await sessions.use(nil, anna) { _ in }
        await sessions.close()
        await stores.close()
    }
}

/// The stores of one file, as if they were those of many people.
private final class DeletableStores: PersonStores {
    private let base: FileStores
    private let names = Mutex<[String]>([])

    init(base: FileStores) { self.base = base }

    /// Whose everything was deleted.
    var deleted: [String] { names.withLock(\.self) }
    var shared: DictionaryStore { base.shared }
    var deletion: (@Sendable (Person) async throws(DictionaryError) -> Void)? {
        { [self] person throws(DictionaryError) in names.withLock { $0.append(person.name) } }
    }

    func open(for person: Person) async throws(DictionaryError) -> DictionaryStore { try await base.open(for: person) }
    func check() async throws(DictionaryError) { try await base.check() }
    func close() async { await base.close() }
}
