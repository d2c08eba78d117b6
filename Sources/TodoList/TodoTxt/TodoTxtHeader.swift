import CoreModule

/// The beginning of a line: `x 2026-12-02 2026-12-01 ` or `(A) 2026-12-01 `.
struct TodoTxtHeader: Hashable, Sendable {
    var isCompleted = false
    var priority: TodoTxtPriority?
    var completionDate: CalendarDay?
    var creationDate: CalendarDay?

    init() {}

    /// Reads the beginning of a line, and returns where the rest begins.
    init(_ line: ArraySlice<UInt8>, rest: inout Int) {
        var index = line.startIndex
        if line.starts(with: [UInt8(ascii: "x"), .space]) {
            isCompleted = true
            index += 2
        }
        let letters = line[index...].prefix(4)
        if letters.count == 4, letters[index] == UInt8(ascii: "("), letters[index + 2] == UInt8(ascii: ")"),
            letters[index + 3] == .space, let priority = TodoTxtPriority(letters[index + 1])
        {
            self.priority = priority
            index += 4
        }
        if isCompleted { completionDate = Self.date(line, &index) }
        if !isCompleted || completionDate != nil { creationDate = Self.date(line, &index) }
        rest = index
    }

    /// The beginning as it is written, each part followed by a space.
    var bytes: [UInt8] {
        var text = ""
        if isCompleted { text += "x " }
        if let priority { text += "(\(priority)) " }
        if let completionDate { text += "\(completionDate) " }
        if let creationDate { text += "\(creationDate) " }
        return Array(text.utf8)
    }

    /// A date before a space or the end of the line.
    private static func date(_ line: ArraySlice<UInt8>, _ index: inout Int) -> CalendarDay? {
        let text = line[index...].prefix(10)
        let end = index + 10
        guard text.count == 10, end == line.endIndex || line[end] == .space, let day = CalendarDay(hyphenated: text)
        else { return nil }
        index = min(end + 1, line.endIndex)
        return day
    }
}
