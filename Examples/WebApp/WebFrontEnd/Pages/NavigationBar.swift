import CoreModule
import PersonalDictionary

/// A sign that stands beside a title or for it, drawn in the colour of the text.
enum Sign: String {
    case words = "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11"
    case review = "M4 9h11v11H4zM8 5h12v11"
    case todo = "m4 7 2 2 3-4M4 16l2 2 3-4M13 7h7M13 16h7"
    case settings = "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
    case swap = "M4 9h15l-4-4M20 15H5l4 4"
    case delete = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"

    /// The picture. What it means is said beside it.
    var html: HTML {
        #"<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="\#(rawValue)"/></svg>"#
    }
}

/// How many cards wait in the review, and the title that says so.
@MainActor
struct DueCards {
    let number: Int
    let title: Message

    /// Those of now.
    init(_ session: WebSession) {
        let model = session.app.mainScreen.mainNavigator.dueReviews.viewModel
        number = model.count.map { $0.due + $0.new } ?? 0
        title = model.title
    }
}

extension PageWriter {
    /// The same with the cards of now. A drawing that calls this follows their number; other pages show that of their visit.
    var countingCards: PageWriter {
        var copy = self
        copy.due = DueCards(session)
        return copy
    }

    /// The way to each part of the app: beside the title on a wide screen, at the thumb on a phone.
    var navigation: HTML {
        let navigator = session.app.mainScreen.mainNavigator
        let places: [HTML] = [
            place(.main, .words, .words),
            place(.review, Message("Review"), .review, id: "to-review", key: "r", count: due.number, saying: due.title),
            place(.todo, navigator.toTodoListTitle, .todo, key: "t"),
            place(.settings, Message("Settings"), .settings),
        ]
        return """
            <nav aria-label="\(self(Message("Screens")))"><span class="brand" aria-hidden="true">\(self(Message("Dictionary")))</span>\
            <ul>\(places)</ul></nav>
            """
    }

    /// - Parameters:
    ///   - count: what waits there.
    ///   - saying: the title with that number, which is read aloud.
    private func place(
        _ place: Address, _ title: Message, _ sign: Sign, id: String? = nil, key: String? = nil, count: Int = 0,
        saying: Message? = nil
    ) -> HTML {
        let isCurrent = place.isSection(of: address)
        let number: HTML = count > 0 ? #"<span class="number">\#(count)</span>"# : .empty
        return """
            <li><a href="\(place.path)"\(HTML.attribute("id", id))\(HTML.attribute("accesskey", key))\
            \(HTML.attribute("aria-label", count > 0 ? saying.map { self($0) } : nil))\
            \(HTML.attribute("aria-current", isCurrent ? "page" : nil))>\(sign.html)<span>\(self(title))</span>\(number)</a></li>
            """
    }
}

extension Message {
    /// The title of the words.
    static var words: Message { Message("Words") }
}

extension Address {
    /// Whether the navigation shows this address as the current one.
    fileprivate func isSection(of other: Address) -> Bool {
        switch (self, other.base) {
        case (.main, .newWord), (.main, .search), (.main, .favorites), (.main, .word), (.main, .bin),
            (.review, .reviewStatistics),
            (.todo, .newTask), (.todo, .task), (.todo, .conflicts), (.todo, .todoBin),
            (.settings, .importFile), (.settings, .exportFile), (.settings, .devices), (.settings, .deletion),
            (.settings, .tree):
            true
        default: self == other.base
        }
    }
}
