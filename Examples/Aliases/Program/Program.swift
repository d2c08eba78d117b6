import CoreModule
import Foundation
import PersonalDictionary
import SuperappCore
import SuperappTodoList
package import TodoList

@main
package struct Program {
    package static func main() async throws {
        for line in try await lines(shopping: Todo("milk")) { print(line) }
    }

    /// Looks a word up in the glossary and adds a line of this program's own list to the tasks. Texts are Russian, if the resources of all
    /// three libraries are found.
    @MainActor
    package static func lines(shopping: TodoList.Todo) async throws -> [String] {
        var configuration = AppConfiguration(storage: .memory)
        configuration.environment.localizer = .personalDictionary(locale: Locale(identifier: "ru"))
        let dependencies = try await AppDependencies.open(configuration)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let localizer = app.localizer

        let newWord = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        newWord.text = "dog"
        let word = await newWord.save()
        let tasks = app.mainScreen.mainNavigator.toTodoList.router.open().mainScreen.list.viewModel
        tasks.typedText = shopping.title.text
        let task: SuperappTodoList.Todo? = await tasks.addTyped()
        let text: SuperappCore.Message = .cancel
        app.detach()
        await dependencies.close()
        return [
            word?.translation.translation?.text ?? "", task?.text.value ?? "", localizer(text), localizer(tasks.title),
            localizer(newWord.textHint),
        ]
    }
}
