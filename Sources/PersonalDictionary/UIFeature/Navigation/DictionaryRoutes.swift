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

    /// The entry of a word.
    public static func dictionaryEntry(_ id: WordID) -> SavedScreen {
        SavedScreen("dictionaryEntry", input: id.rawValue)
    }
}

extension RouteName where Input == Void {
    /// Names the route to the favourite words, which may be a screen of the app's own. Its link is `favorites`.
    public static var favorites: Self { RouteName(SavedScreen.favorites.route) }

    /// Names the route to the screen for a new word, which may be a screen of the app's own. Its link is `new-word`.
    public static var newWord: Self { RouteName(SavedScreen.newWord.route, links: ["new-word"]) }

    /// The library's main screen, above one of the app's own. Its link is `words`. It is opened for the links of the screens that it
    /// leads to.
    static var mainScreen: Self {
        RouteName(
            SavedScreen.mainScreen.route,
            linksBeyond: [
                "favorites", "new-word", "search", "search?text=*", "word/*", "todo", "todo/*", "new-task", "conflicts",
            ])
    }

    /// Names the route to the search screen, which may be a screen of the app's own. Its link is `search`, or `search?text=dog`, whose
    /// text is sent to the stream.
    public static func search(_ text: SearchTextStream) -> Self {
        RouteName(SavedScreen.search.route, links: ["search", "search?text=*"]) { _ in
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
        RouteName("dictionaryEntry", links: ["word/*"]) { screen in
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
