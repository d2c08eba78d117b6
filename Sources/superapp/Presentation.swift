import CoreModule
import Foundation
import PersonalDictionary
import Terminal

/// What a command has to show: for people and for scripts.
struct Presentation {
    let text: String
    let json: JSON

    init(text: String, json: JSON) {
        self.text = text
        self.json = json
    }

    /// The same with one more line of text, where there is something to say in it.
    func followed(by message: Message?, in localizer: Localizer) -> Presentation {
        message.map { Presentation(text: text + "\n" + localizer($0), json: json) } ?? self
    }

    // MARK: Words

    init(_ words: [Word], empty: Message, in localizer: Localizer) {
        self.init(
            text: words.isEmpty ? localizer(empty) : Self.table(words, localizer),
            json: .array(words.map(Self.json)))
    }

    init(_ word: Word, in localizer: Localizer) {
        self.init(text: Self.table([word], localizer), json: Self.json(word))
    }

    init(_ word: Word, senses: [DictionaryEntry.Sense], entry: DictionaryEntry?, in localizer: Localizer) {
        var lines = ["\(word.isFavorite ? "★ " : "")\(word.text.value.onOneLine)"]
        if let pronunciation = entry?.pronunciation { lines[0] += "  /\(pronunciation)/" }
        let names = [word.direction.source, word.direction.target].map { $0.name(in: localizer.locale) }
        lines.append("  \(names.joined(separator: " → "))   \(word.id)")
        if senses.isEmpty { lines.append("  \(Self.status(word, localizer))") }
        for (number, sense) in senses.enumerated() {
            let label = sense.partOfSpeech.map { "\(localizer.partOfSpeech($0)): " } ?? ""
            lines.append("  \(number + 1). \(label)\(sense.translations.map(\.onOneLine).joined(separator: ", "))")
            for example in sense.examples { lines.append("     \(example.source) – \(example.target)") }
        }
        if let translation = word.translation.translation {
            let provider = localizer.provider(translation.provider)
            lines.append("  " + localizer(Message("from: \(provider), \(translation.date)")))
        }
        self.init(
            text: lines.joined(separator: "\n"), json: .object(Self.members(word) + [("entry", Self.json(entry))]))
    }

    private static func table(_ words: [Word], _ localizer: Localizer) -> String {
        let ids = shortest(words.map(\.id.rawValue))
        let texts = words.map { $0.text.value.onOneLine }
        let translations = words.map { status($0, localizer) }
        let width = min(texts.map(\.count).max() ?? 0, 28)
        let translationWidth = min(translations.map(\.count).max() ?? 0, 28)
        return words.indices.map { index in
            let star = words[index].isFavorite ? "★" : " "
            return
                "\(star) \(pad(texts[index], width))  \(words[index].direction)  \(pad(translations[index], translationWidth))  \(ids[index])"
        }.joined(separator: "\n")
    }

    private static func status(_ word: Word, _ localizer: Localizer) -> String {
        switch word.translation {
        case .translated(let translation): translation.text.onOneLine
        case .pending: localizer(Message("… (pending)"))
        case .notFound: localizer(Message("– (no translation found)"))
        case .failed: localizer(Message("– (look-up failed; will be tried again)"))
        }
    }

    private static func json(_ word: Word) -> JSON { .object(members(word)) }

    private static func members(_ word: Word) -> [(String, JSON)] {
        return [
            ("id", .string(word.id.rawValue)), ("text", .string(word.text.value)),
            ("translation", .string(word.translation.translation?.text)), ("status", .string(word.translation.name)),
            ("provider", .string(word.translation.translation?.provider.rawValue)),
            ("sourceLang", .string(word.direction.source.code)), ("targetLang", .string(word.direction.target.code)),
            ("isFavorite", .bool(word.isFavorite)), ("createdAt", .string(time(word.createdAt))),
            ("updatedAt", .string(time(word.updatedAt))),
        ]
    }

    private static func json(_ entry: DictionaryEntry?) -> JSON {
        guard let entry else { return .null }
        return .object([
            ("headword", .string(entry.headword)), ("pronunciation", .string(entry.pronunciation)),
            (
                "senses",
                .array(
                    entry.senses.map { sense in
                        .object([
                            ("partOfSpeech", .string(sense.partOfSpeech)),
                            ("translations", .array(sense.translations.map { .string($0) })),
                            (
                                "examples",
                                .array(
                                    sense.examples.map {
                                        .object([("source", .string($0.source)), ("target", .string($0.target))])
                                    })
                            ),
                        ])
                    })
            ),
            ("provider", .string(entry.provider.rawValue)), ("fetchedAt", .string(time(entry.date))),
        ])
    }

    // MARK: The rest

    /// As JSON, what would be text is the tree itself, and a picture in another language one string.
    init(_ nodes: [FeatureNode], _ format: FeatureTreeFormat, _ details: FeatureDetails?, in localizer: Localizer) {
        var drawing = nodes.drawing(format, details: details, localizer: localizer)
        // The console ends the last line.
        if drawing.hasSuffix("\n") { drawing.removeLast() }
        self.init(text: drawing, json: format == .text ? .array(nodes.map(Self.json)) : .string(drawing + "\n"))
    }

    init(removed ids: [String], in localizer: Localizer) {
        self.init(
            text: localizer(Message("removed \(ids.count)")),
            json: .object([("removed", .array(ids.map { .string($0) }))]))
    }

    init(_ languages: [Language], direction: TranslationDirection, in localizer: Localizer) {
        let names = languages.map { "\($0)  \($0.name(in: localizer.locale))" }
        self.init(
            text: ([localizer(Message("direction: \(direction)"))] + names).joined(separator: "\n"),
            json: .object([
                ("sourceLang", .string(direction.source.code)), ("targetLang", .string(direction.target.code)),
                (
                    "languages",
                    .array(
                        languages.map {
                            .object([("code", .string($0.code)), ("name", .string($0.name(in: localizer.locale)))])
                        })
                ),
            ]))
    }

    private static func json(_ node: FeatureNode) -> JSON {
        .object([
            ("name", .string(node.feature.name)), ("kind", .string(node.feature.kind.rawValue)),
            (
                "roles",
                .array(FeatureRole.allCases.filter(node.feature.roles.contains).map { .string($0.rawValue) })
            ),
            ("since", .string(time(node.since))), ("needs", .array(node.needs.map { .string($0) })),
            ("gives", .array(node.gives.map { .string($0) })), ("children", .array(node.children.map(json))),
        ])
    }

    /// ISO 8601 in UTC, to the second.
    static func time(_ date: Date) -> String {
        date.formatted(.iso8601)
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The identifiers cut to what tells them apart: their first 18 characters hold the time to the millisecond
    /// and a count within it.
    static func shortest(_ ids: [String]) -> [String] {
        for length in stride(from: 18, to: 36, by: 5) where Set(ids.map { $0.prefix(length) }).count == ids.count {
            return ids.map { String($0.prefix(length)) }
        }
        return ids
    }
}
