public import Foundation

/// A file to read.
public enum InputFile {
    /// Opens a file. Refuses a SQLite database: it may be the store of this process, and closing any descriptor of a file drops
    /// SQLite's locks on it. `failure` makes the error of a reason, which is a part of a sentence.
    public static func open<Failure: Error>(_ url: URL, _ failure: (Message) -> Failure) throws(Failure) -> FileHandle {
        guard !OutputFile.isDatabase(url.path(percentEncoded: false)) else {
            throw failure(OutputFile.Refusal.database.reason)
        }
        do { return try FileHandle(forReadingFrom: url) } catch { throw failure(.fileError(error)) }
    }
}
