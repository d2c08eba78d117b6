import CoreModule
import Foundation
import RecipeBook
import SwiftUI

struct RecipeListView: View {
    /// Held, because the screen ends with its graph.
    let screen: RecipeListGraph
    let localizer: Localizer

    var body: some View {
        let model = screen.viewModel
        List(model.rows) { Text($0.title) }
            .overlay { if let message = model.message { Text(localizer(message)) } }
            .navigationTitle(localizer(model.title))
            .task { await model.load() }
    }
}

#if canImport(Darwin)
#Preview {
    RecipeListView(screen: .preview(), localizer: .recipeBook(Locale(identifier: "ru")))
}
#endif
