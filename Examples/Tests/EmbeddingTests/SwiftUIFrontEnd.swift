#if canImport(SwiftUI)
import CoreModule
import Foundation
import PersonalDictionary
import SwiftUI

/// The program. In your app it has the attribute `@main`.
struct WordsApp: App {
    @State private var app: AppGraph?
    @State private var failure: DictionaryError?

    var body: some Scene {
        WindowGroup {
            if let app {
                DictionaryView(app: app)
            } else if let failure {
                Text(Localizer.personalDictionary()(failure.explanation))
            } else {
                ProgressView().task { await open() }
            }
        }
    }

    private func open() async {
        let file = URL.applicationSupportDirectory.appending(path: "words.sqlite")
        do { app = try await openApp(file, tree: FeatureTree()) } catch { failure = error }
    }
}

/// The app's window: the main screen, and above it the open screens.
struct DictionaryView: View {
    let app: AppGraph

    var body: some View {
        LayerView(navigation: app.navigation) { WordsView(app: app) }
    }
}

/// A screen with those that are pushed over it, and in a sheet the next presented one, with those above that.
struct LayerView<Bottom: View>: View {
    @Bindable var navigation: ScreenStack
    /// The presented screen at the bottom; nil if the main screen is.
    var presented: FeatureID?
    @ViewBuilder let bottom: Bottom

    var body: some View {
        // A swipe back removes the screen from the path, which ends the feature. Dismissing the sheet does the same.
        NavigationStack(path: $navigation[pushedAbove: presented]) {
            bottom.navigationDestination(for: OpenScreen.self) { screen in ScreenView(graph: screen.graph) }
        }
        .sheet(item: $navigation[presentedAbove: presented]) { screen in
            // Erased, because a layer may contain another one.
            AnyView(
                LayerView<ScreenView>(navigation: navigation, presented: screen.id) {
                    ScreenView(graph: screen.graph)
                })
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
                list.wordList.open(word)
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
