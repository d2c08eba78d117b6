import CoreModule
import PersonalDictionary

extension StatisticsRow {
    /// `words 3, translated 2, favourites 1`.
    var message: Message { Message("words \(words), translated \(translated), favourites \(favorites)") }
}

extension MessageTable {
    /// The texts of the statistics. The keys are the English texts, so only English plural forms are here.
    static let statistics = MessageTable([
        "en": [
            "%d words in your dictionary|one": "%d word in your dictionary",
            "%d words in your dictionary|other": "%d words in your dictionary",
        ],
        "ru": [
            "Statistics": "Статистика",
            "Counting words…": "Слова считаются…",
            "No words to count yet": "Пока нет слов",
            "%d words in your dictionary|one": "В словаре %d слово",
            "%d words in your dictionary|few": "В словаре %d слова",
            "%d words in your dictionary|many": "В словаре %d слов",
            "words %@, translated %@, favourites %@": "слов: %@, переведено: %@, избранных: %@",
        ],
    ])
}
