extension VTodo {
    /// The priority as a number: 1 is the highest, 9 the lowest, 0 none.
    public var priority: Int? {
        get throws(ICalendarProblem) { try number("PRIORITY", in: 0...9) }
    }

    /// Sets the priority as a number from 0 to 9, or takes it away.
    public mutating func setPriority(_ priority: Int?) {
        set("PRIORITY", number: priority.map { min(max($0, 0), 9) })
    }

    /// The priority as one of three (RFC 5545, section 3.8.1.9): 1 to 4 are high, 6 to 9 low; 5, none and one that is malformed
    /// are normal.
    public var priorityClass: TodoPriority {
        switch readableNumber("PRIORITY") {
        case (1...4)?: .high
        case (6...9)?: .low
        default: .normal
        }
    }

    /// Sets the priority as one of three. The number stays where it means the same.
    public mutating func setPriorityClass(_ priority: TodoPriority) {
        guard priority != priorityClass else { return }
        switch priority {
        case .high: setPriority(1)
        case .normal: setPriority(5)
        case .low: setPriority(9)
        }
    }
}
