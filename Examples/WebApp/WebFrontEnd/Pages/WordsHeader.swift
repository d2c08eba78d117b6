import CoreModule
import Foundation
import PersonalDictionary

extension PageWriter {
    /// The one input above the words: it searches while one types, and adds what was typed. Without scripts, each has a button.
    /// - Parameters:
    ///   - text: what is searched for.
    ///   - focused: whether one types there at once.
    func wordInput(_ text: String = "", focused: Bool = false) -> HTML {
        let title = session.app.mainScreen.mainNavigator.toSearchTitle
        return """
            <form method="get" action="/search" id="search" role="search" autocomplete="off" data-live data-blank="/">\
            <label class="field grow"><span class="hidden">\(self(title))</span>\
            <input type="search" id="field-text" name="text" value="\(text)" dir="auto" accesskey="s" \
            placeholder="\(self(Message("Search or add")))"\(HTML.flag("autofocus", focused))></label>\
            <button class="without-script">\(self(title))</button>\
            <button class="main" formaction="\(Address.newWord.path)" accesskey="n">\(self(Message("Add")))</button></form>
            """
    }

    /// The lists of words to choose from, and how many words there are.
    /// - Parameters:
    ///   - total: the number; nil if it is not known.
    ///   - isEmpty: whether there is no word to choose.
    func wordLists(total: Int? = nil, isEmpty: Bool) -> HTML {
        let (main, navigator) = (session.app.mainScreen, session.app.mainScreen.mainNavigator)
        let lists = [(Address.main, main.title), (.favorites, navigator.toFavoritesTitle)].map { list, title -> HTML in
            let current = list == address.base ? "true" : nil
            return #"<li><a href="\#(list.path)"\#(HTML.attribute("aria-current", current))>\#(self(title))</a></li>"#
        }
        let number = total.map { line($0 > 0 ? Message("\(count: $0) words") : nil, id: "total") }
        // The style shows the boxes of the rows while this one is ticked.
        let choosing: HTML? =
            isEmpty ? nil : #"<label><input type="checkbox" id="choosing"> \#(self(Message("Choose several")))</label>"#
        return #"<div class="lists"><ul id="lists">\#(lists)</ul>\#(number)\#(choosing)</div>"#
    }

    /// The directions of the words to choose from, if there are several, and the orders. Closed, it says which ones are chosen.
    func wordFilters(_ counts: [TranslationDirection: Int]) -> HTML {
        func option(_ title: String, _ change: (inout WordFilter) -> Void) -> (title: String, filter: WordFilter) {
            var filter = address.filter
            change(&filter)
            return (title, filter)
        }
        func list(_ id: String, _ title: Message, _ options: [(title: String, filter: WordFilter)]) -> HTML {
            let links = options.map { option -> HTML in
                let current = HTML.attribute("aria-current", option.filter == address.filter ? "true" : nil)
                return
                    #"<li><a href="\#(address.filtered(by: option.filter).path)"\#(current)>\#(option.title)</a></li>"#
            }
            return #"<ul id="\#(id)" aria-label="\#(self(title))">\#(links)</ul>"#
        }
        let chosen = address.filter.direction
        guard counts.values.reduce(0, +) > 1 || chosen != nil else { return .empty }
        let directions = Set(counts.keys).union([chosen].compactMap(\.self))
            .map { ($0, session.localizer.direction($0)) }.sorted { $0.1 < $1.1 }
        var languages = directions.map { direction, title in option(title) { $0.direction = direction } }
        languages.insert(option(self(Message("All languages"))) { $0.direction = nil }, at: 0)
        if directions.count < 2 { languages = [] }
        let orders = [
            option(self(Message("Newest first"))) { $0.isAlphabetical = false },
            option(self(Message("By the alphabet"))) { $0.isAlphabetical = true },
        ]
        let chosenTitles = (languages + orders).filter { $0.filter == address.filter }.map(\.title)
        return """
            <details id="filters"><summary>\(chosenTitles.joined(separator: " · "))</summary>\
            \(languages.isEmpty ? .empty : list("languages", Message("Languages of words"), languages))\
            \(list("orders", Message("Order"), orders))</details>
            """
    }

    /// What a list without words says.
    func emptyMessage(_ model: WordListViewModel) -> Message {
        address.filter.direction == nil ? model.emptyMessage : Message("No words in these languages")
    }

    /// The box that chooses a word of a list.
    func choice(of word: Word) -> HTML {
        """
        <input type="checkbox" class="tick" form="chosen" name="id" value="\(word.id.rawValue)" \
        aria-label="\(self(Message("Choose"))): \(word.text.value)">
        """
    }

    /// What can be done with the chosen words. The style shows it while there are any.
    var chosenWords: HTML {
        let star =
            address.base == .favorites
            ? submit(Message("Remove from favourites"), "unstar-chosen")
            : submit(Message("Add to favourites"), "star-chosen")
        // The Return key presses the first button.
        return form(
            "tag-chosen", id: "chosen",
            """
            \(field(WordTags.title, "tags", ""))\(submit(Message("Add tags")))\
            \(submit(Message("Remove tags"), "untag-chosen"))\(star)\(submit(.delete, "remove-chosen", style: "bad"))
            """)
    }

    /// The ways from the words to what is rarely needed.
    var wordTools: HTML {
        """
        <p class="links"><a href="\(Address.importFile.path)">\(self(Message("Import")))</a> \
        <a href="\(Address.exportFile.path)">\(self(Message("Export")))</a> \
        <a id="to-bin" href="\(Address.bin.path)">\(self(session.app.mainScreen.mainNavigator.toBinTitle))</a></p>
        """
    }

    /// The way to add a text that was not found. Nothing without a text.
    func addition(of text: String) -> HTML {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return .empty }
        let query = PercentEncoding.encoded(text.utf8)
        return
            #"<p><a class="button" id="add-text" href="\#(Address.newWord.path)?text=\#(query)">\#(self(Message("Add “\(text)”")))</a></p>"#
    }
}

extension WordFilter {
    /// The words that it lets through, as a list shows them.
    var content: WordListContent { .selection(.listed(self)) }
}

/// Some everyday words to begin with, in the languages of the glossary.
enum FirstWords {
    /// How many there are of each language.
    static let count = 5
    private static let texts = [
        "en": ["hello", "friend", "morning", "coffee", "music"],
        "de": ["hallo", "Freund", "Morgen", "Kaffee", "Musik"],
        "it": ["ciao", "amico", "mattina", "caffè", "musica"], "ru": ["привет", "друг", "утро", "кофе", "музыка"],
    ]

    /// Those of a language that are left, if all words that there are were chosen of them.
    static func left(_ language: Language, besides words: [Word]) -> [String] {
        let (all, added) = (texts[language.code] ?? [], words.map(\.text.value))
        return Set(added).isSubset(of: all) ? all.filter { !added.contains($0) } : []
    }
}

extension PageWriter {
    /// What one can begin with, until there are other words.
    /// - Parameter direction: the languages of the next words.
    func welcome(_ model: WordListViewModel, _ direction: TranslationDirection) -> HTML {
        guard model.isBeginning else { return .empty }
        let texts = FirstWords.left(direction.source, besides: model.words)
        guard model.words.isEmpty || !texts.isEmpty else { return .empty }
        let fields = [direction.source.code, direction.target.code]
        let buttons = texts.map { text -> HTML in
            button(
                Message("Add"), "add-first-word", ["text": text, "source": fields[0], "target": fields[1]],
                icon: #"<span lang="\#(fields[0])">\#(text)</span>"#, of: text, style: "chip")
        }
        return """
            <div class="empty" id="welcome"><p>\(self(Message("Type a word above, or begin with one of these:")))</p>\
            <div class="line">\(buttons)</div>\
            <p>\(self(Message("Do you have words in a file, such as a spreadsheet?"))) \
            <a class="button" href="\(Address.importFile.path)">\(self(Message("Import")))</a></p></div>
            """
    }
}

extension WordListViewModel {
    /// Whether all words are shown, and there are as few as those that are offered to begin with.
    var isBeginning: Bool { phase == .loaded && !hasMore && words.count <= FirstWords.count }
}

extension WebSession {
    /// How many words there are of each direction. They are counted again when their number has changed, and at each visit. Nil if that cannot
    /// be read: the list says so itself.
    func countWords() async -> [TranslationDirection: Int]? {
        do throws(DictionaryError) {
            let total = try await app.words.wordCount()
            if wordCounts?.values.reduce(0, +) != total { wordCounts = try await app.words.wordCounts() }
            return wordCounts
        } catch {
            return nil
        }
    }

    /// The direction of the words that are offered to begin with; nil if it cannot be read.
    func offeredDirection() async -> TranslationDirection? {
        do throws(DictionaryError) { return try await nextDirection() } catch { return nil }
    }
}

extension Actions {
    /// Does something with the words that are chosen in a list.
    func onChosen(_ action: String, _ model: WordListViewModel) async -> ActionResult? {
        let ids = form.fields.filter { $0.name == "id" }.map { WordID($0.value) }
        guard !ids.isEmpty else { return await done() }
        let (count, typed) = (Set(ids).count, form["tags"] ?? "")
        var message: Message?
        switch action {
        case "star-chosen":
            await model.setFavorite(true, of: ids)
            message = Message("\(count: count) words are favourites")
        case "unstar-chosen":
            await model.setFavorite(false, of: ids)
            message = Message("\(count: count) words are no favourites")
        case "tag-chosen":
            await model.tag(ids, typed)
            message = Message("\(count: count) words have the tags “\(typed)”")
        case "untag-chosen":
            await model.tag(ids, typed, isAdded: false)
            message = Message("\(count: count) words do not have the tags “\(typed)”")
        case "remove-chosen": await model.remove(ids)
        default: return nil
        }
        return await done(model.failure, saying: message)
    }

    /// Adds one of the words to begin with.
    func addFirstWord() async throws(DictionaryError) -> ActionResult {
        do throws(DictionaryError) {
            try await addWord(WordID(UUID().uuidString.lowercased()))
        } catch {
            // Pressed twice.
            guard case .duplicate = error else { throw error }
        }
        return await done()
    }
}
