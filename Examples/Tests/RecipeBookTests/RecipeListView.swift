#if canImport(SwiftUI)
import CoreModule
import Foundation
import RecipeBook
import SwiftUI

struct RecipeListView: View {
    let model: RecipeListViewModel
    let localizer: Localizer

    var body: some View {
        List(model.rows) { Text($0.title) }
            .overlay { if let message = model.message { Text(localizer(message)) } }
            .navigationTitle(localizer(model.title))
            .task { await model.load() }
    }
}

#Preview {
    let screen = RecipeListGraph.preview()
    RecipeListView(model: screen.viewModel, localizer: .recipeBook(Locale(identifier: "ru")))
}
#endif
