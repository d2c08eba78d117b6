#if canImport(SwiftUI)
import CoreModule
import PersonalDictionary
import SwiftUI

/// The app's window: the main screen, and above it the screens of the navigation stack.
struct DictionaryView: View {
    let app: AppGraph
    @Bindable private var navigation: ScreenStack

    init(app: AppGraph) {
        self.app = app
        navigation = app.navigation
    }

    var body: some View {
        // A swipe back removes the screen from the path, which ends the feature.
        NavigationStack(path: $navigation.path) {
            WordsView(app: app)
                .navigationDestination(for: OpenScreen.self) { screen in ScreenView(graph: screen.graph) }
        }
    }
}

/// The main screen. View models are observable, so SwiftUI redraws a view that reads them when they change.
struct WordsView: View {
    let app: AppGraph

    var body: some View {
        let list = app.mainScreen.mainWordList
        List(list.viewModel.words) { word in
            Button {
                list.wordList.toEntry.open(word)
            } label: {
                LabeledContent(word.text.value, value: word.translation.translation?.text ?? "…")
            }
        }
        .overlay { if list.viewModel.isEmpty { Text(app.localizer(list.viewModel.emptyMessage)) } }
        .toolbar { Button("New word") { app.mainScreen.mainNavigator.toNewWord.router.open() } }
        .task { await list.viewModel.load() }
    }
}

#Preview("Words") {
    NavigationStack { WordsView(app: .preview()) }
}

/// The view of an open screen.
struct ScreenView: View {
    let graph: any Graph

    var body: some View {
        switch graph {
        case let screen as NewWordGraph: NewWordView(model: screen.viewModel)
        case let screen as DictionaryEntryGraph: Text(screen.viewModel.word.text.value)
        default: EmptyView()
        }
    }
}

struct NewWordView: View {
    @Bindable var model: NewWordViewModel

    var body: some View {
        Form {
            TextField("Word", text: $model.text)
            Button("Save") { Task { await model.save() } }.disabled(!model.canSave)
            if let word = model.saved { Text(word.translation.translation?.text ?? "…") }
        }
    }
}
#endif
