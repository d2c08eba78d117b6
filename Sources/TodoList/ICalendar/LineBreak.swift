import CoreModule

/// A line break. Both kinds are read, also mixed; an edited or added line uses that of its neighbours.
enum LineBreak: Sendable {
    /// As RFC 5545 requires.
    case carriageReturnLineFeed
    /// As text files on Unix have it, and some programs write it.
    case lineFeed

    /// The line break of an original line; the standard's if it has none.
    init(of raw: ArraySlice<UInt8>) {
        let body = raw.dropLast()
        self = raw.last == .lineFeed && body.last != .carriageReturn ? .lineFeed : .carriageReturnLineFeed
    }

    var bytes: [UInt8] {
        switch self {
        case .carriageReturnLineFeed: [.carriageReturn, .lineFeed]
        case .lineFeed: [.lineFeed]
        }
    }
}
