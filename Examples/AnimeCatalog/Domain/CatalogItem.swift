package import CoreModule
package import Foundation

/// An anime or a manga, as the catalogue describes it. Whether it is a favourite is not part of it.
package struct CatalogItem: Identifiable, Hashable, Sendable {
    /// The kind and the service's number, such as `anime/1`: the service numbers each kind from 1.
    package let id: Identifier<CatalogItem>
    package var title: String
    /// The place in the list of all; nil if the service has not ranked it yet.
    package var rank: Int?
    /// The type as the service writes it, such as `TV`; it may be one that this version does not know.
    package var type: String?
    package var page: URL?
    package var picture: URL?
    package var start: CalendarDay?
    package var end: CalendarDay?

    package init(
        id: Identifier<CatalogItem>, title: String, rank: Int? = nil, type: String? = nil, page: URL? = nil,
        picture: URL? = nil, start: CalendarDay? = nil, end: CalendarDay? = nil
    ) {
        self.id = id
        self.title = title
        self.rank = rank
        self.type = type
        self.page = page
        self.picture = picture
        self.start = start
        self.end = end
    }

    /// The type in words. One that is not translated is shown as the service writes it.
    package var typeTitle: Message? { type.map { Message(stringLiteral: $0) } }

    /// From when to when it ran or was published; nil if neither day is known.
    package var dates: Message? {
        switch (start, end) {
        case (let start?, let end?) where start == end: Message("\(day: start)")
        case (let start?, let end?): Message("\(day: start) – \(day: end)")
        case (let start?, nil): Message("from \(day: start)")
        case (nil, let end?): Message("until \(day: end)")
        case (nil, nil): nil
        }
    }

    /// The type and the dates in one line; nil if nothing is known.
    package var details: Message? {
        switch (typeTitle, dates) {
        case (let type?, let dates?): Message("\(type), \(dates)")
        case (let only?, nil), (nil, let only?): only
        case (nil, nil): nil
        }
    }
}
