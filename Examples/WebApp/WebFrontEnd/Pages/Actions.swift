import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// What the forms of the pages do: each calls the view model of the page it is on. The rules are the view models' own.
@MainActor
struct Actions {
    let session: WebSession
    let form: Form
    /// The page that the form is on, with the part of its list.
    let shown: Address
    /// The page that the form is on.
    var page: Address { shown.base }

    /// Whether the page that refuses a form has what was typed in it.
    let keepsFields: Bool

    /// Performs an action, and says what the browser shows then.
    func perform(_ action: String) async -> ActionResult {
        do throws(DictionaryError) {
            if action == "dismiss" { return try await dismiss() }
            switch page {
            case .main, .favorites, .search:
                if let result = try await onWords(action) { return result }
            case .newWord:
                if let result = try await onNewWord(action) { return result }
            case .word:
                if let result = try await onEntry(action) { return result }
            case .review, .reviewStatistics:
                if let result = try await onReview(action) { return result }
            case .bin, .todoBin:
                if let result = try await onBin(action) { return result }
            case .devices:
                if let result = try await onDevices(action) { return result }
            case .todo, .newTask, .task, .conflicts:
                if let result = try await onTasks(action) { return result }
            case .importFile, .exportFile:
                if let result = try await onFiles(action) { return result }
            case .deletion:
                if let result = try await onDeletion(action) { return result }
            case .settings:
                if let result = try await onSettings(action) { return result }
            case .offline:
                if let result = await onOffline(action) { return result }
            case .tree, .part, .filtered: break
            }
        } catch {
            return await done(error)
        }
        let write = PageWriter(session: session, address: page)
        return .page(Pages.notFound(write))
    }

    // MARK: Answers

    /// The page again. If the action failed, it says why.
    /// - Parameters:
    ///   - message: what it did, if the page does not show that beside the form.
    ///   - row: where the page begins, if the form is in a row.
    func done(
        _ failure: (any ExplainedError)? = nil, saying message: Message? = nil, row: String? = nil
    ) async -> ActionResult {
        guard let failure else {
            session.answer = message.map { (shown, $0, shown) }
            return .redirect(shown, row: row)
        }
        if case .duplicate(let id)? = failure as? DictionaryError, let word = await session.word(id) {
            return await failed(Message("“\(word.text)” is there already"), seeing: .word(id))
        }
        return await failed(failure.explanation)
    }

    /// The page again, with the reason of a failure.
    /// - Parameters:
    ///   - conflicts: the fields that another page has changed as well. The page shows their values of now as those before.
    ///   - address: the page of what is in the way.
    func failed(_ reason: Message, conflicts: [String] = [], seeing address: Address? = nil) async -> ActionResult {
        var refused = form
        refused.fields.removeAll { field in conflicts.contains { field.name == "was-" + $0 } }
        // Of a conflict, what was typed is nowhere else.
        let keeps = keepsFields || !conflicts.isEmpty
        var shown = await Pages.page(
            session, shown, notice: .failed(reason, seeing: address), refused: keeps ? refused : nil)
        // A page that cannot be shown says more.
        if shown.status == 200 { shown.status = 422 }
        return .page(shown)
    }

    /// Puts away what the page says of the last action.
    private func dismiss() async throws(DictionaryError) -> ActionResult {
        switch page {
        // What was removed can still be brought back.
        case _ where form["what"] == "notice": break
        case .main, .favorites, .search: session.app.mainScreen.mainWordList.viewModel.dismissRemovalMessage()
        case .todo:
            let list: TodoListGraph? = try await session.open(.todo)
            list?.mainScreen.list.viewModel.dismissUndoMessage()
        default: break
        }
        return await done()
    }

    /// Lets something that may take long go on while the page is shown: the page follows it.
    func inBackground(
        row: String? = nil, _ work: @escaping @MainActor @Sendable () async -> Void
    ) -> ActionResult {
        session.app.scope.run { await work() }
        return .redirect(shown, row: row)
    }

    /// Refuses a form that would replace what another page has changed meanwhile. Sent once more, it replaces that.
    /// - Parameter current: the values of now.
    /// - Returns: nil if there is nothing of that kind.
    func conflict(_ current: KeyValuePairs<String, String>) async -> ActionResult? {
        let changed = current.filter { name, value in
            guard let typed = self.changed(name), form["was-" + name] != nil else { return false }
            return typed != value && plain("was-" + name) != value
        }
        guard let first = changed.first else { return nil }
        return await failed(
            Message("Changed elsewhere meanwhile: “\(first.value)”. Save again to replace it."),
            conflicts: changed.map(\.key))
    }

    /// The value of a field that the user has changed since the page was made; nil if it is as it was.
    func changed(_ name: String) -> String? {
        let value = plain(name)
        return value == plain("was-" + name) ? nil : value
    }

    /// The value of a field; empty if it was not sent. Browsers send a line end of a text as two characters, but not always.
    private func plain(_ name: String) -> String { PageWriter.inArea(form[name] ?? "") }

    private var isOn: Bool { form["on"] == "on" }

    /// Says that something was taken back.
    static func undone(_ change: Message) -> Message { Message("undone: \(change)") }

    // MARK: Words

    private func onWords(_ action: String) async throws(DictionaryError) -> ActionResult? {
        let model: WordListViewModel
        switch page {
        case .favorites:
            guard let screen: FavoritesGraph = try await session.open(page) else { return nil }
            model = screen.favoriteWordList.viewModel
        case .search:
            guard let screen: SearchGraph = try await session.open(.search(session.searchText)) else { return nil }
            if action == "search-mode" {
                if let mode = SearchMode(rawValue: form["mode"] ?? "") { screen.modePicker.viewModel.mode = mode }
                return await done()
            }
            if action == "reload" {
                screen.searchWordList.viewModel.search()
                return await done()
            }
            model = screen.searchWordList.wordList.viewModel
        default: model = session.app.mainScreen.mainWordList.viewModel
        }
        if action == "add-first-word" { return try await addFirstWord() }
        if action.hasSuffix("-chosen") { return await onChosen(action, model) }
        let id = WordID(form["id"] ?? "")
        let row = "word-\(id.rawValue)"
        switch action {
        case "star":
            await model.setFavorite(isOn, of: id)
            return await done(model.failure, row: row)
        case "remove": await model.remove([id])
        case "undo-removal":
            let message = model.lastRemoved.isEmpty ? model.nothingToUndoMessage : model.removalMessage.map(Self.undone)
            await model.undoRemoval()
            return await done(model.failure, saying: message)
        case "retry": return inBackground(row: row) { await model.retry([id]) }
        case "reload":
            await model.load()
            return await done()
        default: return nil
        }
        return await done(model.failure)
    }

    private func onNewWord(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard let screen: NewWordGraph = try await session.open(.newWord) else { return nil }
        let (model, picker) = (screen.viewModel, screen.langPicker.viewModel)
        // Whatever the action is, what is typed and marked stays.
        if let text = form["text"] { model.text = text }
        if let code = form["language"] { picker.mark(Language(code: code)) }
        switch action {
        case "type-word": return await done()
        case "add-word":
            // The Return key saves as well, while the languages are being chosen: with the marked one.
            let isChoosing = picker.side != nil
            if isChoosing, await !picker.confirm(), let failure = picker.failure { return await done(failure) }
            if isChoosing { await model.save() } else { await save(model) }
            return await done(model.failure)
        case "choose-suggestion":
            // What was seen is chosen, also if the list has changed since.
            guard let chosen = ShownSuggestion(formValue: form["suggestion"] ?? "") else { return nil }
            guard model.setLanguages(from: chosen.source, to: chosen.target) else { return await done(model.failure) }
            model.text = chosen.text
            return await done()
        case "begin-languages":
            if let side = LanguageSide.allCases.first(where: { $0.formName == form["side"] }) { picker.begin(side) }
        case "choose-meaning":
            // The word that was saved gets the direction in which it is known.
            let id = WordID(form["id"] ?? "")
            guard let meaning = ShownSuggestion(formValue: form["meaning"] ?? ""),
                let entry: DictionaryEntryGraph = try await session.open(.word(id))
            else { return nil }
            let isStored = await entry.viewModel.edit(text: meaning.text, from: meaning.source, to: meaning.target)
            return await done(isStored ? nil : entry.viewModel.failure, saying: .saved)
        case "confirm-language": await picker.confirm()
        case "cancel-languages": picker.cancel()
        case "swap-languages": await picker.swap()
        default: return nil
        }
        return await done(picker.failure)
    }

    /// Saves a new word in the direction that the page has shown, also if it was changed elsewhere since.
    private func save(_ model: NewWordViewModel) async {
        let current = model.direction
        let shown = (form["direction"] ?? "").split(separator: " ").map(String.init)
        if shown.count == 2, !model.setLanguages(from: shown[0], to: shown[1]) { return }
        let used = model.direction
        await model.save()
        if used != current, model.direction == used {
            model.setLanguages(from: current.source.code, to: current.target.code)
        }
    }

    private func onEntry(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard let screen: DictionaryEntryGraph = try await session.open(page) else { return nil }
        let model = screen.viewModel
        switch action {
        case "star-word": await model.setFavorite(isOn)
        case "remove-word": await model.remove()
        case "undo-word":
            let message = model.message
            await model.undoRemoval()
            return await done(model.failure, saying: message.map(Self.undone))
        case "retry-word": return inBackground { await model.retry() }
        case "edit-word": return await edit(model)
        case "resume-word":
            _ = try await session.app.reviews.resume(model.word.id)
            return await done(saying: Message("“\(model.word.text)” is asked again"))
        case "reload": await model.load()
        default: return nil
        }
        return await done(model.failure)
    }

    /// Changes what the user has changed in the form of a word.
    private func edit(_ model: DictionaryEntryViewModel) async -> ActionResult {
        // Another browser may have changed it just before.
        await model.reload()
        if let conflict = await conflict(PageWriter.fields(of: model.word)) { return conflict }
        let (note, tags, oldTags) = (changed("note"), changed("tags"), WordTags(stored: form["was-tags"] ?? ""))
        let translations = changed("translation").map { typed in
            typed.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
        }
        let isStored = await model.edit(
            text: changed("text"), from: changed("source"), to: changed("target"), translations: translations
        ) { word in
            if let note { word.note = try WordNote(note) }
            guard let tags = try tags.map({ try WordTags([$0]) }) else { return }
            // Others may have added some meanwhile.
            word.tags = try word.tags.removing(oldTags.removing(tags)).adding(tags)
        }
        return await done(isStored ? nil : model.failure, saying: .saved)
    }

    // MARK: Settings

    private func onSettings(_ action: String) async throws(DictionaryError) -> ActionResult? {
        if action == "set-reminder" { return try await setReminder() }
        if let result = try await onLogins(action) { return result }
        if let result = try await onPrograms(action) { return result }
        guard let screen: NewWordGraph = try await session.open(.newWord) else { return nil }
        let picker = screen.langPicker.viewModel
        let code = (form["language"] ?? "").trimmingCharacters(in: .whitespaces)
        switch action {
        case "add-language": await picker.add(code)
        case "drop-language": await picker.drop(code)
        default: return nil
        }
        return await done(picker.failure, saying: .saved)
    }

    private func setReminder() async throws(DictionaryError) -> ActionResult {
        let reminder = session.app.pushNotification.reminder
        if let conflict = await conflict(PageWriter.fields(of: try await reminder.settings())) { return conflict }
        let typed = changed("time")
        let time = typed.flatMap { ReminderTime($0) }
        guard typed == nil || time != nil else { return await failed(Message("The time is not valid.")) }
        let (isEnabled, skips) = (changed("enabled").map { $0 == "on" }, changed("skips").map { $0 == "on" })
        try await reminder.change { settings in
            settings.isEnabled = isEnabled ?? settings.isEnabled
            settings.time = time ?? settings.time
            settings.skipsDaysWithNewWord = skips ?? settings.skipsDaysWithNewWord
        }
        return await done(saying: .saved)
    }
}

extension Message {
    /// What a form has sent is stored.
    static var saved: Message { Message("saved") }
}
