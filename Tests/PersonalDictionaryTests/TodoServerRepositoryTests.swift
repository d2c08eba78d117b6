import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The to-do list's server is remembered", .timeLimit(.minutes(2)))
struct TodoServerSettingTests {
    private func check(_ settings: Settings) async throws {
        #expect(try await settings.value(.todoServer) == nil)
        let url = try #require(URL(string: "https://anna:secret@example.com/dav/"))
        let server = TodoServerAddress(url: url, user: "anna")
        #expect(server.url.absoluteString == "https://anna@example.com/dav/")
        try await settings.save(server, for: .todoServer)
        #expect(try await settings.value(.todoServer) == server)
        try await settings.save(nil, for: .todoServer)
        #expect(try await settings.value(.todoServer) == nil)
        try await settings.save(server, for: .todoServer)
    }

    @Test("in memory and in a file, without the password")
    func contract() async throws {
        try await check(DictionaryStore.inMemory().typedSettings)
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try await check(store.typedSettings)
            await store.close()
            let again = try await DictionaryStore.open(file)
            #expect(try await again.typedSettings.value(.todoServer)?.user == "anna")
            try SQLiteProbe(file.systemPath).run("UPDATE setting SET value = '{' WHERE key = 'todoServer'")
            let error = await #expect(throws: StoreError.self) {
                try await again.typedSettings.value(.todoServer)
            }
            #expect(error?.code == .damaged)
            await again.close()
        }
    }
}
