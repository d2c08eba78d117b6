import CoreModule
public import Foundation

/// A dictionary in files on the device, in one of these formats:
///
/// - dictd's, as FreeDict publishes them: an `.index` file, and its text beside it, `.dict` or `.dict.dz`.
/// - StarDict: an `.ifo` file, and beside it `.idx`, `.dict`, and `.syn` if there is one; each may be compressed
///   (`.idx.gz`, `.idx.dz`, `.dict.dz`, `.syn.gz`, `.syn.dz`).
/// - DSL of Lingvo: `.dsl` or `.dsl.dz`, in UTF-16 or UTF-8.
///
/// It is read in place, without a server. A look-up reads a few kilobytes, however large it is; a DSL file, which has no index,
/// is read once when it is opened. If the files change, the next look-up
/// reads the new ones.
///
/// ```swift
/// let file = try DictionaryFile(URL(filePath: "/usr/share/dictd/freedict-eng-rus.index"))
/// let translation = TranslationConfiguration([.glossary, .file(file)])
/// ```
public final class DictionaryFile: Sendable {
    /// The name of the files without its end: `freedict-eng-rus`.
    package let name: String
    private let path: String
    private let format: DictionaryFileFormat
    private let direction: TranslationDirection?
    /// Nil until they are read, and after they have changed.
    private let contents = Locked<DictionaryContents?>(nil)

    /// Opens a dictionary by one of its files, or by their name without the end. Throws ``DictionaryFileError``. If the direction is nil,
    /// the title says it (`English-Russian …`), or the name (`eng-rus`, `en-ru`).
    public convenience init(_ url: URL, direction: TranslationDirection? = nil) throws(DictionaryFileError) {
        try self.init(path: url.path(percentEncoded: false), direction)
    }

    /// Opens the dictionary that a command line names: by a path, or by its direction and a path (`en-ru:PATH`). A path may
    /// begin with `~/`. Throws ``DictionaryFileError``, also if there is no path, or the direction is none.
    public convenience init(argument: String) throws(DictionaryFileError) {
        let parts = argument.wholeMatch(of: /(?:([a-z]+)-([a-z]+):)?(.*)/)?.output
        var path = parts.map { String($0.3) } ?? argument
        if path.hasPrefix("~/") { path = NSString(string: path).expandingTildeInPath }
        guard !path.isEmpty else { throw DictionaryFileError(path: path, reason: .noPath) }
        var direction: TranslationDirection?
        if let source = parts?.1, let target = parts?.2 {
            guard source != target else { throw DictionaryFileError(path: path, reason: .noDirection) }
            direction = .init(unchecked: Language(anyCode: String(source)), Language(anyCode: String(target)))
        }
        try self.init(path: path, direction)
    }

    private init(path: String, _ direction: TranslationDirection?) throws(DictionaryFileError) {
        (format, self.path) = DictionaryFileFormat.format(of: path)
        self.direction = direction
        name = String(self.path.split(separator: "/").last ?? "")
        _ = try open()
    }

    /// The title that the dictionary gives itself; empty if it has none. Throws ``DictionaryFileError``.
    public var title: String {
        get throws(DictionaryFileError) { try read { $0.database.title } }
    }

    /// Whether it translates in a direction. Throws ``DictionaryFileError``, also if nothing says its direction, or if
    /// its title says another one.
    package func translates(_ direction: TranslationDirection) throws(DictionaryFileError) -> Bool {
        try read { contents throws(DictionaryFileError) in try contents.translates(direction) }
    }

    /// Whether it may translate in a direction, as far as is known without its title.
    func mayTranslate(_ direction: TranslationDirection) -> Bool {
        if let own = self.direction { return own == direction }
        let database = DictDatabase(name: name, title: "")
        return database.translates(direction) || !database.namesDirection
    }

    /// Whether it has a word. Ignores case and, in most dictionaries, punctuation. Throws ``DictionaryFileError``.
    package func contains(_ word: String) throws(DictionaryFileError) -> Bool {
        try read { contents throws(DictionaryFileError) in try contents.contains(word) }
    }

    /// Reads the files. If they have changed by then, what was read may be nonsense, so they are opened and read again.
    func read<Value>(
        _ body: (DictionaryContents) throws(DictionaryFileError) -> Value
    ) throws(DictionaryFileError) -> Value {
        for _ in 0..<3 {
            let contents = if let open = contents.withLock({ $0 }) { open } else { try open() }
            let result: Result<Value, DictionaryFileError>
            do throws(DictionaryFileError) { result = .success(try body(contents)) } catch { result = .failure(error) }
            if contents.isUnchanged { return try result.get() }
            self.contents.withLock { $0 = nil }
        }
        throw DictionaryFileError(path: path, reason: .changing)
    }

    private func open() throws(DictionaryFileError) -> DictionaryContents {
        let new = try DictionaryContents(path, format, name: name, direction)
        contents.withLock { $0 = new }
        return new
    }
}
