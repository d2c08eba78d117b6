extension ReviewQueue.Cards {
    /// Reads the cards of a day.
    init(
        day: Int, limit: Int, side: ReviewSide?, _ settings: ReviewSettings, in reviews: any ReviewSnapshot
    ) throws(DictionaryError) {
        self.init()
        let ratings = try Self.ratings(on: day, in: reviews)
        reviewed = Set(ratings.keys)
        // Those whose siblings are asked, or were reviewed today, fall out. A side is not known to the store.
        let enough = side != nil || limit > 1 << 20 ? .max : 2 * max(0, limit) + reviewed.count
        func isOfSide(_ card: ReviewCard) -> Bool { side == nil || card.id.side == side }
        due = limit > 0 ? try reviews.cards(dueOn: day, limit: enough).filter(isOfSide) : []

        let begun = try Self.begun(ratings, in: reviews)
        let busy = Set(reviewed.map(\.word)).union(side == nil ? [] : due.map(\.id.word))
        let sides = max(0, settings.newWordsPerDay - begun.sides)
        // Both sides of a word that was reviewed may be new.
        let otherSides = try reviews.newCards(
            apartOn: side == nil ? day : nil, limit: side != nil ? .max : sides + 2 * busy.count + 1
        ).filter(isOfSide)
        new = Array(otherSides.filter { !busy.contains($0.id.word) }.prefix(sides))
        let isMoreOfSides = otherSides.count > new.count

        let words = max(0, settings.newWordsPerDay - begun.words)
        let newWords = try reviews.newWords(settings.newOrder, limit: words + 1)
        new += newWords.prefix(words).map { ReviewCard(ReviewCardID($0, side ?? .word)) }

        let isMore = settings.newWordsPerDay > 0 && (isMoreOfSides || newWords.count > words)
        let isWaiting = isMore || due.contains { reviewed.contains($0.id.sibling) }
        nextDay = isWaiting ? day + 1 : try reviews.nextDueDay(after: day)
    }

    /// How many cards a day has, as a queue without a limit asks them: of a word one, of which nothing was reviewed on this day, and those
    /// that were forgotten on it.
    static func counts(
        on day: Int, _ settings: ReviewSettings, in reviews: any ReviewSnapshot
    ) throws(DictionaryError) -> (due: Int, new: Int) {
        var cards = Self()
        cards.new = try Self(day: day, limit: 0, side: nil, settings, in: reviews).new
        return (try dueCount(on: day, in: reviews), ReviewQueue(day: day, cards, scheduler: settings.scheduler).count)
    }

    /// Only the due ones of ``counts(on:_:in:)``.
    static func dueCount(on day: Int, in reviews: any ReviewSnapshot) throws(DictionaryError) -> Int {
        var count = try reviews.dueWordCount(on: day)
        let reviewed = try ratings(on: day, in: reviews).keys
        for word in Set(reviewed.map(\.word)) where try reviews.words.word(word)?.isLearnable == true {
            let due = try reviews.cards(of: word).filter { $0.isDue(on: day) }
            if !due.isEmpty { count += due.count { reviewed.contains($0.id) } - 1 }
        }
        return count
    }

    /// The cards of words that are there that were reviewed on a day, with the number of their reviews.
    static func ratings(
        on day: Int, in reviews: any ReviewSnapshot
    ) throws(DictionaryError) -> [ReviewCardID: Int] {
        try reviews.ratings(in: reviews.events(since: day)).reduce(into: [:]) { counts, event in
            if event.day == day { counts[event.card, default: 0] += 1 }
        }
    }

    /// The number of words that were begun on a day with these reviews, and of other sides.
    private static func begun(
        _ ratings: [ReviewCardID: Int], in reviews: any ReviewSnapshot
    ) throws(DictionaryError) -> (words: Int, sides: Int) {
        var begun = (words: 0, sides: 0)
        for word in Set(ratings.keys.map(\.word)) {
            let reviewed = try reviews.cards(of: word).filter { $0.memory != nil }
            let first = reviewed.filter { $0.reviews <= ratings[$0.id] ?? 0 }
            let isNewWord = !first.isEmpty && first.count == reviewed.count
            begun.words += isNewWord ? 1 : 0
            begun.sides += isNewWord ? first.count - 1 : first.count
        }
        return begun
    }
}
