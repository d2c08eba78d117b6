package import CoreModule

/// A tab with rows, each of which leads to a screen.
package final class TabGraph<ViewModel: ScreenViewModel, Input, Destination: Graph>: ScreenGraph {
    package let scope: FeatureScope
    package let viewModel: ViewModel
    package let toArticle: RouteGraph<Input, Destination>
    package var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: ViewModel, toArticle: RouteGraph<Input, Destination>) {
        self.scope = scope
        self.viewModel = viewModel
        self.toArticle = toArticle
    }
}
