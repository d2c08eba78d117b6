package import CoreModule
package import Foundation

/// Keeps recipes in a file.
package struct SQLiteRecipeRepository: RecipeRepository {
    private let database: SQLiteDatabase
    private let clock: WallClock
    let replica: Replica

    private static let schema = SQLiteSchema(
        name: "recipes", tables: ["recipe"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE recipe(
                        id TEXT PRIMARY KEY, title TEXT NOT NULL, ingredients TEXT NOT NULL, steps TEXT NOT NULL,
                        is_favorite INTEGER NOT NULL) STRICT
                    """),
            // When a recipe last changed, in milliseconds since 1970.
            SQLiteMigration(version: 2, script: "ALTER TABLE recipe ADD COLUMN changed INTEGER NOT NULL DEFAULT 0"),
        ])

    /// Opens the file, and creates it if it does not exist.
    package init(file: URL, clock: WallClock = .system) async throws(RecipeError) {
        self.clock = clock
        do throws(StoreError) {
            database = try await SQLiteDatabase.open(.file(file), schemas: [Self.schema, Replica.schema])
        } catch {
            throw .store(error)
        }
        replica = Replica(database, [RecipeRecords()], clock: clock)
    }

    package func close() async { await database.close() }

    package func recipes() async throws(RecipeError) -> [Recipe] {
        try await perform { try await database.read { try $0.query("SELECT * FROM recipe", [], Self.recipe) } }
    }

    package func recipe(_ id: Recipe.ID) async throws(RecipeError) -> Recipe? {
        try await perform {
            try await database.read {
                try $0.first("SELECT * FROM recipe WHERE id = ?", [.text(id.rawValue)], Self.recipe)
            }
        }
    }

    package func put(_ recipe: Recipe) async throws(RecipeError) {
        try await perform {
            let texts = [recipe.title, try Self.text(recipe.ingredients), try Self.text(recipe.steps)]
            let now = clock.now()
            try await database.write {
                try $0.putRecipe(recipe.id.rawValue, texts, isFavorite: recipe.isFavorite, at: now)
            }
        }
    }

    package func remove(_ id: Recipe.ID) async throws(RecipeError) {
        try await perform {
            try await database.write { try $0.run("DELETE FROM recipe WHERE id = ?", [.text(id.rawValue)]) }
        }
    }

    /// Converts an error of the database into one of the recipe book.
    @discardableResult
    private func perform<Value>(_ operation: () async throws -> Value) async throws(RecipeError) -> Value {
        do {
            return try await operation()
        } catch {
            throw .store(StoreError(wrapping: error, path: database.path))
        }
    }

    private static func recipe(_ row: SQLiteRow) throws -> Recipe {
        Recipe(
            id: Recipe.ID(try row.text(0)), title: try row.text(1), ingredients: try lines(row.text(2)),
            steps: try lines(row.text(3)), isFavorite: try row.bool(4))
    }

    private static func text(_ lines: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
    }

    private static func lines(_ text: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
}

extension SQLiteConnection {
    /// Adds the row of a recipe, or replaces it.
    /// - Parameter texts: the title, the ingredients and the steps.
    func putRecipe(_ id: String, _ texts: [String?], isFavorite: Bool, at date: Date) throws {
        try run(
            "INSERT OR REPLACE INTO recipe VALUES(?, ?, ?, ?, ?, ?)",
            [.text(id)] + texts.map { .text($0) } + [.bool(isFavorite), .integer(date.millisecondsSince1970)])
    }
}
