package import CoreModule
import Foundation
package import NewsReader
package import TerminalAppKit
import TerminalFrontEnd

extension NewsReaderGraph: ScreenContainer {
    package var openScreens: [any Graph] {
        let tab: any Graph =
            switch tabs.selected {
            case .news: news
            case .search: search
            case .saved: saved
            }
        return [tab] + tabs.path.map(\.graph)
    }

    /// Tab selects the next tab, and Escape goes back inside the selected one.
    package func press(_ key: Key) -> Bool {
        switch key {
        case .tab: tabs.selected = tabs.tabs.following(tabs.selected)
        case .escape where !tabs.path.isEmpty: tabs[tabs.selected].pop()
        default: return false
        }
        return true
    }
}

extension [NewsTab] {
    fileprivate func following(_ tab: NewsTab) -> NewsTab {
        firstIndex(of: tab).map { self[($0 + 1) % count] } ?? tab
    }
}

extension Graph {
    /// A screen of the news reader in the window; nil if the graph is another one.
    func newsScreen(_ context: ScreenContext) -> (any Screen)? {
        switch self {
        case let graph as NewsGraph: NewsScreen(graph, context)
        case let graph as SearchGraph: NewsSearchScreen(graph, context)
        case let graph as SavedGraph: SavedArticlesScreen(graph, context)
        case let graph as ArticleGraph: ArticleScreen(graph.viewModel, context)
        case let graph as SavedArticleGraph: SavedArticleScreen(graph.viewModel, context)
        case let graph as PersonalizeGraph: PersonalizeScreen(graph.viewModel, context)
        default: nil
        }
    }
}

/// The headlines.
@MainActor
private final class NewsScreen: Screen {
    private let model: NewsViewModel
    private let toArticle: ScreenRouter<Article, ArticleGraph>
    private let context: ScreenContext
    private var selection = Selection<Article.ID>()

    init(_ graph: NewsGraph, _ context: ScreenContext) {
        model = graph.viewModel
        toArticle = graph.toArticle.router
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter open · r reload · y try again · Tab next tab · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let index = selection.index(in: model.rows.map(\.id))
        let rows = Rows.articles(
            model.rows, index, message: model.message, isLoadingMore: model.isLoadingMore, failure: model.failure,
            width: width, context.localizer)
        return ScreenContent(rows: rows, selection: index)
    }

    func press(_ key: Key) -> Bool {
        let articles = model.rows
        if selection.press(key, in: articles.map(\.id), page: context.pageSize) {
            guard let index = selection.index(in: articles.map(\.id)) else { return true }
            perform { await $0.appeared(articles[index].id) }
            return true
        }
        switch key {
        case .text("r"): perform { await $0.refresh() }
        case .text("y"): perform { await $0.tryAgain() }
        case .enter:
            if let index = selection.index(in: articles.map(\.id)) { toArticle.open(articles[index]) }
        default: return false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor (NewsViewModel) async -> Void) {
        context.perform { [model] in
            await action(model)
            return nil
        }
    }
}

/// The search for articles, while it is typed.
@MainActor
private final class NewsSearchScreen: Screen {
    private let model: SearchViewModel
    private let graph: SearchGraph
    private let context: ScreenContext
    private var field = TextField()
    private var selection = Selection<Article.ID>()

    init(_ graph: SearchGraph, _ context: ScreenContext) {
        model = graph.viewModel
        self.graph = graph
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message {
        Message("type to search · Enter open · Ctrl-P personalize · Ctrl-Y try again · Tab next tab · Esc back")
    }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        field.show(model.text)
        let (line, column) = ScreenContent.line(context.localizer(model.title), field, width: width)
        let index = selection.index(in: model.rows.map(\.id))
        let rows = Rows.articles(
            model.rows, index, message: model.message, isLoadingMore: model.isLoadingMore, failure: model.failure,
            width: width, context.localizer)
        let failure = Rows.failure(model.nameFailure, width: width, context.localizer)
        let hint = Rows.text(context.localizer(model.hint), width: width, .dim)
        return ScreenContent(top: failure + hint + [line], topCursor: column, rows: rows, selection: index)
    }

    func press(_ key: Key) -> Bool {
        let articles = model.rows
        if key != .home, key != .end, selection.press(key, in: articles.map(\.id), page: context.pageSize) {
            guard let index = selection.index(in: articles.map(\.id)) else { return true }
            perform { await $0.appeared(articles[index].id) }
            return true
        }
        switch key {
        case .control("p"): graph.toPersonalize.router.open(())
        case .control("y"): perform { await $0.tryAgain() }
        case .enter:
            if let index = selection.index(in: articles.map(\.id)) { graph.toArticle.router.open(articles[index]) }
        default:
            guard field.press(key) else { return false }
            model.text = field.text
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor (SearchViewModel) async -> Void) {
        context.perform { [model] in
            await action(model)
            return nil
        }
    }
}

/// The saved articles.
@MainActor
private final class SavedArticlesScreen: Screen {
    private let model: SavedViewModel
    private let toArticle: ScreenRouter<Article.ID, SavedArticleGraph>
    private let context: ScreenContext
    private var selection = Selection<Article.ID>()

    init(_ graph: SavedGraph, _ context: ScreenContext) {
        model = graph.viewModel
        toArticle = graph.toArticle.router
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message {
        model.question == nil
            ? Message("Enter open · d delete · D delete all · Tab next tab · Esc back") : Message("y yes · n no")
    }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let index = selection.index(in: model.rows.map(\.id))
        var rows = Rows.articles(
            model.rows.map(\.article), index, message: model.message, isLoadingMore: false, failure: nil, width: width,
            context.localizer)
        if let question = model.question {
            rows += [""] + Rows.text(context.localizer(question), width: width, .yellow)
        }
        let top = Rows.failure(model.failure, width: width, context.localizer)
        return ScreenContent(top: top, rows: rows, selection: index)
    }

    func press(_ key: Key) -> Bool {
        let ids = model.rows.map(\.id)
        if model.question != nil {
            if key == .text("y") { perform { await $0.removeAll() } } else { model.keepAll() }
            return true
        }
        if selection.press(key, in: ids, page: context.pageSize) { return true }
        guard let index = selection.index(in: ids) else { return false }
        switch key {
        case .enter: toArticle.open(ids[index])
        case .text("d"), .delete: perform { await $0.remove(ids[index]) }
        case .text("D"): model.askToRemoveAll()
        default: return false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor (SavedViewModel) async -> Void) {
        context.perform { [model] in
            await action(model)
            return nil
        }
    }
}

/// An article of the news.
@MainActor
private final class ArticleScreen: Screen {
    private let model: ArticleViewModel
    private let context: ScreenContext

    init(_ model: ArticleViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("s save · o page · ↑↓ scroll · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let picture = model.picture.map { Message("a picture of \(count: $0.count) bytes") } ?? model.placeholder
        return ScreenContent(
            top: Rows.failure(model.failure, width: width, context.localizer),
            rows: Rows.article(model.article, model.day, picture: picture, width: width, context.localizer))
    }

    func press(_ key: Key) -> Bool {
        switch key {
        case .text("o"): context.show(page: model.article, model.openPage)
        case .text("s"):
            guard model.canSave else { return true }
            context.perform { [model] in
                await model.save()
                defer { model.dismissConfirmation() }
                return model.confirmation.map { .done($0) }
            }
        default: return false
        }
        return true
    }
}

/// A saved article.
@MainActor
private final class SavedArticleScreen: Screen {
    private let model: SavedArticleViewModel
    private let context: ScreenContext

    init(_ model: SavedArticleViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("o page · ↑↓ scroll · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        guard let article = model.article else {
            return ScreenContent(rows: Rows.text(model.message.map { context.localizer($0) } ?? "", width: width, .dim))
        }
        let picture = model.picture.map { Message("a picture of \(count: $0.count) bytes") } ?? model.placeholder
        return ScreenContent(
            rows: Rows.article(article, model.day, picture: picture, width: width, context.localizer))
    }

    func press(_ key: Key) -> Bool {
        guard key == .text("o"), let article = model.article else { return false }
        context.show(page: article, model.openPage)
        return true
    }
}

/// The reader's name.
@MainActor
private final class PersonalizeScreen: Screen {
    private let model: PersonalizeViewModel
    private let context: ScreenContext
    private var field = TextField()

    init(_ model: PersonalizeViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter save · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        field.show(model.name)
        let (line, column) = ScreenContent.line(context.localizer(model.title), field, width: width)
        let message = (model.failure ?? model.loadFailure)?.explanation ?? model.hint
        return ScreenContent(
            top: [line], topCursor: column, rows: Rows.text(context.localizer(message), width: width, .dim))
    }

    func press(_ key: Key) -> Bool {
        if key == .enter {
            context.perform { [model] in
                await model.save()
                return .failure(model.failure)
            }
            return true
        }
        guard field.press(key) else { return false }
        model.name = field.text
        return true
    }
}

extension Rows {
    /// Articles, and below them what is missing.
    fileprivate static func articles(
        _ articles: [Article], _ selection: Int?, message: Message?, isLoadingMore: Bool, failure: NewsError?,
        width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        var rows = articles.enumerated().map { number, article in
            mark(number == selection) + StyledText(article.title, .bold) + StyledText("  \(article.source.name)", .dim)
        }
        if let message { rows += text(localizer(message).onOneLine, width: width, .dim) }
        if isLoadingMore { rows.append(StyledText("…", .dim)) }
        // Without articles, the message says it.
        return articles.isEmpty ? rows : rows + Self.failure(failure, width: width, localizer)
    }

    /// A whole article.
    fileprivate static func article(
        _ article: Article, _ day: Message?, picture: Message?, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        var rows = text(article.title, width: width, .bold)
        let facts = [day.map { localizer($0) }, article.author, article.source.name, picture.map { localizer($0) }]
        rows += text(facts.compactMap(\.self).joined(separator: " · "), width: width, .dim)
        for paragraph in [article.summary, article.body].compactMap(\.self) {
            rows += [""] + text(paragraph, width: width)
        }
        return rows
    }
}

extension ScreenContext {
    /// Sends the intent to open the page of an article. A terminal has no browser: the page's address can be copied.
    fileprivate func show(page article: Article, _ open: @MainActor () -> Void) {
        open()
        show(.done(Message("page: \(article.page.absoluteString)")))
    }
}
