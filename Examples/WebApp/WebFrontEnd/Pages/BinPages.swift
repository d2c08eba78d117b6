import CoreModule
import PersonalDictionary
import TodoList

extension Pages {
    /// The removed words.
    static func wordBin(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: BinGraph = try await write.session.open(.bin) else { return nil }
        await write.session.loadOnce(screen) { await screen.viewModel.load() }
        return write.session.draw(.bin, showing: screen) {
            write.bin(screen.viewModel, id: \.id.rawValue, text: \.word.text.value)
        }
    }

    /// The removed tasks.
    static func todoBin(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: TodoBinGraph = try await write.session.open(.todoBin) else { return nil }
        await write.session.loadOnce(screen) { await screen.viewModel.load() }
        return write.session.draw(.todoBin, showing: screen) {
            write.bin(screen.viewModel, id: \.id.rawValue, text: \.todo.text.value)
        }
    }
}

extension PageWriter {
    /// A long bin is shown in part: what was removed last.
    private static var itemsOfPage: Int { 200 }

    fileprivate func bin<Item: RemovedItem, Failure>(
        _ model: BinViewModel<Item, Failure>, id: KeyPath<Item, String>, text: KeyPath<Item, String>
    ) -> HTML {
        let rows = model.items.prefix(Self.itemsOfPage).map { item -> HTML in
            let (id, text) = (item[keyPath: id], item[keyPath: text])
            return """
                <li id="removed-\(id)"><span class="what" dir="auto">\(text)<br>\
                <span class="quiet">\(self(model.message(of: item)))</span></span>\
                \(button(model.restoreTitle, "restore-removed", ["id": id], of: text))</li>
                """
        }
        // The question is there without scripts, too.
        let empty: HTML = """
            <details id="empty-bin"><summary>\(self(model.emptyTitle))</summary>\
            <div class="line"><span>\(self(model.emptyQuestion))</span>\(button(model.emptyTitle, "empty-bin", style: "bad"))</div></details>
            """
        return document(
            model.title,
            """
            \(rows.isEmpty ? placeholder(model.phase, empty: model.emptyMessage) : .empty)
            <ul class="rows" id="removed">\(rows)</ul>
            \(rows.isEmpty ? .empty : empty)
            """)
    }
}

extension Actions {
    /// The forms of a bin.
    func onBin(_ action: String) async throws(DictionaryError) -> ActionResult? {
        if page == .bin {
            guard let screen: BinGraph = try await session.open(page) else { return nil }
            return await onBin(action, screen.viewModel, id: WordID(form["id"] ?? ""))
        }
        guard let screen: TodoBinGraph = try await session.open(page) else { return nil }
        return await onBin(action, screen.viewModel, id: TodoID(form["id"] ?? ""))
    }

    private func onBin<Item: RemovedItem, Failure>(
        _ action: String, _ model: BinViewModel<Item, Failure>, id: Item.ID
    ) async -> ActionResult? {
        switch action {
        case "restore-removed":
            await model.restore([id])
            return await done(model.failure, saying: .saved)
        case "empty-bin":
            let emptied = await model.empty()
            return await done(model.failure, saying: emptied?.message)
        case "reload":
            await model.load()
            return await done()
        default: return nil
        }
    }
}
