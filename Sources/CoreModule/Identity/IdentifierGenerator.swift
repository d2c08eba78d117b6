import Foundation

/// Makes new identifiers. It is passed in wherever one is needed, so that a test decides what they are.
public struct IdentifierGenerator: Sendable {
    private let makeRawValue: @Sendable () -> String
    private let form: @Sendable (String) -> Bool

    /// Makes a generator of a closure, which returns a new raw value at each call and may be called from any thread. `form`
    /// says whether a text may be a raw value of this generator; by default, each text of 1 to 200 characters without white
    /// space and control characters.
    public init(
        form: @escaping @Sendable (String) -> Bool = { $0.wholeMatch(of: /[^\s\p{Cc}]{1,200}/) != nil },
        _ makeRawValue: @escaping @Sendable () -> String
    ) {
        self.makeRawValue = makeRawValue
        self.form = form
    }

    /// Whether the generator, here or elsewhere, could have made a raw value.
    package func canMake(_ rawValue: String) -> Bool { form(rawValue) }

    /// A new identifier of the type that the caller needs.
    public func next<Subject>(_: Subject.Type = Subject.self) -> Identifier<Subject> {
        Identifier(makeRawValue())
    }

    /// UUIDs of version 7 (RFC 9562, section 5.7) in lower case: 48 bits of Unix time in milliseconds, a counter of 12 bits, and
    /// 62 random bits. The counter keeps the order within a millisecond. If the clock is set back, the last time is kept until
    /// the clock has caught up, which keeps the order too.
    public static func uuidV7(clock: WallClock) -> IdentifierGenerator {
        let last = Locked<(milliseconds: UInt64, counter: UInt64)>((0, 0))
        return IdentifierGenerator(form: { UUID(uuidString: $0)?.uuidString.lowercased() == $0 }) {
            let now = UInt64(max(0, clock.now().timeIntervalSince1970 * 1000))
            let stamp = last.withLock { last in
                if now > last.milliseconds {
                    last = (now, 0)
                } else if last.counter < 0xFFF {
                    last.counter += 1
                } else {
                    last = (last.milliseconds + 1, 0)
                }
                return last
            }
            let high = (stamp.milliseconds & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | stamp.counter
            let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0..<(1 << 62))
            return UUID(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self)).uuidString.lowercased()
        }
    }

    /// `PREFIX1`, `PREFIX2` and so on, for tests and pictures.
    public static func sequence(prefix: String) -> IdentifierGenerator {
        let count = Locked(0)
        return IdentifierGenerator {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return "\(prefix)\(number)"
        }
    }
}
