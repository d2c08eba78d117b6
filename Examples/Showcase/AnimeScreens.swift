import AnimeCatalog
import AnimeCatalogDomain
import CoreModule
import Foundation
import TerminalAppKit
import TerminalFrontEnd

extension Graph {
    /// A screen of the catalogue in the window; nil if the graph is another one.
    func animeScreen(_ context: ScreenContext) -> (any Screen)? {
        switch self {
        case let graph as AnimeCatalogGraph:
            // A terminal has no browser: the page's address can be copied.
            graph.scope.observe(graph.pages.events(), with: context) {
                $0.show(.done(Message("page: \($1.absoluteString)")))
            }
            let rows = graph.home.viewModel.sections.joined().map { row in
                MenuScreen.Row(row.title) { [weak graph] in graph?.open(row) }
            }
            return MenuScreen(graph.title, rows, context)
        case let graph as SubtypesGraph:
            let rows = graph.viewModel.rows.map { selection in
                MenuScreen.Row(selection.name) { [weak context] in
                    context?.openGraph(of: AnimeCatalogGraph.self)?.toTopList.router.open(selection)
                }
            }
            return MenuScreen(graph.title, rows, context)
        case let graph as TopListGraph: return TopListScreen(graph.viewModel, context)
        case let graph as CatalogFavoritesGraph: return CatalogFavoritesScreen(graph.viewModel, context)
        default: return nil
        }
    }
}

/// A list of the catalogue.
@MainActor
private final class TopListScreen: Screen {
    private let model: TopListViewModel
    private let context: ScreenContext
    private var selection = Selection<CatalogItem.ID>()

    init(_ model: TopListViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter page · s star · r reload · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let index = selection.index(in: model.rows.map(\.id))
        var rows = model.rows.enumerated().map { number, item in
            Rows.mark(number == index) + StyledText(model.isFavorite(item.id) == true ? "♥ " : "  ", .red)
                + StyledText((item.rank.map { "\($0)." } ?? "").padded(to: 5), .dim)
                + Rows.item(item, context.localizer)
        }
        for message in [model.message, model.note].compactMap(\.self) {
            rows += Rows.text(context.localizer(message).onOneLine, width: width, .dim)
        }
        let top = Rows.failure(model.failure, width: width, context.localizer)
        return ScreenContent(top: top, rows: rows, selection: index)
    }

    func press(_ key: Key) -> Bool {
        let items = model.rows
        if selection.press(key, in: items.map(\.id), page: context.pageSize) {
            guard let index = selection.index(in: items.map(\.id)) else { return true }
            perform { await $0.appeared(items[index].id) }
            return true
        }
        let selected = selection.index(in: items.map(\.id)).map { items[$0] }
        switch (key, selected) {
        case (.text("r"), _): perform { await $0.load() }
        case (.enter, let item?): model.openPage(of: item)
        case (.text("s"), let item?): perform { await $0.setFavorite($0.isFavorite(item.id) != true, of: item) }
        default: return false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor (TopListViewModel) async -> Void) {
        context.perform { [model] in
            await action(model)
            return nil
        }
    }
}

/// The favourites of the catalogue.
@MainActor
private final class CatalogFavoritesScreen: Screen {
    private let model: CatalogFavoritesViewModel
    private let context: ScreenContext
    private var selection = Selection<CatalogItem.ID>()

    init(_ model: CatalogFavoritesViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter page · d delete · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let index = selection.index(in: model.rows.map(\.id))
        let rows = model.rows.enumerated().map { number, item in
            Rows.mark(number == index) + Rows.item(item, context.localizer)
        }
        let top = Rows.failure(model.failure, width: width, context.localizer)
        guard let message = model.message else { return ScreenContent(top: top, rows: rows, selection: index) }
        return ScreenContent(top: top, rows: Rows.text(context.localizer(message).onOneLine, width: width, .dim))
    }

    func press(_ key: Key) -> Bool {
        let items = model.rows
        if selection.press(key, in: items.map(\.id), page: context.pageSize) { return true }
        guard let index = selection.index(in: items.map(\.id)) else { return false }
        switch key {
        case .enter: model.openPage(of: items[index])
        case .text("d"), .delete:
            context.perform { [model] in
                await model.remove(items[index].id)
                return nil
            }
        default: return false
        }
        return true
    }
}

extension Rows {
    /// The title, the type and the dates of an item.
    fileprivate static func item(_ item: CatalogItem, _ localizer: Localizer) -> StyledText {
        StyledText(item.title, .bold) + StyledText(item.details.map { "  " + localizer($0) } ?? "", .dim)
    }
}
