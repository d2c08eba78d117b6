import CoreModule

extension DictEntryFormat {
    /// Moves the usual translation to the beginning, with its sense and its definition. The rest keeps its order.
    ///
    /// It is the first of the known ones that a definition has. Otherwise translations are counted: three points for each sense that gives
    /// it, two for each example that uses it, less four for each sense and one for each translation of its sense before it.
    static func withUsualFirst(_ readings: [Reading], known: UsualTranslations) -> [Reading] {
        let points = points(readings.flatMap(\.senses))
        var best: (place: (reading: Int, sense: Int, translation: Int), rank: (Int, Int))?
        for (number, reading) in readings.enumerated() {
            for (sense, translations) in reading.senses.map(\.translations).enumerated() {
                for (place, translation) in translations.enumerated() {
                    let key = TextFolding.fold(translation, .search)
                    let agreement = -known.place(of: translation)
                    let rank = (agreement, points[key, default: 0] - 4 * sense - place)
                    if best.map({ $0.rank < rank }) ?? true { best = ((number, sense, place), rank) }
                }
            }
        }
        guard let best else { return readings }
        var readings = readings
        var first = readings.remove(at: best.place.reading)
        var sense = first.senses.remove(at: best.place.sense)
        sense.moveToFront(best.place.translation)
        first.senses.insert(sense, at: 0)
        return [first] + readings
    }

    private static func points(_ senses: [DictionaryEntry.Sense]) -> [String: Int] {
        var points: [String: Int] = [:]
        for sense in senses {
            for translation in sense.translations { points[TextFolding.fold(translation, .search), default: 0] += 3 }
            for example in sense.examples {
                let words = TextFolding.fold(example.target, .search).split { !$0.isLetter && !$0.isNumber }
                for word in Set(words) { points[String(word), default: 0] += 2 }
            }
        }
        return points
    }
}
