import CoreModule
import Foundation
import HTTPTypes
import PersonalDictionary

/// The operations on words. The rules are the library's own.
extension APIOperation {
    private static let languages = [APIField("sourceLang", .text), APIField("targetLang", .text)]

    static let words = [
        APIOperation(
            "listWords", .get, "/words",
            query: [
                APIField("query", .text), APIField("in", .choice(["word", "translation", "both"])),
                APIField("tag", .text), APIField("isFavorite", .flag), APICall.limit, APICall.cursor,
            ] + languages
        ) { try await $0.listWords() },
        APIOperation(
            "addWord", .post, "/words",
            body: [APIField("id", .newID), APIField("text", .text, isRequired: true)] + languages
        ) { try await $0.addWord() },
        APIOperation("getWord", .get, "/words/{id}") { try await $0.shown(try await $0.word, isWithEntry: true) },
        APIOperation(
            "editWord", .patch, "/words/{id}",
            body: [
                APIField("text", .text), APIField("note", .text), APIField("tags", .texts),
                APIField("isFavorite", .flag),
            ] + languages
        ) { try await $0.editWord() },
        APIOperation("removeWord", .delete, "/words/{id}") { call in
            try await call.changing {
                try call.check(try await call.word.versionedJSON.version)
                try await call.words.remove([WordID(call.id)])
                return .done
            }
        },
        APIOperation("restoreWord", .post, "/words/{id}/restore") { try await $0.restoreWord() },
        APIOperation(
            "setTranslations", .put, "/words/{id}/translations",
            body: [APIField("translations", .texts, isRequired: true)]
        ) { try await $0.setTranslations() },
        APIOperation("listRemovedWords", .get, "/bin/words") { call in
            APIAnswer(json: ["words": .list(try await call.words.removedWords().map(\.json))])
        },
        APIOperation(
            "lookUp", .get, "/look-up", query: [APIField("text", .text, isRequired: true)] + languages
        ) { call in
            let entries = try await call.program.lookUp(
                call.query["text"]?.text ?? "", from: call.query["sourceLang"]?.text,
                to: call.query["targetLang"]?.text)
            return APIAnswer(json: ["entries": .list(entries.map(\.lookedUpJSON))])
        },
        APIOperation("getLanguages", .get, "/languages") { call in
            let (languages, direction) = await call.program.languages
            return APIAnswer(json: [
                "sourceLang": .text(direction.source.code), "targetLang": .text(direction.target.code),
                "languages": .list(
                    languages.languages.map {
                        ["code": .text($0.code), "name": .text($0.name(in: call.locale))]
                    }),
            ])
        },
    ]
}

extension APICall {
    fileprivate var word: Word {
        get async throws { try await words.word(WordID(id)) }
    }

    fileprivate func shown(
        _ word: Word, isWithEntry: Bool = false, status: HTTPResponse.Status = .ok
    ) async throws -> APIAnswer {
        let (json, version) = word.versionedJSON
        let entry = isWithEntry ? ["entry": try await words.entry(of: word.id)?.json ?? .null] : [:]
        return APIAnswer(status: status, json: json.adding(entry), version: version)
    }

    // MARK: Lists

    fileprivate func listWords() async throws -> APIAnswer {
        let isWanted = wordFilter
        if let text = query["query"]?.text { return try await search(text, isWanted) }
        let selection: WordSelection
        if let tag = query["tag"]?.text {
            selection = try .tagged(typed: tag)
        } else {
            selection = query["isFavorite"]?.bool == true ? .favorites : .all
        }
        var page = WordPage(limit: Self.batch)
        if let cursor = try query["cursor"]?.text.map({ text throws(Problem) in try APICursor(text) }) {
            page.start = WordPosition(createdAt: cursor.date, id: WordID(cursor.id))
        }
        // Of very many words that are not wanted, some are read: then the page has fewer, or none, and the next one goes on.
        var (found, next): ([Word], WordPosition?) = ([], nil)
        for _ in 0..<Self.mostBatches {
            let read = try await words.words(page, in: selection)
            for word in read {
                if found.count == limit {
                    return listed(found, next: found.last.map { APICursor($0.createdAt, $0.id.rawValue).text })
                }
                if isWanted(word) { found.append(word) }
            }
            next = read.last?.position
            guard read.count == Self.batch, let next else { return listed(found, next: nil) }
            page.start = next
        }
        return listed(found, next: next.map { APICursor($0.createdAt, $0.id.rawValue).text })
    }

    private static let batch = 500
    private static let mostBatches = 10

    /// The condition that the query names, besides the text that is searched for.
    private var wordFilter: @Sendable (Word) -> Bool {
        let (source, target) = (query["sourceLang"]?.text?.lowercased(), query["targetLang"]?.text?.lowercased())
        let (tag, isFavorite) = (query["tag"]?.text, query["isFavorite"]?.bool)
        return { word in
            (source ?? word.direction.source.code) == word.direction.source.code
                && (target ?? word.direction.target.code) == word.direction.target.code
                && (isFavorite ?? word.isFavorite) == word.isFavorite && tag.map { word.tags.matches($0) } != false
        }
    }

    private func search(_ text: String, _ isWanted: (Word) -> Bool) async throws -> APIAnswer {
        let start = query["cursor"]?.text.map { Int($0) ?? -1 } ?? 0
        guard 0...1_000_000 ~= start else { throw Problem.wrongField("cursor") }
        let mode: SearchMode =
            switch query["in"]?.text {
            case "word": .word
            case "translation": .translation
            default: .both
            }
        let found = try await words.search(WordQuery(text, mode: mode, limit: limit + 1, offset: start))
        return listed(
            found.prefix(limit).filter(isWanted), next: found.count > limit ? "\(start + limit)" : nil)
    }

    private func listed(_ words: [Word], next: String?) -> APIAnswer {
        APIAnswer(json: ["words": .list(words.map(\.json)), "next": .text(next)])
    }

    // MARK: Changes

    fileprivate func addWord() async throws -> APIAnswer {
        let id: WordID = body["id"]?.text.map { WordID($0) } ?? program.environment.identifiers.next()
        let (text, direction) = (
            try WordText(body["text"]?.text ?? ""), try await self.direction(of: program.languages.direction)
        )
        do throws(DictionaryError) {
            let added = try await words.addUnlessRemoved(id, text: text, direction: direction, typedAt: nil)
            guard let added else { throw DictionaryError.notFound(id.rawValue) }
            var answer = try await shownTyped(added)
            answer.status = .created
            answer.location = "\(APIOperation.basePath)/words/\(PercentEncoding.encoded(id.rawValue.utf8))"
            return answer
        } catch {
            switch error {
            // The same request, once more.
            case .duplicate(let other) where other == id:
                let present = try await words.word(id)
                guard present.text == text, present.direction == direction else { throw Problem.otherContent }
                return try await shown(present)
            case .notFound: throw Problem.removed
            default: throw error
            }
        }
    }

    private func shownTyped(_ word: Word) async throws(DictionaryError) -> APIAnswer {
        let (json, version) = word.versionedJSON
        return APIAnswer(json: json, version: version)
    }

    /// A direction with the languages of the body in place of its own. One that stays need not be known any more.
    private func direction(of present: TranslationDirection) async throws -> TranslationDirection {
        let known = await program.languages.languages
        func language(_ name: String) throws(DictionaryError) -> Language? {
            guard let code = body[name]?.text else { return nil }
            return try known.language(code: code)
        }
        return try TranslationDirection(
            from: language("sourceLang") ?? present.source, to: language("targetLang") ?? present.target)
    }

    fileprivate func editWord() async throws -> APIAnswer {
        try await changing {
            let present = try await word
            try check(present.versionedJSON.version)
            let text = try body["text"]?.text.map { text throws(DictionaryError) in try WordText(text) }
            let note = try body["note"]?.text.map { note throws(DictionaryError) in try WordNote(note) }
            let tags = try body["tags"]?.texts.map { tags throws(DictionaryError) in try WordTags(tags) }
            let isFavorite = body["isFavorite"]?.bool
            let isMoved = body["sourceLang"] != nil || body["targetLang"] != nil
            let direction = isMoved ? try await direction(of: present.direction) : nil
            let edited = try await words.edit(present.id, text: text, direction: direction, at: now) { word in
                if let note { word.note = note }
                if let tags { word.tags = tags }
                if let isFavorite { word.isFavorite = isFavorite }
            }
            return try await shown(edited)
        }
    }

    fileprivate func setTranslations() async throws -> APIAnswer {
        try await changing {
            let present = try await word
            try check(present.versionedJSON.version)
            let texts = body["translations"]?.texts ?? []
            let changed =
                texts.isEmpty
                ? try await words.clearUserTranslation(of: present.id, at: now)
                : try await words.setUserTranslations(texts, of: present.id, at: now)
            return try await shown(changed)
        }
    }

    fileprivate func restoreWord() async throws -> APIAnswer {
        let id = WordID(id)
        do throws(DictionaryError) {
            try await words.restore([id])
        } catch {
            // It is back already, or it is nowhere: then reading it says so.
            guard case .notFound = error else { throw error }
        }
        return try await shown(try await word)
    }
}
