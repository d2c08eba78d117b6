import CoreModule
import TerminalFrontEnd

extension Graph {
    /// The first screen in the window; nil if the graph is another one.
    func homeScreen(_ context: ScreenContext) -> (any Screen)? {
        (self as? HomeGraph).map { home in
            MenuScreen(
                home.title, home.rows.map { MenuScreen.Row($0.title, open: $0.open) }, context,
                hint: Message("Enter open · T feature tree · q quit · ? help"))
        }
    }
}
