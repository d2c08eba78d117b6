package import CoreModule
import Foundation

/// The rows of recipes, as a replica carries them to other devices: fields by name. All rows are compared each time.
struct RecipeRecords: ReplicatedRecords {
    let kind = "recipe"
    let table = (name: "recipe", column: "id")

    /// The texts of a recipe, which are columns in this order.
    private let texts = ["title", "ingredients", "steps"]
    private let favorite = "favorite"

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        try store.query("SELECT id, is_favorite, changed, \(texts.joined(separator: ", ")) FROM recipe") { row in
            var fields: [String: String] = [:]
            for (column, text) in zip(Int32(3)..., texts) { fields[text] = try row.text(column) }
            if try row.bool(1) { fields[favorite] = "yes" }
            return ReplicaValue(
                id: try row.text(0), fields: fields, date: Date(millisecondsSince1970: try row.integer(2)))
        }
    }

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        try transaction.connection.putRecipe(
            value.id, texts.map { value.fields[$0] }, isFavorite: value.fields[favorite] != nil, at: value.date)
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        try transaction.connection.run("DELETE FROM recipe WHERE id = ?", [.text(value.id)])
    }

    /// Nil as long as the file that has the rest of the recipe has not arrived.
    func identity(_ id: String, _ fields: [String: String]) -> String? {
        texts.allSatisfy { fields[$0] != nil } ? id : nil
    }

    /// What a later version of the app adds is kept for it.
    func role(of field: String) -> ReplicaFieldRole {
        (texts + [favorite]).contains(field) ? .content : .unknown
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
