import CoreModule
import PersonalDictionary
import TerminalAppKit

/// One card after another.
@MainActor
final class ReviewScreen: Screen {
    private let graph: ReviewGraph
    private let context: ScreenContext
    /// The answer while it is typed.
    private var field: TextField?

    init(_ graph: ReviewGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: ReviewViewModel { graph.viewModel }

    var title: Message { graph.title }
    var hint: Message {
        switch model.phase {
        case _ where field != nil: Message("Enter check · Esc back")
        case .front:
            Message("Space show · t type the answer · u undo · e edit · s suspend · * star · i statistics · q quit")
        case .back: Message("1 again · 2 hard · 3 good · 4 easy · u undo · e edit · s suspend · * star · q quit")
        case .done: Message("Enter go on · u undo · i statistics · Esc back")
        case .loading, .nothingDue, .failed: Message("i statistics · Esc back")
        }
    }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let localizer = context.localizer
        var content = ScreenContent()
        if let field {
            let (line, column) = ScreenContent.line(localizer(model.answerTitle), field, width: width)
            (content.top, content.topCursor) = ([line], column)
        }
        func add(_ message: Message?, _ attribute: Style.Attribute? = nil) {
            guard let message else { return }
            content.rows += Rows.text(localizer(message).onOneLine, width: width, attribute)
        }
        add(model.notice, .yellow)
        add(model.message, model.phase.failure == nil ? nil : .red)
        add(model.summaryMessage, .dim)
        guard let front = model.front, let word = model.word else { return content }
        content.rows += front.onOneLine.wrapped(to: width - 2).enumerated().map {
            StyledText($0 == 0 && word.isFavorite ? "★ " : "  ", .yellow) + StyledText($1, .bold)
        }
        add(model.question, .dim)
        if let back = model.back {
            add(model.verdict, model.answer?.verdict == .right ? .green : .yellow)
            content.rows += [""] + Rows.text("  " + back.onOneLine, width: width, .bold)
            content.rows += Rows.senses(model.senses, width: width, localizer)
            add(word.note.message, .dim)
            content.rows.append("")
            for rating in ReviewRating.allCases {
                let date = model.nextDate(after: rating).map { localizer($0) } ?? ""
                content.rows.append(
                    StyledText("  \(rating.rawValue) ", .cyan) + StyledText(localizer(rating.title))
                        + StyledText("  " + date, .dim))
            }
        }
        content.rows.append("")
        add(model.remainingMessage, .dim)
        return content
    }

    func press(_ key: Key) -> Bool {
        if field != nil { return pressInField(key) }
        switch (key, model.phase) {
        case (.text(" "), .front), (.enter, .front): model.reveal()
        case (.text("t"), .front): field = TextField(model.typed)
        case (.text(let text), .back) where ["1", "2", "3", "4"].contains(text):
            guard let rating = Int(text).flatMap(ReviewRating.init) else { return false }
            perform { [model] in await model.rate(rating) }
        case (.enter, .back):
            // What the typed answer was worth; nothing is taken for good without one.
            guard let answer = model.answer else { return false }
            perform { [model] in await model.rate(answer.rating) }
        case (.enter, .done), (.enter, .nothingDue), (.enter, .failed): perform { [model] in await model.load() }
        case (.text("u"), _):
            guard model.canUndo else {
                context.show(.failed(.nothingToUndo))
                return true
            }
            perform { [model] in await model.undo() }
        case (.text("e"), _): graph.openEntry()
        case (.text("s"), _): perform { [model] in await model.suspend() }
        case (.text("*"), _): perform { [model] in await model.setFavorite(!model.isFavorite) }
        case (.text("i"), _): graph.toStatistics.router.open()
        default: return false
        }
        return true
    }

    private func pressInField(_ key: Key) -> Bool {
        switch key {
        case .enter:
            model.typed = field?.text ?? ""
            field = nil
            model.check()
        case .escape: field = nil
        default: return field?.press(key) ?? false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor () async -> Void) {
        context.perform(on: model) { _ in await action() }
    }
}

/// The reviews in numbers, with a line for each chart.
@MainActor
final class ReviewStatisticsScreen: Screen {
    private let model: ReviewStatisticsViewModel
    private let context: ScreenContext

    init(_ graph: ReviewStatisticsGraph, _ context: ScreenContext) {
        model = graph.viewModel
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("+ - new words · o order · < > retention · ↑↓ scroll · Esc back") }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let localizer = context.localizer
        let lines = [model.message].compactMap(\.self) + model.lines
        var rows: [StyledText] = []
        for chart in [model.history, model.forecast].compactMap(\.self) {
            rows += [""] + Rows.text(localizer(chart.title), width: width, .dim)
            rows.append(StyledText(chart.bars.map(\.value).sparkline, .cyan))
            if let first = chart.bars.first, let last = chart.bars.last {
                rows += Rows.text(localizer(Message("\(day: first.day) – \(day: last.day)")), width: width, .dim)
            }
        }
        rows += [""] + (model.settings?.lines ?? []).flatMap { Rows.text(localizer($0), width: width, .dim) }
        return ScreenContent(rows: lines.flatMap { Rows.text(localizer($0), width: width) } + rows)
    }

    func press(_ key: Key) -> Bool {
        switch key {
        case .text("+"): change { $0.newWordsPerDay += 1 }
        case .text("-"): change { $0.newWordsPerDay -= 1 }
        case .text("o"): change { $0.newOrder = $0.newOrder == .newestFirst ? .oldestFirst : .newestFirst }
        case .text("<"): change { $0.retention = (($0.retention - 0.01) * 100).rounded() / 100 }
        case .text(">"): change { $0.retention = (($0.retention + 0.01) * 100).rounded() / 100 }
        default: return false
        }
        return true
    }

    private func change(_ edit: @escaping @Sendable (inout ReviewSettings) -> Void) {
        context.perform(on: model) { await $0.change(edit) }
    }
}

extension [Int] {
    /// The numbers as blocks of eighths of the largest one.
    fileprivate var sparkline: String {
        let blocks = Array<Character>("▁▂▃▄▅▆▇█")
        let largest = Swift.max(1, self.max() ?? 1)
        return String(map { $0 == 0 ? " " : blocks[Swift.min(7, $0 * 8 / largest)] })
    }
}
