import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The to-do list's server is remembered", .timeLimit(.minutes(2)))
struct TodoServerRepositoryTests {
    private func check(_ servers: any TodoServerRepository) async throws {
        #expect(try await servers.server() == nil)
        let url = try #require(URL(string: "https://anna:secret@example.com/dav/"))
        let server = TodoServerAddress(url: url, user: "anna")
        #expect(server.url.absoluteString == "https://anna@example.com/dav/")
        try await servers.save(server)
        #expect(try await servers.server() == server)
        try await servers.save(nil)
        #expect(try await servers.server() == nil)
        try await servers.save(server)
    }

    @Test("in memory and in a file, without the password")
    func contract() async throws {
        try await check(DictionaryStore.inMemory().todoServers)
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try await check(store.todoServers)
            await store.close()
            let again = try await DictionaryStore.open(file)
            #expect(try await again.todoServers.server()?.user == "anna")
            try SQLiteProbe(file.systemPath).run("UPDATE setting SET value = '{' WHERE key = 'todoServer'")
            let error = await #expect(throws: DictionaryError.self) { try await again.todoServers.server() }
            #expect(error?.code == "storeDamaged")
            await again.close()
        }
    }
}
