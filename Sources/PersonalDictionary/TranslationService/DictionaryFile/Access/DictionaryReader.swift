import CoreModule

/// Reads the open files of a dictionary. There is one for each format.
protocol DictionaryReader: Sendable {
    /// The title that the dictionary gives itself; empty if it has none.
    var title: String { get }
    /// The direction that the files themselves say as codes or names of languages; nil if they do not.
    var direction: TranslationDirection? { get }
    /// The open files.
    var files: [RandomAccessFile] { get }

    /// The places of a word, or those of all words that begin with a text. Ignores case. Throws ``DictionaryFileError``.
    func rows(of text: String, isPrefix: Bool) throws(DictionaryFileError) -> [DictionaryRow]

    /// What the dictionary says at places. Throws ``DictionaryFileError``.
    func readings(at rows: [DictionaryRow]) throws(DictionaryFileError) -> [DictEntryFormat.Reading]

    /// The words within the edits of a misspelt text, with their ranks, those of about its length first.
    func words(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)]
}

/// A word of an index, and where its entry is in the text.
struct DictionaryRow: Sendable {
    let word: String
    let place: DictionaryText.Place
    /// The word of the entry, if this is another one for it.
    var mainWord: String?
}
