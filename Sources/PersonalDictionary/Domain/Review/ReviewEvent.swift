public import CoreModule
public import Foundation

/// What a card shows first.
public enum ReviewSide: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The word: its meaning is recalled.
    case word
    /// The translation: the word is recalled.
    case meaning

    /// The side of the same word's other card.
    public var other: ReviewSide { self == .word ? .meaning : .word }

    /// The word comes first.
    public static func < (lhs: ReviewSide, rhs: ReviewSide) -> Bool { lhs == .word && rhs == .meaning }
}

/// The identifier of a card: a word with a translation has one for each side.
public struct ReviewCardID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The word.
    public let word: WordID
    /// What the card shows first.
    public let side: ReviewSide

    /// Makes an identifier.
    public init(_ word: WordID, _ side: ReviewSide) {
        self.word = word
        self.side = side
    }

    /// The same word's other card.
    public var sibling: ReviewCardID { ReviewCardID(word, side.other) }

    /// `0192…/meaning`.
    public var description: String { "\(word)/\(side.rawValue)" }

    /// In the order of words, then of sides.
    public static func < (lhs: ReviewCardID, rhs: ReviewCardID) -> Bool {
        (lhs.word, lhs.side) < (rhs.word, rhs.side)
    }
}

/// The identifier of an event. No other event has it, on whichever device.
public typealias ReviewEventID = Identifier<ReviewEvent>

/// What happened to a card. It never changes, and all that is known of a card follows from its events: devices that know the same events
/// agree.
public struct ReviewEvent: Identifiable, Hashable, Sendable, Comparable {
    /// The prefix of the identifiers of events from Anki's columns, which have no identifiers.
    static let unnamedPrefix = "revlog/"

    /// What can happen to a card.
    public enum Kind: Hashable, Sendable {
        /// It was reviewed. The answer took so many milliseconds.
        case rated(ReviewRating, milliseconds: Int)
        /// It is not asked any more.
        case suspended
        /// It is asked again.
        case resumed
        /// What was learnt is forgotten: it is a new card.
        case reset

        /// The name in files and stores.
        public var name: String {
            switch self {
            case .rated: "rated"
            case .suspended: "suspended"
            case .resumed: "resumed"
            case .reset: "reset"
            }
        }

        /// Makes a kind of its parts, of which only a review has the last two. Nil if they are none.
        public init?(name: String, rating: ReviewRating? = nil, milliseconds: Int? = nil) {
            switch (name, rating) {
            case ("rated", let rating?): self = .rated(rating, milliseconds: min(max(0, milliseconds ?? 0), 1 << 40))
            case ("suspended", _): self = .suspended
            case ("resumed", _): self = .resumed
            case ("reset", _): self = .reset
            default: return nil
            }
        }
    }

    /// The identifier.
    public let id: ReviewEventID
    /// The card.
    public let card: ReviewCardID
    /// What happened.
    public let kind: Kind
    /// When it happened, in whole milliseconds.
    public let date: Date
    /// The local day in which it happened, by ``ReviewCalendar``.
    public let day: Int

    /// Makes an event. A day out of range becomes the nearest one.
    public init(id: ReviewEventID, card: ReviewCardID, kind: Kind, date: Date, day: Int) {
        self.id = id
        self.card = card
        self.kind = kind
        self.date = Date(millisecondsSince1970: date.millisecondsSince1970)
        self.day = min(max(day, ReviewCalendar.days.lowerBound), ReviewCalendar.days.upperBound)
    }

    /// The rating, if it is a review.
    public var rating: ReviewRating? { if case .rated(let rating, _) = kind { rating } else { nil } }

    /// How long the answer took, if it is a review.
    public var milliseconds: Int? { if case .rated(_, let milliseconds) = kind { milliseconds } else { nil } }

    /// The earlier one comes first; of those of one millisecond, the smaller identifier.
    public static func < (lhs: ReviewEvent, rhs: ReviewEvent) -> Bool { (lhs.date, lhs.id) < (rhs.date, rhs.id) }
}
