import Foundation

/// Makes new identifiers; handed in wherever one is needed, so that a test decides what they are.
///
/// A conforming closure may be called from any thread and never returns the same value twice.
public struct IdentifierGenerator: Sendable {
    private let makeRawValue: @Sendable () -> String

    /// Makes a generator of a closure that returns a new bare value at each call.
    public init(_ makeRawValue: @escaping @Sendable () -> String) {
        self.makeRawValue = makeRawValue
    }

    /// A new identifier of the kind that the caller asks for.
    public func next<Subject>(_: Subject.Type = Subject.self) -> Identifier<Subject> {
        Identifier(makeRawValue())
    }

    /// Version 7 UUIDs (RFC 9562, section 5.7), lower case: 48 bits of Unix time in milliseconds, then a counter of 12
    /// bits so that those made by one generator in the same millisecond still sort in the order they were made, then 62
    /// random bits. A clock set back does not break that order: the last time is kept until the clock has caught up.
    public static func uuidV7(clock: WallClock) -> IdentifierGenerator {
        let state = VersionSevenState()
        return IdentifierGenerator {
            let stamp = state.next(milliseconds: UInt64(max(0, clock.now().timeIntervalSince1970 * 1000)))
            return format(
                stamp: stamp.milliseconds, counter: stamp.counter, random: UInt64.random(in: 0..<(1 << 62)))
        }
    }

    /// `PREFIX1`, `PREFIX2` and so on: for tests and pictures.
    public static func sequence(prefix: String) -> IdentifierGenerator {
        let count = SequenceCounter()
        return IdentifierGenerator { "\(prefix)\(count.next())" }
    }

    private static func format(stamp: UInt64, counter: UInt16, random: UInt64) -> String {
        let high = (stamp & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | UInt64(counter)
        let low = 0x8000_0000_0000_0000 | random
        let digits = hex(high) + hex(low)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { result.append("-") }
            result.append(digit)
        }
        return result
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

private final class VersionSevenState: Sendable {
    private let last = Locked<(milliseconds: UInt64, counter: UInt16)>((0, 0))

    func next(milliseconds: UInt64) -> (milliseconds: UInt64, counter: UInt16) {
        last.withLock { last in
            if milliseconds > last.milliseconds {
                last = (milliseconds, 0)
            } else if last.counter < 0xFFF {
                last.counter += 1
            } else {
                last = (last.milliseconds + 1, 0)
            }
            return last
        }
    }
}

private final class SequenceCounter: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
