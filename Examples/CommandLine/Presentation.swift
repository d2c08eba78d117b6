import CoreModule
import Foundation
import PersonalDictionary

/// The identifiers of a list, which numbers can stand for.
struct ShownList: Codable, Equatable {
    enum Item: String, Codable { case word, task, conflict, removedWord, removedTask }

    let item: Item
    let ids: [String]

    /// The identifier that a number stands for; nil if the text is no number of the list.
    subscript(number: String) -> String? { zip(1..., ids).first { "\($0.0)" == number }?.1 }
}

/// The output of a command: for people and for scripts.
struct Presentation {
    private(set) var text: String
    private(set) var json: JSON
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

    /// The same with one more line of text if the message is not nil, and with more members of its object.
    func followed(by message: Message?, json: JSON? = nil, in localizer: Localizer) -> Presentation {
        var result = self
        if let json { result.json = result.json + json }
        if let message { result.text += "\n" + localizer(message).onOneLine }
        return result
    }

    /// Help on the command that words begin with; without words, on the program.
    init(helpOn words: [String], in localizer: Localizer) throws {
        let text = words.isEmpty ? Help.overview(localizer) : Help.text(of: try .find(words), in: localizer)
        self.init(text: text, json: .string(text))
    }

    init(removed ids: [String], _ message: Message?, in localizer: Localizer) {
        self.init([message].compactMap { $0.map { localizer($0) } }, json: ["removed": .strings(ids)])
    }

    /// The report of an import; of words, with what was understood.
    init(_ report: ImportReport, _ words: WordImportReport? = nil, isTrial: Bool, in localizer: Localizer) {
        let (added, updated, unchanged) = (report.added, report.updated, report.unchanged)
        var lines = [localizer(report.message(isTrial: isTrial))]
        var json: JSON =
            [
                "added": .number(added), "updated": .number(updated), "unchanged": .number(unchanged),
            ] + Self.json("rejected", report.rejected, of: report.rejectedCount, localizer)
        if let words {
            lines.append("  " + Self.line(words.form, localizer))
            json = json + ["understood": Self.json(words.form)]
            json = json + Self.json("kept", words.kept, of: words.keptCount, localizer)
            lines += Self.lines(words.kept, of: words.keptCount, localizer)
            if isTrial { json = json + ["first": .array(words.first.map(JSON.strings))] }
            if isTrial { lines += words.first.map { "  " + $0.joined(separator: "  ") } }
        }
        if report.remarkCount > 0 {
            json = json + Self.json("remarks", report.remarks, of: report.remarkCount, localizer)
            lines += Self.lines(report.remarks, of: report.remarkCount, localizer)
        }
        if report.rejectedCount > 0 { lines.append(localizer(Message("rejected \(report.rejectedCount):"))) }
        lines += Self.lines(report.rejected, of: report.rejectedCount, localizer)
        let hint = words?.form.suggestedEncoding.map {
            $0 == .utf16
                ? Message("the file has NUL bytes; if it is UTF-16, use --encoding utf-16")
                : Message("the file is not UTF-8; try --encoding \($0.rawValue), or another encoding")
        }
        self.init(lines + [hint].compactMap { $0.map { localizer($0) } }, json: json)
    }

    /// The lines, and if they are only the first ones, also the number of all.
    private static func json(
        _ name: String, _ lines: [ImportReport.Rejection], of count: Int, _ localizer: Localizer
    ) -> JSON {
        let first = JSON.array(lines.map { ["line": .number($0.line), "reason": .string(localizer($0.reason))] })
        return count == lines.count ? [name: first] : [name: first, "\(name)Count": .number(count)]
    }

    private static func lines(
        _ lines: [ImportReport.Rejection], of count: Int, _ localizer: Localizer
    ) -> [String] {
        let more = count == lines.count ? [] : [Message("… and \(count - lines.count) more")]
        return (lines.map(\.message) + more).map { "  " + localizer($0) }
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
    init(_ nodes: [FeatureNode], _ format: FeatureTreeFormat, showsDetails: Bool, in localizer: Localizer) {
        var drawing = nodes.drawing(format, showsDetails: showsDetails, localizer: localizer)
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

    /// The number of characters, no less than a known one, by which identifiers differ. The first 18 characters hold the time to
    /// the millisecond and a count within it.
    static func idLength(_ ids: [String], atLeast known: Int = 18) -> Int {
        let isEnough = { (length: Int) in Set(ids.map { $0.prefix(length) }).count == ids.count }
        return stride(from: known, to: 36, by: 5).first(where: isEnough) ?? .max
    }
}
