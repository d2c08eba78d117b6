import Foundation

/// What the user types in the fields of an editor. Ingredients and steps are one a line.
package struct RecipeDraft: Hashable, Sendable {
    package var title = ""
    package var ingredients = ""
    package var steps = ""

    package init(title: String = "", ingredients: String = "", steps: String = "") {
        self.title = title
        self.ingredients = ingredients
        self.steps = steps
    }

    init(_ recipe: Recipe) {
        title = recipe.title
        ingredients = recipe.ingredients.joined(separator: "\n")
        steps = recipe.steps.joined(separator: "\n")
    }

    /// Why it cannot be saved; nil if it can.
    package var problem: RecipeError? { Self.trimmed(title).isEmpty ? .emptyTitle : nil }

    /// The draft after what it began with was read again: fields that the user has not changed have the new text.
    func rebased(from old: RecipeDraft, to new: RecipeDraft) -> RecipeDraft {
        RecipeDraft(
            title: title == old.title ? new.title : title,
            ingredients: ingredients == old.ingredients ? new.ingredients : ingredients,
            steps: steps == old.steps ? new.steps : steps)
    }

    /// Puts the typed texts into a recipe, and changes nothing else of it.
    func apply(to recipe: inout Recipe) throws(RecipeError) {
        if let problem { throw problem }
        recipe.title = Self.trimmed(title)
        recipe.ingredients = Self.lines(ingredients)
        recipe.steps = Self.lines(steps)
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { trimmed($0) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
