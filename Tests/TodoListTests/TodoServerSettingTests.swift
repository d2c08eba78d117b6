import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("The to-do list's server is remembered", .bounded)
struct TodoServerSettingTests {
    private func check(_ settings: AppSettings) async throws {
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
        try await check(AppSettings(InMemorySettingsStore()))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            func open() async throws -> SQLiteDatabase {
                try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos, SQLiteSettingsStore.schema])
            }
            let database = try await open()
            try await check(AppSettings(SQLiteSettingsStore(database)))
            await database.close()
            let again = try await open()
            let settings = AppSettings(SQLiteSettingsStore(again))
            #expect(try await settings.value(.todoServer)?.user == "anna")
            try SQLiteProbe(file.systemPath).run("UPDATE setting SET value = '{' WHERE key = 'todoServer'")
            let error = await #expect(throws: StoreError.self) {
                try await settings.value(.todoServer)
            }
            #expect(error?.code == .damaged)
            await again.close()
        }
    }
}
