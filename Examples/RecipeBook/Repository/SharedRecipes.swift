package import CoreModule
import Foundation

/// The rows of recipes, as a replica carries them to other devices: fields by name. All rows are compared each time.
struct RecipeRecords: ReplicatedRecords {
    let kind = "recipe"
    let table = (name: "recipe", column: "id")

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        try store.query("SELECT id, title, ingredients, steps, is_favorite, changed FROM recipe") { row in
            var fields = ["title": try row.text(1), "ingredients": try row.text(2), "steps": try row.text(3)]
            fields["favorite"] = try row.bool(4) ? "yes" : nil
            return ReplicaValue(
                id: try row.text(0), fields: fields, date: Date(millisecondsSince1970: try row.integer(5)))
        }
    }

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        try transaction.connection.run(
            "INSERT OR REPLACE INTO recipe VALUES(?, ?, ?, ?, ?, ?)",
            [
                .text(value.id), .text(value.fields["title"]), .text(value.fields["ingredients"]),
                .text(value.fields["steps"]), .bool(value.fields["favorite"] != nil),
                .integer(value.date.millisecondsSince1970),
            ])
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        try transaction.connection.run("DELETE FROM recipe WHERE id = ?", [.text(value.id)])
    }

    /// Nil as long as the file that has the rest of the recipe has not arrived.
    func identity(_ id: String, _ fields: [String: String]) -> String? {
        ["title", "ingredients", "steps"].allSatisfy { fields[$0] != nil } ? id : nil
    }

    /// What a later version of the app adds is kept for it.
    func role(of field: String) -> ReplicaFieldRole {
        ["title", "ingredients", "steps", "favorite"].contains(field) ? .content : .unknown
    }
}

extension RecipeBookGraph {
    /// Brings the recipes of the user's devices together, through a folder that the devices share. All screens show what others have changed.
    @discardableResult
    package func synchronize(
        _ store: SQLiteRecipeRepository, with folder: any SharedFolder, as device: String
    ) async throws(RecipeError) -> ReplicaReport {
        try await recipes.follow { @Sendable () throws(RecipeError) in
            do throws(ReplicaError) {
                return try await store.replica.synchronize(with: folder, as: device)
            } catch {
                throw .sync(error)
            }
        }
    }
}
