import CoreModule
import Foundation

/// Events as rows of Anki's table of reviews (https://github.com/ankidroid/Anki-Android/wiki/Database-Structure#review-log). The card is
/// the identifier of its word and its side.
struct AnkiReviewRows {
    static let header = "id,cid,usn,ease,ivl,lastIvl,factor,time,type"

    private let scheduler: ReviewScheduler
    private var cards: [ReviewCardID: ReviewCard] = [:]

    init(_ scheduler: ReviewScheduler) {
        self.scheduler = scheduler
    }

    /// The row of the next event, without a line break; nil if Anki's log has no such event.
    mutating func row(_ event: ReviewEvent) -> String? {
        let before = cards[event.card] ?? ReviewCard(event.card)
        var card = before
        card.add(event, scheduler)
        cards[event.card] = card
        let id = event.date.millisecondsSince1970
        let name = event.card.description
        let cell =
            name.contains(where: { $0 == "," || $0 == "\"" }) ? "\"\(name.replacing("\"", with: "\"\""))\"" : name
        switch event.kind {
        case .suspended, .resumed: return nil
        case .reset: return "\(id),\(cell),-1,0,0,\(before.interval ?? 0),0,0,4"
        case .rated(let rating, let milliseconds):
            // Between 100 and 1100.
            let factor = card.memory.map { Int((($0.difficulty - 1) / 9 * 1000 + 100).rounded()) } ?? 0
            let type = before.memory == nil ? 0 : before.interval == 0 ? (before.lapses > 0 ? 2 : 0) : 1
            return "\(id),\(cell),-1,\(rating.rawValue),\(card.interval ?? 0),\(before.interval ?? 0),\(factor),"
                + "\(milliseconds),\(type)"
        }
    }

    /// The event of a row; nil for the header. Its identifier follows from the card and the time, so that it is imported once.
    static func event(_ row: RawRow, _ calendar: ReviewCalendar) throws(ExchangeProblem) -> ReviewEvent? {
        let count = header.split(separator: ",").count
        guard row.ends.count == count else { throw .fields(row.ends.count, insteadOf: count) }
        var cells: [String] = []
        for number in 0..<count {
            guard let text = row.text(number) else { throw .notUTF8 }
            cells.append(text)
        }
        if cells.joined(separator: ",") == header { return nil }
        guard let id = Int64(cells[0]), (-62_135_596_800_000...253_402_300_799_999).contains(id),
            let ease = Int(cells[3]), let time = Int(cells[7]), let type = Int(cells[8])
        else { throw .notEvent }
        let card = try ReviewCardID(exchanged: cells[1])
        let kind: ReviewEvent.Kind? =
            if type == 4, ease == 0 {
                .reset
            } else {
                .init(name: "rated", rating: ReviewRating(rawValue: ease), milliseconds: time)
            }
        guard let kind else { throw .notEvent }
        let date = Date(millisecondsSince1970: id)
        return ReviewEvent(
            id: ReviewEventID("\(ReviewEvent.unnamedPrefix)\(id)/\(card)"), card: card, kind: kind, date: date,
            day: calendar.day(of: date))
    }
}
