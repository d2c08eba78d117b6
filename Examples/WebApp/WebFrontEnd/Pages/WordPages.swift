import CoreModule
import PersonalDictionary

extension Pages {
    /// All words, newest first.
    static func words(_ write: PageWriter) async -> HTML {
        let screen = write.session.app.mainScreen
        let model = screen.mainWordList.viewModel
        let due = screen.mainNavigator.dueReviews.viewModel
        await write.session.loadOnce(screen) {
            await model.loadShown()
            await due.load()
        }
        return write.session.draw(.main, showing: screen) {
            // Without a word there is nothing to review.
            let review: HTML =
                model.words.isEmpty
                ? .empty
                : #"<p><a id="to-review" class="button" href="\#(Address.review.path)">\#(write(due.title))</a></p>"#
            return write.document(
                screen.title, answer: write.undoRemoval(model),
                review
                    + write.words(model, empty: model.emptyMessage) {
                        #"<p><a class="button" href="/new">\#(write(screen.mainNavigator.toNewWordTitle))</a></p>"#
                    })
        }
    }

    /// The favourite words.
    static func favorites(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: FavoritesGraph = try await write.session.open(.favorites) else { return nil }
        let model = screen.favoriteWordList.viewModel
        await write.session.loadOnce(screen) { await model.loadShown() }
        return write.session.draw(.favorites, showing: screen) {
            write.document(
                screen.title, answer: write.undoRemoval(model), write.words(model, empty: model.emptyMessage))
        }
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
        let address = Address.search(input.text)
        var shown = write
        shown.address = address
        return session.draw(address, showing: screen) { shown.search(screen, input) }
    }
}

extension WordListViewModel {
    /// Loads as many words as are shown, so that one comes back to the place that one has left.
    fileprivate func loadShown() async { await load(first: max(Self.pageSize, words.count)) }
}

extension SearchGraph {
    /// Waits for the result for a text, so that the first page already has it. The wait is short: a later result comes as a change.
    fileprivate func waitUntilFound(_ text: String) async {
        let model = searchWordList.viewModel
        for _ in 0..<40 where model.text != text || model.isSearching || model.isFindingNearest {
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
        let textField = field(
            session.app.mainScreen.mainNavigator.toSearchTitle, "text", input.text, hint: input.hint, type: "search",
            focused: true)
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
            <form method="get" action="/search" id="search" role="search" autocomplete="off" data-live>\(textField)</form>
            \(modeForm)
            \(line(model.message, style: model.phase.failure == nil ? "quiet" : "notice bad", id: "phase"))
            \(nearestLine)
            \(line(isEmpty ? nil : found, id: "count"))
            \(isEmpty ? .empty : words(list, empty: model.emptyMessage))
            \(hasMore ? button(Message("Show more"), "more") : .empty)
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
    func words(_ model: WordListViewModel, empty: Message, whenEmpty: () -> HTML = { .empty }) -> HTML {
        guard !model.words.isEmpty else { return placeholder(model.phase, empty: empty) + whenEmpty() }
        let failed = model.phase.failure.map { line($0.explanation, style: "notice bad", id: "phase") } ?? .empty
        return """
            \(failed)
            <ul class="rows" id="words">\(model.words.map { row($0, in: model) })</ul>
            \(model.hasMore ? button(Message("Show more"), "more") : .empty)
            """
    }

    private func row(_ word: Word, in model: WordListViewModel) -> HTML {
        let (text, id) = (word.text.value, word.id.rawValue)
        let star = word.isFavorite ? "★" : "☆"
        return """
            <li id="word-\(id)"><span class="what">\(link(word)) <span class="quiet">\(direction(word))</span><br>\
            \(translation(word, model.status(of: word)))</span><span class="buttons">\
            \(button(model.starTitle(of: word), "star", ["id": id, "on": word.isFavorite ? "" : "on"], icon: star,
                of: text, style: word.isFavorite ? "on" : ""))\
            \(model.canLookUpAgain(word)
                ? button(model.lookUpAgainTitle, "retry", ["id": id], icon: "↻", of: text) : .empty)\
            \(button(.delete, "remove", ["id": id], icon: "✕", of: text))</span></li>
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
