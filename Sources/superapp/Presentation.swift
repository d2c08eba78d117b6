import CoreModule
import Foundation
import PersonalDictionary

/// The identifiers of a list, which numbers can stand for.
struct ShownList: Codable, Equatable {
    enum Item: String, Codable { case word, task, conflict }

    let item: Item
    let ids: [String]

    /// The identifier that a number stands for; nil if the text is no number of the list.
    subscript(number: String) -> String? { zip(1..., ids).first { "\($0.0)" == number }?.1 }
}

/// The output of a command: for people and for scripts.
struct Presentation {
    private(set) var text: String
    let json: JSON
    /// The identifiers of a list, one for each of the first lines of the text; nil if it is no list.
    private(set) var list: ShownList?
    /// Whether a command of its own can name the items by their numbers.
    var hasNumbers = false

    /// Shows each line on one line of a terminal, and without control characters, whatever is in a file or comes from a server.
    init(_ lines: [String], json: JSON, list: ShownList? = nil) {
        text = lines.map(\.onOneLine).joined(separator: "\n")
        self.json = json
        self.list = list
    }
}

extension Presentation {
    init(text: String, json: JSON) { self.init(text.components(separatedBy: "\n"), json: json) }

    /// A list with one line for each item; for an empty list, a message.
    init(_ lines: [String], empty: Message, json: [JSON], list: ShownList, in localizer: Localizer) {
        self.init(lines.isEmpty ? [localizer(empty)] : lines, json: .array(json), list: list)
    }

    /// The text with a number before each item of the list, or before the first ones, without the others.
    func numbered(first count: Int = .max) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let items = lines.prefix(list?.ids.count ?? 0)
        let shown = zip(1..., items.prefix(count))
        let width = "\(min(count, items.count))".count
        return (shown.map { "\($0)".padded(to: width) + "  \($1)" } + lines[items.count...]).joined(separator: "\n")
    }

    /// The same with one more line of text; unchanged if the message is nil.
    func followed(by message: Message?, in localizer: Localizer) -> Presentation {
        var result = self
        if let message { result.text += "\n" + localizer(message).onOneLine }
        return result
    }

    /// Help on the command that words begin with; without words, on the program.
    init(helpOn words: [String], in localizer: Localizer) throws {
        let text = words.isEmpty ? Help.overview(localizer) : Help.text(of: try .find(words), in: localizer)
        self.init(text: text, json: .string(text))
    }

    init(removed ids: [String], in localizer: Localizer) {
        self.init(text: localizer(Message("removed \(ids.count)")), json: ["removed": .strings(ids)])
    }

    /// The report of an import; of words, with what was understood.
    init(_ report: ImportReport, _ words: WordImportReport? = nil, isTrial: Bool, in localizer: Localizer) {
        let (added, updated, unchanged, rejected) = (report.added, report.updated, report.unchanged, report.rejected)
        let summary =
            isTrial
            ? Message("would be added \(added), updated \(updated), unchanged \(unchanged)")
            : Message("added \(added), updated \(updated), unchanged \(unchanged)")
        var lines = [localizer(summary)]
        var json: JSON = [
            "added": .number(added), "updated": .number(updated), "unchanged": .number(unchanged),
            "rejected": Self.json(rejected, localizer),
        ]
        if let words {
            lines.append("  " + Self.line(words.form, localizer))
            json = json + ["understood": Self.json(words.form), "kept": Self.json(words.kept, localizer)]
            lines += Self.lines(words.kept, localizer)
            if isTrial { json = json + ["first": .array(words.first.map(JSON.strings))] }
            if isTrial { lines += words.first.map { "  " + $0.joined(separator: "  ") } }
        }
        if !rejected.isEmpty { lines.append(localizer(Message("rejected \(rejected.count):"))) }
        lines += Self.lines(rejected, localizer)
        let encoding = words?.form.suggestedEncoding?.rawValue
        let hint = encoding.map { Message("the file is not UTF-8; try --encoding \($0), or another encoding") }
        self.init(lines + [hint].compactMap { $0.map { localizer($0) } }, json: json)
    }

    private static func json(_ lines: [ImportReport.Rejection], _ localizer: Localizer) -> JSON {
        .array(lines.map { ["line": .number($0.line), "reason": .string(localizer($0.reason))] })
    }

    private static func lines(_ lines: [ImportReport.Rejection], _ localizer: Localizer) -> [String] {
        lines.map { "  " + localizer(Message("line \($0.line): \($0.reason)")) }
    }

    private static func line(_ form: WordImportReport.Form, _ localizer: Localizer) -> String {
        var parts = [Message("encoding: \(form.encoding)")]
        if let delimiter = form.delimiter {
            parts.append(delimiter == "\t" ? Message("delimiter: tab") : Message("delimiter: “\(delimiter)”"))
            parts.append(Message("columns: \(form.columns.map { $0 ?? "–" }.joined(separator: ", "))"))
        }
        if !form.ignored.isEmpty {
            parts.append(Message("columns ignored: \(form.ignored.joined(separator: ", "))"))
        }
        if !form.directions.isEmpty { parts.append(Message("languages: \(form.directions.joined(separator: ", "))")) }
        if form.ownLanguages > 0 { parts.append(Message("with other languages of their own: \(form.ownLanguages)")) }
        return parts.map { localizer($0) }.joined(separator: "; ")
    }

    private static func json(_ form: WordImportReport.Form) -> JSON {
        [
            "encoding": .string(form.encoding), "delimiter": .string(form.delimiter),
            "columns": .array(form.columns.map { JSON.string($0) }), "ignored": .strings(form.ignored),
            "directions": .strings(form.directions), "ownLanguages": .number(form.ownLanguages),
        ]
    }

    /// As JSON, the text format is the tree itself; the other formats are one string.
    init(_ nodes: [FeatureNode], _ format: FeatureTreeFormat, _ details: FeatureDetails?, in localizer: Localizer) {
        var drawing = nodes.drawing(format, details: details, localizer: localizer)
        // The console ends the last line.
        if drawing.hasSuffix("\n") { drawing.removeLast() }
        self.init(text: drawing, json: format == .text ? .array(nodes.map(Self.json)) : .string(drawing + "\n"))
    }

    private static func json(_ node: FeatureNode) -> JSON {
        let roles = FeatureRole.allCases.filter(node.roles.contains)
        return [
            "name": .string(node.feature.name), "kind": .string(node.feature.kind.rawValue),
            "roles": .strings(roles.map(\.rawValue)), "since": .date(node.since), "needs": .strings(node.dependencies),
            "gives": .strings(node.outputs), "children": .array(node.children.map(json)),
        ]
    }

    /// The identifiers, shortened as long as they differ. The first 18 characters hold the time to the millisecond and a count
    /// within it.
    static func shortest(_ ids: [String]) -> [String] {
        for length in stride(from: 18, to: 36, by: 5) where Set(ids.map { $0.prefix(length) }).count == ids.count {
            return ids.map { String($0.prefix(length)) }
        }
        return ids
    }
}
