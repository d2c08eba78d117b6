import CoreModule
import PersonalDictionary
import SwiftUI

/// One card after another: the front, then the answer with the ratings.
struct ReviewView: View {
    let screen: ReviewGraph
    let localizer: Localizer

    var body: some View {
        @Bindable var model = screen.viewModel
        Form {
            if let message = model.message { Text(localizer(message)) }
            if let front = model.front { Text(front) }
            if let back = model.back {
                if let verdict = model.verdict { Text(localizer(verdict)) }
                Text(back)
                ForEach(ReviewRating.allCases, id: \.self) { rating in
                    Button(localizer(rating.title)) { Task { await model.rate(rating) } }
                }
            } else if model.front != nil {
                TextField(localizer(model.answerTitle), text: $model.typed).onSubmit { model.check() }
                Button(localizer(model.revealTitle)) { model.reveal() }
            }
        }
        .navigationTitle(localizer(model.title))
        .toolbar {
            Button(localizer(.undo)) { Task { await model.undo() } }.disabled(!model.canUndo)
            Button(localizer(model.suspendTitle)) { Task { await model.suspend() } }.disabled(model.card == nil)
            Button(localizer(model.editTitle)) { screen.openEntry() }.disabled(model.card == nil)
            Button(localizer(screen.statisticsTitle)) { screen.toStatistics.router.open() }
        }
        .task { await model.load() }
        .alert(of: model.actions, localizer)
    }
}

/// The reviews in numbers.
struct StatisticsView: View {
    let model: ReviewStatisticsViewModel
    let localizer: Localizer

    var body: some View {
        List {
            if let message = model.message { Text(localizer(message)) }
            ForEach(model.lines, id: \.self) { Text(localizer($0)) }
        }
        .navigationTitle(localizer(model.title))
        .task { await model.load() }
    }
}
