import Foundation
import SuperappCore
import SuperappTesting
import Testing
import TodoList
import aliases

@Test("modules of one's own are named like the libraries', whose glossary and texts are found under other names")
@MainActor
func ownModules() async throws {
    let lines = try await Program.lines(shopping: Todo("milk"))
    #expect(lines == ["собака", "milk", "Отмена", "Задачи", "Слово или фраза"])
    #expect(Localizer.english(.cancel) == "Cancel")
    #expect(ManualTime().clock.now() > .distantPast)
}
