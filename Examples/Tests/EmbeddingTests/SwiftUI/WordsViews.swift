import CoreModule
import PersonalDictionary
import SwiftUI
import TodoList

/// The first screen of the words. While there is a text in the search field, it shows what is found.
struct WordsView: View {
    let home: HomeGraph
    let localizer: Localizer

    var body: some View {
        @Bindable var field = home.searchField.viewModel
        @Bindable var modes = home.search.modePicker.viewModel
        let list = field.text.isEmpty ? home.words.wordList : home.search.searchWordList.wordList
        WordRows(list: list, localizer: localizer)
            .searchable(text: $field.text, prompt: localizer(field.hint))
            .searchScopes($modes.mode) {
                ForEach(modes.modes, id: \.self) { Text(localizer($0.title)).tag($0) }
            }
            .toolbar {
                Button(localizer(Message("Favourites"))) { home.toFavorites.router.open() }
                Button(localizer(Message("New word"))) { home.toNewWord.router.open() }
            }
    }
}

/// Rows of words with what the user can do with each: of all words, of those that are found, of the favourites.
struct WordRows: View {
    let list: WordListGraph
    let localizer: Localizer

    var body: some View {
        let rows = list.viewModel
        List {
            ForEach(rows.words) { word in
                Button {
                    list.open(word)
                } label: {
                    LabeledContent(word.text.value, value: word.translation.translation?.text ?? "…")
                }
                .swipeActions(edge: .leading) {
                    Button(localizer(rows.starTitle(of: word))) {
                        Task { await rows.setFavorite(!word.isFavorite, of: word.id) }
                    }
                }
                .swipeActions {
                    Button(localizer(.delete), role: .destructive) { Task { await rows.remove([word.id]) } }
                }
                .task { await rows.appeared(word.id) }
            }
            .onDelete { places in
                let ids = places.map { rows.words[$0].id }
                Task { await rows.remove(ids) }
            }
        }
        .overlay { if let message = rows.message { Text(localizer(message)) } }
        .navigationTitle(localizer(rows.title))
        .refreshable { await rows.load() }
        .task { await rows.load() }
        .alert(of: rows.actions, localizer)
    }
}

/// The view of an open screen. A screen of the libraries that is forgotten here does not compile.
struct ScreenView: View {
    let graph: any Graph
    let localizer: Localizer

    var body: some View {
        switch AppScreen(graph) {
        case .newWord(let screen):
            NewWordView(model: screen.viewModel, languages: screen.langPicker.viewModel, localizer: localizer)
        case .dictionaryEntry(let screen): EntryView(model: screen.viewModel, localizer: localizer)
        case .favorites(let screen): WordRows(list: screen.favoriteWordList.wordList, localizer: localizer)
        case .search(let screen): WordRows(list: screen.searchWordList.wordList, localizer: localizer)
        case .mainScreen(let screen): WordRows(list: screen.mainWordList.wordList, localizer: localizer)
        case .review(let screen): ReviewView(screen: screen, localizer: localizer)
        case .reviewStatistics(let screen): StatisticsView(model: screen.viewModel, localizer: localizer)
        case .bin(let screen): BinView(model: screen.viewModel, text: \.word.text.value, localizer: localizer)
        case .devices(let screen): DevicesView(model: screen.viewModel, localizer: localizer)
        case .todoList(let screen): TasksView(tasks: screen.mainScreen, localizer: localizer)
        case .todoEditor(let screen): TaskView(model: screen.viewModel, localizer: localizer)
        case .todoConflicts(let screen): ConflictsView(model: screen.viewModel, localizer: localizer)
        case .todoBin(let screen): BinView(model: screen.viewModel, text: \.todo.text.value, localizer: localizer)
        case .own: EmptyView()  // Screens of your own, by the types of their graphs.
        }
    }
}

struct NewWordView: View {
    @Bindable var model: NewWordViewModel
    @Bindable var languages: LangPickerViewModel
    let localizer: Localizer

    var body: some View {
        Form {
            TextField(localizer(model.textHint), text: $model.text)
                .onSubmit { Task { await model.submit() } }
            picker(.source, $languages.source)
            picker(.target, $languages.target)
            Button(localizer(.save)) { Task { await model.save() } }.disabled(!model.canSave)
            if let word = model.saved {
                LabeledContent(word.text.value, value: word.translation.translation?.text ?? "…")
            }
        }
        .navigationTitle(localizer(model.title))
        .alert(of: model.actions, localizer)
        .alert(of: languages.actions, localizer)
    }

    private func picker(_ side: LanguageSide, _ selection: Binding<Language>) -> some View {
        Picker(localizer(side.title), selection: selection) {
            ForEach(languages.languages, id: \.self) { Text($0.name(in: localizer.locale)).tag($0) }
        }
    }
}

struct EntryView: View {
    @Bindable var model: DictionaryEntryViewModel
    let localizer: Localizer

    var body: some View {
        List {
            Toggle(localizer(model.starTitle), isOn: $model.isFavorite)
            ForEach(model.senses, id: \.self) { Text($0.translations.joined(separator: ", ")) }
            if let message = model.message { Text(localizer(message)) }
        }
        .navigationTitle(localizer(model.title))
        .refreshable { await model.retry() }
        .task { await model.load() }
        .alert(of: model.actions, localizer)
    }
}

struct TasksView: View {
    let tasks: TodoMainScreenGraph
    let localizer: Localizer

    var body: some View {
        @Bindable var done = tasks.showButton.viewModel
        let list = tasks.list.viewModel
        List {
            ForEach(list.todos) { todo in
                Button {
                    tasks.open(todo)
                } label: {
                    Label(todo.text.value, systemImage: todo.isCompleted ? "checkmark.circle" : "circle")
                }
                .swipeActions(edge: .leading) {
                    Button("✓") { Task { await list.setCompleted(!todo.isCompleted, todo.id) } }
                }
            }
            .onDelete { places in
                let ids = places.map { list.todos[$0].id }
                Task { await list.remove(ids) }
            }
        }
        .overlay { if list.isEmpty { Text(localizer(list.emptyMessage)) } }
        .navigationTitle(localizer(tasks.title))
        .toolbar {
            Toggle(localizer(done.title), isOn: $done.isShowingCompleted).disabled(!done.canToggle)
            Button(localizer(list.typedTextHint)) { tasks.toEditor.router.open(nil) }
        }
        .refreshable { await tasks.networkIndicator.viewModel.synchronize() }
        .task { await list.load() }
        .alert(of: list.actions, localizer)
    }
}

struct TaskView: View {
    @Bindable var model: TodoEditorViewModel
    let localizer: Localizer

    var body: some View {
        Form {
            TextField(localizer(model.textHint), text: $model.text)
            Picker(localizer(TodoField.priority.title), selection: $model.priority) {
                ForEach(TodoPriority.allCases, id: \.self) { Text(localizer($0.title)).tag($0) }
            }
            Toggle(localizer(TodoField.deadline.title), isOn: $model.hasDeadline)
            Button(localizer(.save)) { Task { await model.save() } }.disabled(!model.canSave)
        }
        .navigationTitle(localizer(model.title))
        .alert(of: model.actions, localizer)
    }
}

struct ConflictsView: View {
    let model: TodoConflictsViewModel
    let localizer: Localizer

    var body: some View {
        List(model.conflicts) { conflict in
            LabeledContent(conflict.text, value: localizer(conflict.message))
            Button(localizer(model.restoreTitle)) { Task { await model.restore(conflict.id) } }
        }
        .navigationTitle(localizer(model.title))
        .task { await model.load() }
        .alert(of: model.actions, localizer)
    }
}

struct BinView<Item: RemovedItem, Failure: LoggedError & ExplainedError & Hashable>: View {
    let model: BinViewModel<Item, Failure>
    let text: KeyPath<Item, String>
    let localizer: Localizer
    @State private var isAsking = false

    var body: some View {
        Form {
            List(model.items) { item in
                LabeledContent(item[keyPath: text], value: localizer(model.message(of: item)))
                Button(localizer(model.restoreTitle)) { Task { await model.restore([item.id]) } }
            }
            if isAsking { Text(localizer(model.emptyQuestion)) }
            Button(localizer(model.emptyTitle)) {
                if isAsking { Task { await model.empty() } }
                isAsking.toggle()
            }
        }
        .navigationTitle(localizer(model.title))
        .task { await model.load() }
        .alert(of: model.actions, localizer)
    }
}

struct DevicesView: View {
    let model: DevicesViewModel
    let localizer: Localizer

    var body: some View {
        Form {
            Text(localizer(model.message))
            Button(localizer(model.synchronizeTitle)) { Task { await model.synchronize() } }
                .disabled(!model.canSynchronize)
            List(model.devices) { LabeledContent($0.name, value: localizer(model.message(of: $0))) }
            List(model.conflicts) { conflict in
                LabeledContent(conflict.text, value: localizer(conflict.message))
                Button(localizer(model.restoreTitle)) { Task { await model.restore(conflict.id) } }
                Button(localizer(model.dismissTitle)) { Task { await model.dismiss([conflict.id]) } }
            }
        }
        .navigationTitle(localizer(model.title))
        .task { await model.load() }
        .alert(of: model.actions, localizer)
    }
}
