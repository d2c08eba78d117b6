import CoreModule
import PersonalDictionary

extension Pages {
    /// A new word, with suggestions while it is typed, and the choice of languages.
    static func newWord(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: NewWordGraph = try await write.session.open(.newWord) else { return nil }
        return write.session.draw(.newWord, showing: screen) { write.newWord(screen) }
    }

    /// Fills the form of a new word with a text that a link has, such as that of a bookmark or of a phone's “Share”. Saves nothing, and says
    /// what was typed there before.
    static func fill(
        _ shared: String, from source: String?, to target: String?, _ session: WebSession
    ) async throws(DictionaryError) -> ActionResult {
        guard let screen: NewWordGraph = try await session.open(.newWord) else { return .redirect(.newWord) }
        // Not while a word is saved.
        await session.mutex.enter()
        defer { session.mutex.leave() }
        let model = screen.viewModel
        let (typed, text) = (model.text, text(ofShared: shared))
        guard !text.isEmpty else { return .redirect(.newWord) }
        var messages: [Message] = []
        if !typed.isEmpty, typed != text { messages.append(Message("“\(typed)” was typed here before")) }
        if !model.setLanguages(from: source, to: target), let failure = model.failure {
            messages.append(failure.explanation)
        }
        model.text = text
        let message = messages.count == 2 ? Message("\(messages[0]); \(messages[1])") : messages.first
        session.answer = message.map { (.newWord, $0, .newWord) }
        return .redirect(.newWord)
    }

    /// What is to be looked up of a text that was shared. Browsers share a selection in quotes, with the address of its page.
    private static func text(ofShared shared: String) -> String {
        let words = shared.split(whereSeparator: \.isWhitespace)
        let others = words.filter { !$0.hasPrefix("https://") && !$0.hasPrefix("http://") }
        let text = (others.isEmpty ? words : others).joined(separator: " ")
        let isQuoted = [("\"", "\""), ("“", "”"), ("«", "»")].contains {
            text.count > 2 && text.hasPrefix($0) && text.hasSuffix($1)
        }
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}

extension PageWriter {
    fileprivate func newWord(_ screen: NewWordGraph) -> HTML {
        let (model, picker) = (screen.viewModel, screen.langPicker.viewModel)
        // One form, so that what is typed stays whichever button is pressed. The first button is the one of the Return key.
        let content: HTML = """
            \(once)\(hidden("direction", "\(model.direction.source.code) \(model.direction.target.code)"))\
            <div class="line">\(field(model.textHint, "text", model.text, focused: true))\
            \(submit(.save, style: "main"))</div>
            \(submitWithoutScript(model.suggestionsTitle, "type-word"))
            \(languages(picker, model.direction))
            """
        // Suggestions come and go while one types: nothing that is clicked is below them.
        return document(
            screen.title,
            form("add-word", id: "new-word", live: true, adds: true, content) + saved(model) + suggestions(model))
    }

    private func suggestions(_ model: NewWordViewModel) -> HTML {
        let items = model.suggestions.map { suggestion -> HTML in
            let direction = suggestion.direction ?? model.direction
            let text: HTML = #"<span lang="\#(direction.source.code)" dir="auto">\#(suggestion.text)</span>"#
            let translation: HTML? = suggestion.translation.map {
                #" – <span lang="\#(direction.target.code)" dir="auto">\#($0)</span>"#
            }
            let shown = ShownSuggestion(
                source: direction.source.code, target: direction.target.code, text: suggestion.text)
            let other = suggestion.direction.map { " \($0.description)" } ?? ""
            return """
                <li><button form="new-word" formaction="/action/choose-suggestion" name="suggestion" value="\(shown.formValue)">\
                \(text)\(translation)</button> \
                <span class="quiet">\(session.localizer.source(of: suggestion))\(other)</span></li>
                """
        }
        let list: HTML =
            items.isEmpty
            ? .empty
            : """
            <h2 id="suggestions-title">\(self(model.suggestionsTitle))</h2>
            <ul class="rows" id="suggestions" aria-labelledby="suggestions-title">\(items)</ul>
            """
        let busy = model.isSuggesting && items.isEmpty ? Message.working : nil
        return list + line(busy, id: "suggesting")
            + line(model.suggestionFailure?.explanation, style: "bad", id: "suggestion-failure")
    }

    /// The languages: one button for each side, which opens the candidates; then the candidates, one of which is confirmed.
    private func languages(_ picker: LangPickerViewModel, _ direction: TranslationDirection) -> HTML {
        let locale = session.localizer.locale
        guard picker.side != nil else {
            let sides = LanguageSide.allCases.map { side -> HTML in
                let language = (side == .source ? direction.source : direction.target).name(in: locale)
                return """
                    <button formaction="/action/begin-languages" name="side" value="\(side.formName)" \
                    aria-label="\(self(side.title)): \(language)">\(language)</button>
                    """
            }
            return """
                <fieldset id="languages"><legend>\(self(picker.title))</legend><div class="line">\(sides[0])\
                <button class="icon" formaction="/action/swap-languages" aria-label="\(self(picker.swapTitle))" \
                title="\(self(picker.swapTitle))">\(Sign.swap.html)</button>\(sides[1])</div></fieldset>
                """
        }
        let candidates = picker.candidates.map { language -> HTML in
            """
            <label><input type="radio" id="language-\(language.code)" name="language" value="\(language.code)"\
            \(HTML.flag("checked", picker.isMarked(language)))> \(language.name(in: locale))</label>
            """
        }
        return """
            <fieldset id="candidates"><legend>\(self(picker.title))</legend>\(candidates)
            <div class="line">\(submit(.select, "confirm-language", style: "main"))\
            \(submit(.cancel, "cancel-languages"))</div></fieldset>
            """
    }

    /// The word that was saved last, its translation when it has arrived, and what is like it.
    private func saved(_ model: NewWordViewModel) -> HTML {
        guard let word = model.saved else { return .empty }
        let similar: HTML =
            model.similar.isEmpty
            ? .empty
            : """
            <h2>\(self(model.similarTitle))</h2>
            <ul class="rows" id="similar">\(model.similar.map { item($0) })</ul>
            """
        let others = model.otherMeanings.map { entry -> HTML in
            let found = entry.matched.map { session.localizer.match($0) } ?? entry.headword
            let senses = entry.senses.map { session.localizer.sense($0) }.joined(separator: "; ")
            let chosen = ShownSuggestion(
                source: entry.direction.source.code, target: entry.direction.target.code,
                text: entry.matched?.form ?? entry.headword)
            return """
                <li><span class="what">\(found) (\(entry.direction.description)): \(senses)</span>\
                \(button(.select, "choose-meaning", ["id": word.id.rawValue, "meaning": chosen.formValue], of: chosen.text))</li>
                """
        }
        let meanings: HTML =
            others.isEmpty
            ? .empty
            : "<h2>\(self(model.otherMeaningsTitle))</h2><ul class=\"rows\" id=\"other-meanings\">\(others)</ul>"
        return """
            <div id="saved">\(placedLine(model.failure == nil ? model.message : nil, style: "good", id: "saved-message"))
            <ul class="rows" id="saved-word" data-say>\(item(word))</ul>\(similar)\(meanings)</div>
            """
    }

    private func item(_ word: Word) -> HTML {
        """
        <li id="word-\(word.id.rawValue)"><span class="what">\(link(word)) <span class="quiet">\(direction(word))</span> \
        \(translation(word, word.translation.status()))</span></li>
        """
    }
}

/// What a suggestion means as it is shown: a text and its languages.
struct ShownSuggestion {
    let source, target, text: String

    init(source: String, target: String, text: String) {
        (self.source, self.target, self.text) = (source, target, text)
    }

    /// Reads what a form has sent. Nil if it is not of that form.
    init?(formValue: String) {
        let parts = formValue.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { return nil }
        self.init(source: parts[0], target: parts[1], text: parts[2])
    }

    /// The value of its button: the codes of the languages, and the text.
    var formValue: String { "\(source) \(target) \(text)" }
}

extension LanguageSide {
    /// The name in forms.
    var formName: String {
        switch self {
        case .source: "source"
        case .target: "target"
        }
    }
}
