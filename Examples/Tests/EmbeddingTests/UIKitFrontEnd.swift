#if canImport(UIKit) && !os(watchOS)
import CoreModule
import PersonalDictionary
import UIKit

/// Shows the open screens, and reports those that the user has swiped away. Keep it beside the app's graph.
final class ScreenPresenter: NSObject, UINavigationControllerDelegate {
    let controller: UINavigationController
    private let app: AppGraph
    private let root: UIViewController
    private var shown: [ScreenController] = []
    private var redraw: Redraw?

    init(app: AppGraph, root: UIViewController) {
        self.app = app
        self.root = root
        controller = UINavigationController(rootViewController: root)
        super.init()
        controller.delegate = self
        redraw = Redraw { [weak self] in self?.showOpenScreens() }
    }

    private func showOpenScreens() {
        let known = Dictionary(uniqueKeysWithValues: shown.map { ($0.screen, $0) })
        shown = app.navigation.path.map { known[$0] ?? ScreenController($0) }
        let wanted = [root] + shown
        if controller.viewControllers != wanted { controller.setViewControllers(wanted, animated: true) }
    }

    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
        // Only a screen that was shown can have been swiped away; others may be open but not pushed yet.
        let left = navigationController.viewControllers
        if let gone = shown.first(where: { !left.contains($0) }) { app.navigation.dismiss(gone.screen.id) }
    }
}

/// Shows one screen. It need not detach anything: the navigation stack does, once the screen is dismissed.
final class ScreenController: UIViewController {
    let screen: OpenScreen
    private let label = UILabel()
    private var redraw: Redraw?

    init(_ screen: OpenScreen) {
        self.screen = screen
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        label.frame = view.bounds
        view.addSubview(label)
        redraw = Redraw { [weak self] in self?.update() }
    }

    private func update() {
        guard let entry = screen.graph as? DictionaryEntryGraph else { return }
        label.text = entry.viewModel.word.translation.translation?.text
    }
}
#endif
