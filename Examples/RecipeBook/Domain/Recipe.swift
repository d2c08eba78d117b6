package import CoreModule

/// A recipe of the user's.
package struct Recipe: Identifiable, Hashable, Sendable {
    package let id: Identifier<Recipe>
    package var title: String
    package var ingredients: [String]
    package var steps: [String]
    package var isFavorite: Bool

    package init(
        id: Identifier<Recipe>, title: String, ingredients: [String] = [], steps: [String] = [],
        isFavorite: Bool = false
    ) {
        self.id = id
        self.title = title
        self.ingredients = ingredients
        self.steps = steps
        self.isFavorite = isFavorite
    }

    /// The order of every list: by title, and recipes of one title by identifier.
    static func precedes(_ first: Recipe, _ second: Recipe) -> Bool {
        (first.title, first.id) < (second.title, second.id)
    }
}

/// Which recipes a list shows.
package enum RecipeSelection: Sendable {
    case all, favorites

    func includes(_ recipe: Recipe) -> Bool { self == .all || recipe.isFavorite }
}
