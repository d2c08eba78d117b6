import CoreModule
import Foundation
import RecipeBook
import Testing

@MainActor
@Suite("What a recipe book leaves behind", .timeLimit(.minutes(15)))
struct RecipeBookLifetimeTests {
    private let tree = FeatureTree()

    private func makeBook() -> RecipeBookGraph {
        RecipeBookBuilder(
            RecipeBookDependencies(InMemoryRecipeRepository(.samples)), parent: tree.root
        ).build()
    }

    @Test("a screen that was used and closed leaves nothing behind")
    func screen() async throws {
        let book = makeBook()
        let before = tree.snapshot()
        await book.toRecipe.router.open(Recipe.ID("1")).viewModel.load()
        await book.toEditor.router.open(Recipe.ID("1")).viewModel.load()
        book.navigation.popAll()
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("an app that is released with a screen open leaves nothing behind")
    func app() async throws {
        var book: RecipeBookGraph? = makeBook()
        await book?.toFavorites.router.open().viewModel.load()
        book = nil
        try await tree.expectNoLeaks()
    }

    @Test("a view model that outlives its screen is reported")
    func leak() async throws {
        let book = makeBook()
        let before = tree.snapshot()
        let kept = book.toRecipe.router.open(Recipe.ID("1")).viewModel
        book.navigation.pop()
        let error = await #expect(throws: FeatureLeaks.self) {
            try await tree.expectNoLeaks(keeping: before, within: .milliseconds(10))
        }
        let path = "RecipeBook / NavToRecipeDetail / RecipeDetail"
        #expect(error?.leaks.map(\.description) == ["viewModel of \(path) outlived its feature"])
        withExtendedLifetime(kept) {}
    }

    @Test("the tree shows the app, and the screen that is open")
    func picture() async {
        let book = makeBook()
        book.toRecipe.router.open(Recipe.ID("1"))
        let lines = tree.drawing().split(separator: "\n")
        #expect(
            lines == [
                "RecipeBook (B G)",
                "├── [RecipeList] (B G MVVM)",
                "├── NavToFavorites (B G R)",
                "├── NavToRecipeDetail (B G R)",
                "│   └─→ [RecipeDetail] (B G MVVM)",
                "└── NavToRecipeEditor (B G R)",
            ])
    }

    @Test("a preview has its rows at once")
    func preview() {
        let screen = RecipeListGraph.preview()
        #expect(screen.viewModel.rows.map(\.title) == ["Borscht", "Pancakes"])
        #expect(screen.viewModel.message == nil)
    }

    @Test("the builders of a feature have at most 25 lines of code")
    func ceremony() throws {
        let builders = try RecipeBookSources.files().filter { $0.key.hasSuffix("Builder.swift") }
        #expect(builders.count == 3)
        for (name, source) in builders {
            let code = source.split(separator: "\n").filter {
                let line = $0.trimmingCharacters(in: .whitespaces)
                return !line.isEmpty && !line.hasPrefix("//")
            }
            #expect(code.count <= 25, "\(name) has \(code.count)")
        }
    }
}

/// The sources of the recipe book. The tests run where they were compiled.
enum RecipeBookSources {
    static func files() throws -> [String: String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "RecipeBook")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }
}
