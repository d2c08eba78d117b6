public import CoreModule

extension PostgresStores {
    /// Deletes all rows of a person, in one transaction. Only the person's name stays, with the numbers of the last transactions:
    /// sessions of other processes see by them that everything has changed.
    ///
    /// Sessions of the person in this process end before; see ``PostgresStores/stores(for:)``.
    public func deleteEverything(of person: PersonID) async throws(StoreError) {
        let person = people.person(person)
        let topics = PostgresTopic.allCases.map { person.notifications.text($0) }
        try await person.database.write(StoreError.self) { transaction in
            for table in PostgresSchema.tablesOfPeople where table != "account" {
                try transaction.run("DELETE FROM \(table)")
            }
            // More than `memory`, so that search indexes are built again.
            try transaction.run(
                """
                UPDATE account SET revision = revision + $1, todo_revision = todo_revision + 1,
                    review_revision = review_revision + 1
                """, [.integer(PostgresWordRow.memory + 1)])
            for topic in topics { transaction.notify(topic) }
        }
    }
}
