public import CoreModule

/// How the user learns.
public struct ReviewSettings: Hashable, Sendable {
    /// Which new words come first.
    public enum NewOrder: String, Hashable, Sendable, Codable, CaseIterable {
        /// The word that was added last.
        case newestFirst
        /// The word that was added first.
        case oldestFirst

        /// The order for the user.
        public var title: Message {
            self == .newestFirst ? Message("first the newest words") : Message("first the oldest words")
        }
    }

    /// The largest number of new words a day.
    public static let mostNewWordsPerDay = 1000

    /// The parameters of the model and the wanted retention.
    public var scheduler: ReviewScheduler
    /// The wanted retention, that of the scheduler. One out of ``ReviewScheduler/retentions`` becomes the nearest in it.
    public var retention: Double {
        get { scheduler.retention }
        set { scheduler = scheduler.wanting(newValue) }
    }
    /// How many words are begun on a day; also, of how many words the other side is.
    public var newWordsPerDay: Int { didSet { newWordsPerDay = min(max(0, newWordsPerDay), Self.mostNewWordsPerDay) } }
    /// Which words are begun first.
    public var newOrder: NewOrder

    /// The settings as lines of text.
    public var lines: [Message] {
        [
            Message("new words a day: \(String(newWordsPerDay))"), newOrder.title,
            Message("wanted retention: \(String(retention))"),
        ]
    }

    /// Creates settings. The defaults are those of a new user.
    public init(
        scheduler: ReviewScheduler = ReviewScheduler(), newWordsPerDay: Int = 10, newOrder: NewOrder = .newestFirst
    ) {
        self.scheduler = scheduler
        self.newWordsPerDay = min(max(0, newWordsPerDay), Self.mostNewWordsPerDay)
        self.newOrder = newOrder
    }
}

extension ReviewSettings: Codable {
    private enum CodingKeys: CodingKey {
        case retention, parameters, newWordsPerDay, newOrder
    }

    /// Reads settings. What is missing is as for a new user. Throws if the parameters are none.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let parameters = try values.decodeIfPresent([Double].self, forKey: .parameters)
        self.init(
            scheduler: try ReviewScheduler(
                parameters.map { try ReviewParameters($0) } ?? .standard,
                retention: values.decodeIfPresent(Double.self, forKey: .retention) ?? 0.9),
            newWordsPerDay: try values.decodeIfPresent(Int.self, forKey: .newWordsPerDay) ?? 10,
            newOrder: try values.decodeIfPresent(NewOrder.self, forKey: .newOrder) ?? .newestFirst)
    }

    /// Writes settings, without parameters that are the standard ones.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(scheduler.retention, forKey: .retention)
        if scheduler.parameters != .standard { try values.encode(scheduler.parameters.values, forKey: .parameters) }
        try values.encode(newWordsPerDay, forKey: .newWordsPerDay)
        try values.encode(newOrder, forKey: .newOrder)
    }
}
