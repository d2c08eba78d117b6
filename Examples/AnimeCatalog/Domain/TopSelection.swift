package import CoreModule

/// What the catalogue has lists of.
package enum CatalogKind: String, CaseIterable, Sendable {
    case anime, manga

    package var title: Message {
        switch self {
        case .anime: Message("Anime")
        case .manga: Message("Manga")
        }
    }

    /// The subtypes, in the order in which they are shown.
    package var subtypes: [Subtype] {
        switch self {
        case .anime: [.airing, .upcoming, .tv, .movie, .ova, .special, .popular, .favorite]
        case .manga: [.manga, .novel, .oneshot, .doujin, .manhwa, .manhua, .popular, .favorite]
        }
    }

    /// All lists of the kind: the whole one first, and then one for each subtype.
    package var selections: [TopSelection] {
        [TopSelection(kind: self, subtype: nil)] + subtypes.map { TopSelection(kind: self, subtype: $0) }
    }
}

/// A part of a kind. Its raw value is the service's name for it.
package enum Subtype: String, Sendable {
    case airing, upcoming, tv, movie, ova, special
    case manga, novel, oneshot, doujin, manhwa, manhua
    case popular = "bypopularity"
    case favorite

    package var title: Message {
        switch self {
        case .airing: Message("Airing")
        case .upcoming: Message("Upcoming")
        case .tv: Message("TV")
        case .movie: Message("Movies")
        case .ova: Message("OVA")
        case .special: Message("Specials")
        case .manga: Message("Manga")
        case .novel: Message("Novels")
        case .oneshot: Message("One-shots")
        case .doujin: Message("Doujin")
        case .manhwa: Message("Manhwa")
        case .manhua: Message("Manhua")
        case .popular: Message("By popularity")
        case .favorite: Message("Everyone's favourites")
        }
    }
}

/// A list of the catalogue: all items of a kind, or those of a subtype. There is none whose subtype is of another kind.
package struct TopSelection: Hashable, Sendable, CustomStringConvertible {
    package let kind: CatalogKind
    /// Nil for all items.
    package let subtype: Subtype?

    fileprivate init(kind: CatalogKind, subtype: Subtype?) {
        self.kind = kind
        self.subtype = subtype
    }

    /// Finds the list of a text that ``description`` has made; nil if there is none.
    package init?(_ text: String) {
        let all = CatalogKind.allCases.flatMap(\.selections)
        guard let found = all.first(where: { $0.description == text }) else { return nil }
        self = found
    }

    /// `anime`, or `anime/airing`.
    package var description: String { subtype.map { "\(kind.rawValue)/\($0.rawValue)" } ?? kind.rawValue }

    /// The title of its screen.
    package var title: Message { subtype?.title ?? kind.title }

    /// Its name among the lists of its kind.
    package var name: Message { subtype?.title ?? Message("All") }
}
