import CoreModule

/// What ends a line. Read are both, mixed as they come; a line that is edited or added ends as its neighbours do.
enum LineBreak: Sendable {
    /// As RFC 5545 wants it.
    case carriageReturnLineFeed
    /// As text files on Unix have it, and some programs write it.
    case lineFeed

    /// The line break of a line as it stands; the standard's where it has none.
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
