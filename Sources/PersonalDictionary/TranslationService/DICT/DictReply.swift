import CoreModule
import Foundation

/// A DICT server's reply to one command (RFC 2229, sections 2.4 and 3).
package struct DictReply: Hashable, Sendable {
    package struct Definition: Hashable, Sendable {
        package let database: String
        package var lines: [String]

        package init(database: String, lines: [String]) {
            self.database = database
            self.lines = lines
        }
    }

    package let status: Int
    /// The text after the status, for people.
    package let message: String
    package var lines: [String] = []
    /// The definitions, if the command was DEFINE.
    package var definitions: [Definition] = []
}

/// What a server sends, as lines, wherever the network cuts it.
package struct DictLines {
    private var lines: ArraySlice<String> = []
    /// The beginning of a line.
    private var rest: [UInt8] = []

    package init() {}

    /// Whether everything was read.
    package var isEmpty: Bool { lines.isEmpty && rest.isEmpty }

    /// Adds what was received. Invalid UTF-8 becomes replacement characters, which no definition or match may have.
    package mutating func append(_ bytes: [UInt8]) {
        var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        rest += parts.popFirst() ?? []
        for part in parts {
            if rest.last == 0x0D { rest.removeLast() }
            lines.append(String(decoding: rest, as: UTF8.self))
            rest = Array(part)
        }
    }

    /// The next complete line, without its end.
    package mutating func next() -> String? { lines.popFirst() }
}

/// A line that the protocol does not allow here.
package struct DictSyntaxError: Error, Hashable, Sendable {
    package let line: String
}

/// Builds replies from lines: a state machine without a socket.
package struct DictReplyParser {
    private enum Position {
        case status, text
        /// After a text, where the last line of the reply must follow, or the next definition.
        case end
    }

    private var position = Position.status
    private var reply = DictReply(status: 0, message: "")

    package init() {}

    /// Parses the next line, without its end.
    /// - Returns: the reply that it completes.
    package mutating func take(_ line: String) throws(DictSyntaxError) -> DictReply? {
        switch position {
        case .status:
            reply = try Self.status(line)
            switch reply.status {
            case 110...114, 152: position = .text
            case 150: position = .end
            default: return reply
            }
        case .text where line == ".": position = .end
        case .text where reply.status == 150:
            reply.definitions[reply.definitions.count - 1].lines.append(Self.unstuffed(line))
        case .text: reply.lines.append(Self.unstuffed(line))
        case .end:
            let status = try Self.status(line).status
            if status == 151, reply.status == 150 {
                reply.definitions.append(.init(database: try Self.database(line), lines: []))
                position = .text
            } else {
                guard status == 250 else { throw DictSyntaxError(line: line) }
                position = .status
                return reply
            }
        }
        return nil
    }

    private static let statusLine = SharedRegex(/(?s)([0-9]{3})(?: (.*))?/)

    private static func status(_ line: String) throws(DictSyntaxError) -> DictReply {
        guard let match = line.wholeMatch(of: statusLine), let status = Int(match.1) else {
            throw DictSyntaxError(line: line)
        }
        return DictReply(status: status, message: String(match.2 ?? ""))
    }

    /// `151 "word" database "name"`: the word may be quoted and hold spaces.
    private static func database(_ line: String) throws(DictSyntaxError) -> String {
        let words = DictSyntax.words(line)
        guard words.count >= 3 else { throw DictSyntaxError(line: line) }
        return words[2]
    }

    /// A line that begins with a dot is sent with one more; some servers do so only for a lone dot. So one of two dots
    /// is removed, and none of three.
    private static func unstuffed(_ line: String) -> String {
        line.hasPrefix("..") && !line.hasPrefix("...") ? String(line.dropFirst()) : line
    }
}

/// The syntax of words in commands and replies (RFC 2229, section 2.2).
package enum DictSyntax {
    /// The longest word that fits into a command with any database name, in bytes: a command has at most 1024 (section
    /// 2.3).
    private static let maximumSize = 900

    /// A word as a parameter: in quotes, with quotes and backslashes escaped, in NFC. Nil if it is too long for a
    /// command, or contains a control character, such as a line break, which no command may contain.
    package static func quoted(_ text: String) -> String? {
        let text = text.precomposedStringWithCanonicalMapping
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        let quoted = "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        return quoted.utf8.count <= maximumSize ? quoted : nil
    }

    package static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
