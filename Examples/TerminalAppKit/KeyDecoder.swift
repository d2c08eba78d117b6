/// Finds the keys in the bytes that a terminal sends, however they are split: a pure state machine.
///
/// An escape is the key of that name, or it begins a sequence. If nothing more comes for a moment while ``isUndecided``, call
/// ``timeOut()``.
package struct KeyDecoder: Sendable {
    private enum State {
        case ground
        case escape
        case controlSequence([UInt8])
        /// Behind ESC O, which begins arrows in the application mode.
        case singleShift
        case scalar([UInt8], length: Int, isAlt: Bool)
        case paste([UInt8])
    }

    private var state = State.ground

    /// Starts between two keys.
    package init() {}

    /// Whether the last bytes are a key, or the beginning of another one.
    package var isUndecided: Bool {
        switch state {
        case .escape, .controlSequence, .singleShift: true
        case .ground, .scalar, .paste: false
        }
    }

    /// The keys that these bytes complete.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { decode(byte, into: &keys) }
        return keys
    }

    /// The key that the last bytes are if no more come.
    package mutating func timeOut() -> [Key] {
        defer { if isUndecided { state = .ground } }
        switch state {
        case .escape: return [.escape]
        case .controlSequence(let bytes): return bytes.isEmpty ? [.alt("[")] : [.unknown]
        case .singleShift: return [.alt("O")]
        case .ground, .scalar, .paste: return []
        }
    }

    private mutating func decode(_ byte: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground: ground(byte, isAlt: false, into: &keys)
        case .escape: escape(byte, into: &keys)
        case .controlSequence(let bytes): controlSequence(bytes, byte, into: &keys)
        case .singleShift:
            state = .ground
            keys.append(KeySequence.key([], final: byte))
        case .scalar(let bytes, let length, let isAlt): scalar(bytes + [byte], length, isAlt, into: &keys)
        case .paste(var bytes):
            // The state lets go of the bytes, so that they are not copied.
            state = .ground
            bytes.append(byte)
            paste(bytes, into: &keys)
        }
    }

    private mutating func ground(_ byte: UInt8, isAlt: Bool, into keys: inout [Key]) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: keys.append(.enter)
        case 0x09: keys.append(.tab)
        case 0x7F, 0x08: keys.append(isAlt ? .deleteWordLeft : .backspace)
        case 0x00...0x1F: keys.append(.control(Character(Unicode.Scalar(byte | 0x40)).lowercasedLetter))
        case 0x20...0x7E:
            let character = Character(Unicode.Scalar(byte))
            keys.append(isAlt ? .alt(character) : .text(String(character)))
        case 0xC2...0xDF: state = .scalar([byte], length: 2, isAlt: isAlt)
        case 0xE0...0xEF: state = .scalar([byte], length: 3, isAlt: isAlt)
        case 0xF0...0xF4: state = .scalar([byte], length: 4, isAlt: isAlt)
        default: keys.append(.text("\u{FFFD}"))
        }
    }

    private mutating func escape(_ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["): state = .controlSequence([])
        case UInt8(ascii: "O"): state = .singleShift
        case 0x1B: keys.append(.escape)
        case 0x7F, 0x08, 0x20...: ground(byte, isAlt: true, into: &keys)
        default:
            keys.append(.escape)
            ground(byte, isAlt: false, into: &keys)
        }
    }

    private mutating func controlSequence(_ bytes: [UInt8], _ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case 0x20...0x3F where bytes.count < 32:
            state = .controlSequence(bytes + [byte])
        case 0x40...0x7E:
            let isPaste = byte == UInt8(ascii: "~") && bytes.elementsEqual("200".utf8)
            state = isPaste ? .paste([]) : .ground
            if !isPaste { keys.append(KeySequence.key(bytes, final: byte)) }
        default:
            // No sequence continues like this.
            keys.append(.unknown)
            ground(byte, isAlt: false, into: &keys)
        }
    }

    private mutating func scalar(_ bytes: [UInt8], _ length: Int, _ isAlt: Bool, into keys: inout [Key]) {
        guard let last = bytes.last, (0x80...0xBF).contains(last) else {
            keys.append(.text("\u{FFFD}"))
            if let last = bytes.last { ground(last, isAlt: false, into: &keys) }
            return
        }
        guard bytes.count == length else {
            state = .scalar(bytes, length: length, isAlt: isAlt)
            return
        }
        state = .ground
        let text = String(decoding: bytes, as: UTF8.self)
        keys.append(isAlt ? text.first.map { .alt($0) } ?? .unknown : .text(text))
    }

    private mutating func paste(_ bytes: [UInt8], into keys: inout [Key]) {
        let end = Array("\u{1B}[201~".utf8)
        if bytes.last == end.last, bytes.suffix(end.count) == end[...] {
            keys.append(.paste(String(decoding: bytes.dropLast(end.count), as: UTF8.self)))
        } else {
            state = .paste(bytes)
        }
    }
}

extension Character {
    fileprivate var lowercasedLetter: Character { lowercased().first ?? self }
}
