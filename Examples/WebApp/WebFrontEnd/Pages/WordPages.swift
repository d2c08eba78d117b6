import CoreModule
import Foundation
import PersonalDictionary

extension Pages {
    /// All words, or those that the address names.
    static func words(_ write: PageWriter) async -> HTML {
        let session = write.session
        let (screen, model) = (session.app.mainScreen, session.app.mainScreen.mainWordList.viewModel)
        await session.loadOnce(screen) {
            await model.loadShown(write.address.filter.content)
            await screen.mainNavigator.dueReviews.viewModel.load()
            session.wordCounts = nil
        }
        await model.loadEnough(for: write.address.part)
        let (counts, filter) = (await session.countWords(), write.address.filter)
        let direction = filter == WordFilter() && model.isBeginning ? await session.offeredDirection() : nil
        return session.draw(write.address, showing: screen) {
            write.countingCards.document(
                screen.title, answer: write.undoRemoval(model),
                """
                \(write.wordInput())
                \(write.wordLists(total: counts.map { Pages.total($0, filter) }, isEmpty: model.words.isEmpty))
                \(write.wordFilters(counts ?? [:]))
                \(write.words(model, empty: write.emptyMessage(model)))
                \(direction.map { write.welcome(model, $0) })
                \(write.wordTools)
                """)
        }
    }

    /// The favourite words.
    static func favorites(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: FavoritesGraph = try await write.session.open(.favorites) else { return nil }
        let model = screen.favoriteWordList.viewModel
        await write.session.loadOnce(screen) {
            await model.loadShown(write.address.filter.content)
            write.session.wordCounts = nil
        }
        await model.loadEnough(for: write.address.part)
        let counts = await write.session.countWords()
        return write.session.draw(write.address, showing: screen) {
            write.document(
                screen.title, answer: write.undoRemoval(model),
                """
                \(write.wordInput())
                \(write.wordLists(isEmpty: model.words.isEmpty))
                \(write.wordFilters(counts ?? [:]))
                \(write.words(model, empty: write.emptyMessage(model)))
                """)
        }
    }

    private static func total(_ counts: [TranslationDirection: Int], _ filter: WordFilter) -> Int {
        filter.direction.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }

    /// The page of a list of words that shows those of a day.
    static func place(
        of day: CalendarDay, _ session: WebSession, _ address: Address
    ) async throws(DictionaryError) -> ActionResult {
        let model: WordListViewModel
        switch address.base {
        case .main: model = session.app.mainScreen.mainWordList.viewModel
        case .favorites:
            guard let screen: FavoritesGraph = try await session.open(.favorites) else { return .redirect(address) }
            model = screen.favoriteWordList.viewModel
        default: return .redirect(address)
        }
        if !model.shows(address.filter.content) { await model.show(address.filter.content) }
        let place = await model.place(of: day, in: session.localizer.timeZone)
        let page = ListPart(page: place / WordListViewModel.pageSize + 1)
        let row = model.words.indices.contains(place) ? "word-\(model.words[place].id.rawValue)" : nil
        return .redirect(address.showing(page), row: row)
    }

    /// The words that the search finds.
    ///
    /// All pages of a session show one search, as several windows on one app do. So only a visit changes the text: two pages that
    /// refresh themselves would change it for each other without an end.
    static func search(_ write: PageWriter, _ text: String) async throws(DictionaryError) -> HTML? {
        let session = write.session
        let input = session.app.mainScreen.mainNavigator.searchTextInput.viewModel
        guard let screen: SearchGraph = try await session.open(.search(input.text)) else { return nil }
        await session.loadOnce(screen) {
            if input.text != text { input.text = text }
            await screen.waitUntilFound(input.text)
        }
        let limit = write.address.part.last * WordListViewModel.pageSize
        let isSame = input.text == text
        if isSame, screen.searchWordList.viewModel.limit < limit {
            screen.searchWordList.viewModel.limit = limit
            await screen.waitUntilFound(input.text)
        }
        let address = Address.search(input.text).showing(isSame ? write.address.part : .start)
        var shown = write
        shown.address = address
        return session.draw(address, showing: screen) { shown.search(screen, input) }
    }
}

extension WordListViewModel {
    /// Loads as many words as are shown, so that one comes back to the place that one has left.
    fileprivate func loadShown(_ content: WordListContent) async {
        await show(content, first: shows(content) ? max(Self.pageSize, words.count) : Self.pageSize)
    }

    /// Loads the words of a part that is not loaded yet, but not many more at once than there are: an address may name any page.
    fileprivate func loadEnough(for part: ListPart) async {
        let count = min(part.last * Self.pageSize, words.count + ListPart.longest * Self.pageSize)
        if hasMore, words.count < count { await load(first: count) }
    }

    /// Loads until the newest word of a day or of one before it, and returns its place; that of the oldest if there is none.
    func place(of day: CalendarDay, in zone: TimeZone) async -> Int {
        func isReached(_ word: Word) -> Bool { CalendarDay(word.createdAt, in: zone) <= day }
        if words.isEmpty { await load() }
        while hasMore, let last = words.last, !isReached(last), phase.failure == nil, !Task.isCancelled {
            await load(first: 2 * max(Self.pageSize, words.count))
        }
        return words.firstIndex(where: isReached) ?? max(0, words.count - 1)
    }
}

extension SearchGraph {
    /// Waits for the result for a text, so that the first page already has it. At most a second: a later result comes as a change, to which a
    /// browser without scripts does not listen.
    fileprivate func waitUntilFound(_ text: String) async {
        let model = searchWordList.viewModel
        for _ in 0..<200 where model.text != text || model.isSearching || model.isFindingNearest {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
        }
    }
}

extension PageWriter {
    fileprivate func search(_ screen: SearchGraph, _ input: SearchTextInputViewModel) -> HTML {
        let (model, picker) = (screen.searchWordList.viewModel, screen.modePicker.viewModel)
        let list = screen.searchWordList.wordList.viewModel
        let modes = picker.modes.map { mode -> HTML in
            """
            <label><input type="radio" id="mode-\(mode.rawValue)" name="mode" value="\(mode.rawValue)"\
            \(HTML.flag("checked", picker.isChosen(mode)))> \(self(mode.title))</label>
            """
        }
        let modeForm = form(
            "search-mode", id: "mode", live: true,
            "<fieldset><legend>\(self(picker.title))</legend>\(modes)\(submitWithoutScript(.select))</fieldset>")
        let nearest = model.nearest.map { text -> HTML in
            #"<a class="button" href="\#(Address.search(text).path)">\#(text)</a> "#
        }
        let nearestLine: HTML =
            nearest.isEmpty ? .empty : #"<p id="nearest" data-say>\#(self(Message("did you mean:"))) \#(nearest)</p>"#
        let isEmpty = model.words.isEmpty
        let hasMore = model.words.count >= model.limit
        let found =
            hasMore
            ? Message("the first \(count: model.words.count) words")
            : Message("\(count: model.words.count) words found")
        return document(
            screen.title, answer: undoRemoval(list),
            """
            \(wordInput(input.text, focused: true))
            \(wordLists(isEmpty: isEmpty))
            \(modeForm)
            \(line(model.message, style: model.phase.failure == nil ? "quiet" : "notice bad", id: "phase"))
            \(nearestLine)
            \(model.phase == .nothingFound ? addition(of: input.text) : .empty)
            \(line(isEmpty ? nil : found, id: "count"))
            \(isEmpty ? .empty : words(list, empty: model.emptyMessage, hasMore: hasMore))
            """)
    }

    /// A button that is needed only if the form does not send itself.
    func submitWithoutScript(_ title: Message, _ action: String? = nil) -> HTML {
        """
        <button class="without-script" data-live-button\
        \(HTML.attribute("formaction", action.map { "/action/\($0)" }))>\(self(title))</button>
        """
    }

    /// What was removed from a list of words, and the way to bring it back.
    fileprivate func undoRemoval(_ model: WordListViewModel) -> HTML {
        undoLine(model.removalMessage, "undo-removal")
    }

    /// The rows of a list of words, with the buttons of each.
    /// - Parameter hasMore: whether there are words that are not loaded.
    func words(
        _ model: WordListViewModel, empty: Message, hasMore: Bool? = nil
    ) -> HTML {
        guard !model.words.isEmpty else { return placeholder(model.phase, empty: empty) }
        let failed = model.phase.failure.map { line($0.explanation, style: "notice bad", id: "phase") } ?? .empty
        let all = model.words.count
        let (part, places) = address.part.rows(of: WordListViewModel.pageSize, among: all)
        let isMore = places.upperBound < all || (hasMore ?? model.hasMore)
        return """
            \(failed)
            \(address.base.screen?.saved != .search && !address.filter.isAlphabetical && (isMore || part.first > 1)
                ? days : .empty)
            <ul class="rows" id="words">\(model.words[places].map { row($0, in: model) })</ul>
            \(chosenWords)
            \(parts(part, hasMore: isMore, lastRow: model.words[places].last.map { "word-\($0.id.rawValue)" }))
            """
    }

    /// The jump to the words of a day. Behind the list, rows that are loaded as one scrolls would move it away. The browser sends it, not the
    /// script.
    private var days: HTML {
        """
        <form method="get" action="\(address.base.path)" id="days" data-plain>\
        \(address.filter.direction.map { hidden("source", $0.source.code) + hidden("target", $0.target.code) })\
        <div class="line"><label class="field"><span>\(self(Message("Added until")))</span>\
        <input type="date" id="field-day" name="day" required></label>\
        <button>\(self(Message("Go there")))</button></div></form>
        """
    }

    private func row(_ word: Word, in model: WordListViewModel) -> HTML {
        let (text, id) = (word.text.value, word.id.rawValue)
        let star: HTML = word.isFavorite ? "★" : "☆"
        let tags = word.tags.names.map { tag -> HTML in
            #" <a class="chip" dir="auto" href="\#(Address.search(tag).path)">\#(tag)</a>"#
        }
        return """
            <li id="word-\(id)">\(choice(of: word))<span class="what">\(link(word)) <span class="quiet">\(direction(word))</span><br>\
            \(translation(word, model.status(of: word)))\(tags)</span>\
            <span class="date">\(session.localizer.day(word.createdAt))</span><span class="buttons">\
            \(button(model.starTitle(of: word), "star", ["id": id, "on": word.isFavorite ? "" : "on"], icon: star,
                of: text, style: word.isFavorite ? "on" : ""))\
            \(model.canLookUpAgain(word)
                ? button(model.lookUpAgainTitle, "retry", ["id": id], icon: "↻", of: text) : .empty)\
            \(button(.delete, "remove", ["id": id], icon: Sign.delete.html, of: text))</span></li>
            """
    }

    /// A word as a link to its entry.
    func link(_ word: Word) -> HTML {
        """
        <a href="\(Address.word(word.id).path)" lang="\(word.direction.source.code)" dir="auto">\(word.text.value)</a>
        """
    }

    /// The direction of a word, in codes, with the names of the languages.
    func direction(_ word: Word) -> HTML {
        #"<abbr title="\#(session.localizer.direction(word.direction))">\#(word.direction.description)</abbr>"#
    }

    /// The translation of a word, or why there is none.
    func translation(_ word: Word, _ status: Message?) -> HTML {
        guard let translation = word.translation.translation else {
            return #"<span class="quiet">\#(status.map { self($0) } ?? session.localizer.translation(of: word))</span>"#
        }
        return #"<span lang="\#(word.direction.target.code)" dir="auto">\#(translation.text)</span>"#
    }
}
