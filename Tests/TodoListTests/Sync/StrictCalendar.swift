/// What a strict server such as sabre/dav has against an iCalendar object. It knows nothing of the library.
enum StrictCalendar {
    /// The reason of a refusal; nil if it is accepted.
    static func objection(to data: [UInt8]) -> String? {
        let text = String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n ", with: "")
        var components: [Substring] = []
        var times: [Substring: (isDay: Bool, value: Substring)] = [:]
        var seen: [Set<Substring>] = []
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { return "a line has no colon" }
            let (head, value) = (line[..<colon], line[colon...].dropFirst())
            if let objection = objection(to: head, value, in: &seen) { return objection }
            if head == "BEGIN" { components.append(value) }
            if head == "BEGIN", value == "VTODO" { times = [:] }
            if head == "END" {
                components.removeLast()
                if value == "VTODO", let objection = objection(to: times) { return objection }
            }
            let name = head.prefix { $0 != ";" }
            guard components.last == "VTODO", Self.names.contains(String(name)) else { continue }
            let isDay = head.contains(";VALUE=DATE") && !head.contains(";VALUE=DATE-TIME")
            for value in value.split(separator: ",") {
                guard value.wholeMatch(of: isDay ? /\d{8}/ : /\d{8}T\d{6}Z?/) != nil else {
                    return "The supplied value (\(value)) is not a correct \(isDay ? "DATE" : "DATE-TIME")"
                }
            }
            times[name] = (isDay, value)
        }
        return nil
    }

    /// The names of a component's lines, until its end.
    private static func objection(to head: Substring, _ value: Substring, in seen: inout [Set<Substring>]) -> String? {
        let name = head.prefix { $0 != ";" }
        guard name.wholeMatch(of: /[A-Za-z0-9-]+/) != nil else { return "a line has no name" }
        switch name {
        case "BEGIN": seen.append([])
        case "END":
            let names = seen.popLast() ?? []
            if value == "VALARM", !names.isSuperset(of: ["ACTION", "TRIGGER"]) { return "an alarm is not whole" }
        default:
            let isNew = seen.isEmpty || seen[seen.count - 1].insert(name).inserted
            if !isNew, single.contains(String(name)) { return "\(name) MUST NOT appear more than once" }
        }
        return nil
    }

    private static let single: Set = [
        "SUMMARY", "DESCRIPTION", "PRIORITY", "STATUS", "DUE", "DTSTART", "COMPLETED", "CREATED", "TRIGGER", "ACTION",
        "UID", "DTSTAMP", "DURATION", "PERCENT-COMPLETE", "SEQUENCE", "URL", "RRULE",
    ]

    private static let names: Set = [
        "DTSTART", "DUE", "COMPLETED", "CREATED", "DTSTAMP", "LAST-MODIFIED", "RECURRENCE-ID", "EXDATE", "RDATE",
    ]

    private static func objection(to times: [Substring: (isDay: Bool, value: Substring)]) -> String? {
        guard let due = times["DUE"], let start = times["DTSTART"] else { return nil }
        guard due.isDay == start.isDay else {
            return "The value type (DATE or DATE-TIME) must be identical for DUE and DTSTART"
        }
        return due.value.prefix(15) < start.value.prefix(15) ? "DUE must occur after DTSTART" : nil
    }
}
