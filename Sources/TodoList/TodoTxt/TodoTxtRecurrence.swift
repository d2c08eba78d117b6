import CoreModule

/// The value of a pair `rec` of todo.txt, as SimpleTask, topydo and other programs write it: `1w`, `+1m`, `1b`.
///
/// It is a number of days, weeks, months or years, or one business day. With a plus it counts from the deadline, as a rule of iCalendar
/// does; without one from the day on which the task is done.
package struct TodoTxtRecurrence: Hashable, Sendable, CustomStringConvertible {
    /// What is counted.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
        case businessDays = "b"
    }

    /// Whether it counts from the deadline.
    private let isStrict: Bool
    package let number: Int
    package let unit: Unit

    /// Reads a value; nil for anything else, also for several business days, which no rule of iCalendar says.
    package init?(_ value: String) {
        let isStrict = value.hasPrefix("+")
        guard let unit = value.last.flatMap({ Unit(rawValue: String($0)) }),
            let number = decimal(value.dropFirst(isStrict ? 1 : 0).dropLast().utf8)
        else { return nil }
        self.init(number, unit, isStrict: isStrict)
    }

    /// Describes one that counts from the deadline.
    package init?(_ number: Int, _ unit: Unit) { self.init(number, unit, isStrict: true) }

    private init?(_ number: Int, _ unit: Unit, isStrict: Bool) {
        guard (1...999).contains(number), unit != .businessDays || number == 1 else { return nil }
        (self.number, self.unit, self.isStrict) = (number, unit, isStrict)
    }

    /// The value.
    package var description: String { "\(isStrict ? "+" : "")\(number)\(unit.rawValue)" }
}
