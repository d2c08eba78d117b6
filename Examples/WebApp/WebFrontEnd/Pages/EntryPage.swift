import CoreModule
import PersonalDictionary

extension Pages {
    /// The entry of a word.
    static func entry(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: DictionaryEntryGraph = try await write.session.open(write.address) else { return nil }
        let model = screen.viewModel
        await write.session.loadOnce(screen) { await model.load() }
        let isSuspended = model.isRemoved ? false : try await isSuspended(model.word.id, write.session)
        return write.session.draw(write.address, showing: screen) { write.entry(model, isSuspended: isSuspended) }
    }

    /// Whether reviews do not ask a word any more.
    private static func isSuspended(_ id: WordID, _ session: WebSession) async throws(DictionaryError) -> Bool {
        do throws(DictionaryError) {
            return try await session.app.reviews.cards(of: id).contains(where: \.isSuspended)
        } catch .notFound {
            // It was removed this moment.
            return false
        }
    }
}

extension PageWriter {
    fileprivate func entry(_ model: DictionaryEntryViewModel, isSuspended: Bool) -> HTML {
        guard !model.isRemoved else {
            // What is typed in the forms stays.
            return document(
                model.title,
                answer: undoLine(
                    model.message, "undo-word", isPossible: model.canUndoRemoval, canBeClosed: false),
                """
                <p><a class="button" href="/">\(self(session.app.mainScreen.title))</a></p>
                \(edit(model))
                """)
        }
        let word = model.word
        let source: HTML? = word.translation.translation.map {
            #"<p class="quiet" id="source">\#(session.localizer.source(of: $0))</p>"#
        }
        return document(
            model.title, titleLanguage: word.direction.source.code,
            """
            \(heading(model))
            \(line(model.message, style: model.phase.failure == nil ? "quiet" : "notice bad", id: "phase"))
            \(senses(model.senses, of: model.word))
            \(source)
            <div class="line">\
            \(button(model.starTitle, "star-word", ["on": word.isFavorite ? "" : "on"]))\
            \(button(model.lookUpAgainTitle, "retry-word", isEnabled: !model.isLookingUp))\
            \(button(.delete, "remove-word", style: "bad"))</div>
            \(isSuspended ? suspension : .empty)
            \(edit(model))
            """)
    }

    /// Says that reviews do not ask the word, with the way to change that.
    private var suspension: HTML {
        """
        <div class="line"><span id="suspended">\(self(Message("It is not asked in reviews")))</span>\
        \(button(Message("Ask it again"), "resume-word"))</div>
        """
    }

    private func heading(_ model: DictionaryEntryViewModel) -> HTML {
        let pronunciation = model.entry?.pronunciation.map { " /\($0)/" } ?? ""
        let matched = model.entry?.matched.map { " → \(session.localizer.match($0))" } ?? ""
        let star = model.word.isFavorite ? "★ " : ""
        return """
            <p class="quiet" id="direction">\(star)\(session.localizer.direction(model.word.direction))\
            \(pronunciation)\(matched)</p>
            """
    }

    /// The senses of a word. Empty if there are none.
    func senses(_ senses: [DictionaryEntry.Sense], of word: Word) -> HTML {
        guard !senses.isEmpty else { return .empty }
        let direction = word.direction
        let items = senses.map { sense -> HTML in
            let marks: HTML? = session.localizer.marks(of: sense).map { #"<br><span class="quiet">\#($0)</span>"# }
            let examples = sense.examples.map { example -> HTML in
                """
                <li><span lang="\(direction.source.code)" dir="auto">\(example.source)</span> – \
                <span lang="\(direction.target.code)" dir="auto">\(example.target)</span></li>
                """
            }
            let list: HTML = examples.isEmpty ? .empty : #"<ul class="quiet">\#(examples)</ul>"#
            return """
                <li><span lang="\(direction.target.code)" dir="auto">\(session.localizer.sense(sense))</span>\(marks)\(list)</li>
                """
        }
        return #"<ol id="senses" data-say>\#(items)</ol>"#
    }

    /// The values of a word's fields, as its form has them.
    static func fields(of word: Word) -> KeyValuePairs<String, String> {
        [
            "text": inLine(word.text.value), "source": word.direction.source.code,
            "target": word.direction.target.code, "translation": ownTranslations(of: word),
            "note": inArea(word.note.value), "tags": word.tags.stored,
        ]
    }

    /// All of the user's own translations, one on each line, as the form has them. Empty if there is none.
    private static func ownTranslations(of word: Word) -> String {
        let own = word.translation.isOwn ? word.translation.translation?.all ?? [] : []
        return inArea(own.joined(separator: "\n"))
    }

    private func edit(_ model: DictionaryEntryViewModel) -> HTML {
        let word = model.word
        let languages = session.app.languages.languages.map { ($0.code, $0.name(in: session.localizer.locale)) }
        let content: HTML = """
            \(field(model.textTitle, "text", word.text.value))
            <div class="line">\(choice(LanguageSide.source.title, "source", languages, word.direction.source.code))\
            \(choice(LanguageSide.target.title, "target", languages, word.direction.target.code))</div>
            \(area(model.ownTranslationTitle, "translation", Self.ownTranslations(of: word)))
            <p class="quiet hint">\(self(Message("One translation on each line")))</p>
            \(area(model.noteTitle, "note", word.note.value))
            \(field(WordTags.title, "tags", word.tags.stored))
            \(was(Self.fields(of: word)))
            \(submit(.save, style: "main"))
            """
        let note: HTML =
            word.note.value.isEmpty ? .empty : #"<p class="text" id="note" dir="auto">\#(word.note.value)</p>"#
        let tags: HTML = word.tags.message.map { #"<p class="quiet" id="tags" dir="auto">\#(self($0))</p>"# } ?? .empty
        return """
            \(note)\(tags)<details id="edit"\(HTML.flag("open", isRefused("note")))><summary>\(self(Message("Edit the word")))</summary>
            \(form("edit-word", id: "edit-word", content))</details>
            """
    }
}
