public import CoreModule

extension SavedScreen {
    /// The library's main screen, above one of the app's own.
    public static let mainScreen = SavedScreen("words")
    /// The favourite words.
    public static let favorites = SavedScreen("favorites")
    /// The screen for a new word.
    public static let newWord = SavedScreen("newWord")
    /// The search screen. It is saved without the text that is searched for; a link may have one.
    public static let search = SavedScreen("search")
    /// The review of the words that are due.
    public static let review = SavedScreen("review")
    /// The words that were removed within 30 days.
    public static let bin = SavedScreen("bin")
    /// The devices that have the same words.
    public static let devices = SavedScreen("devices")
    /// The reviews in numbers.
    public static let reviewStatistics = SavedScreen("reviewStatistics")

    /// The entry of a word.
    public static func dictionaryEntry(_ id: WordID) -> SavedScreen {
        SavedScreen("dictionaryEntry", input: id.rawValue)
    }
}

extension RouteLinks {
    static let favorites: RouteLinks = ["favorites"]
    static let newWord: RouteLinks = ["new-word"]
    static let search: RouteLinks = ["search", "search?text=*"]
    static let review = RouteLinks(["review"], leadingTo: [reviewStatistics])
    static let reviewStatistics: RouteLinks = ["review/statistics"]
    static let bin: RouteLinks = ["bin"]
    static let devices: RouteLinks = ["devices"]
    static let dictionaryEntry: RouteLinks = ["word/*"]
}

extension RouteName where Input == Void {
    /// Names the route to the favourite words, which may be a screen of the app's own. Its link is `favorites`.
    public static var favorites: Self { RouteName(SavedScreen.favorites.route, links: .favorites) }

    /// Names the route to the screen for a new word, which may be a screen of the app's own. Its link is `new-word`.
    public static var newWord: Self { RouteName(SavedScreen.newWord.route, links: .newWord) }

    /// Names the route to the review, which may be a screen of the app's own. Its link is `review`.
    public static var review: Self { RouteName(SavedScreen.review.route, links: .review) }

    /// Names the route to the removed words, which may be a screen of the app's own. Its link is `bin`.
    public static var bin: Self { RouteName(SavedScreen.bin.route, links: .bin) }

    /// Names the route to the devices that have the same words, which may be a screen of the app's own. Its link is `devices`.
    public static var devices: Self { RouteName(SavedScreen.devices.route, links: .devices) }

    /// Names the route to the reviews in numbers, which may be a screen of the app's own. Its link is `review/statistics`.
    public static var reviewStatistics: Self {
        RouteName(SavedScreen.reviewStatistics.route, links: .reviewStatistics)
    }

    /// Names the route to the search screen, which may be a screen of the app's own. Its link is `search`, or `search?text=dog`, whose
    /// text is sent to the stream.
    public static func search(_ text: SearchTextStream) -> Self {
        RouteName(SavedScreen.search.route, links: .search) { _ in
            nil
        } find: { input in
            if let input { text.send(input) }
        }
    }
}

extension RouteName where Input == Word {
    /// Names the route to the entry of a word, which may be a screen of the app's own: then the rows of the library's lists lead to it.
    /// Its link is `word/ID`.
    public static func dictionaryEntry(
        in words: Vocabulary, word: @escaping @MainActor (Destination) -> WordID
    ) -> Self {
        RouteName("dictionaryEntry", links: .dictionaryEntry) { screen in
            word(screen).rawValue
        } find: { id in
            guard let id else { return nil }
            do throws(DictionaryError) {
                return try await words.word(WordID(id))
            } catch {
                guard case .notFound = error else { throw error }
                return nil
            }
        }
    }
}
