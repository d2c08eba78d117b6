package import CoreModule

extension TodoTxtLine {
    /// Sets the text. The last pair of each of some keys is kept after the text; the rest of the old text is removed.
    package mutating func setText(_ text: String, keeping keys: Set<String> = knownKeys) {
        let written = Self.clean(text)
        guard String(decoding: written, as: UTF8.self) != self.text(without: keys) else { return }
        let layout = self.layout
        let kept = layout.lastPlaces(of: keys).map { Array(layout.line[$0]) }
        let parts = (written.isEmpty ? [] : [written]) + kept
        self = layout.with(body: Array(parts.joined(separator: [.space]))[...])
    }

    /// Completes the task on a day. Its priority moves into a pair `pri`, where other programs look for it.
    package mutating func complete(on day: CalendarDay) {
        var header = layout.header
        header.isCompleted = true
        header.completionDate = day
        header.priority = nil
        let priority = layout.header.priority
        set(header)
        if let priority { set("pri", "\(priority)") }
    }

    /// Reopens the task. The priority moves back to the front.
    package mutating func reopen() {
        guard isCompleted else { return }
        var header = layout.header
        header.isCompleted = false
        header.completionDate = nil
        header.priority = priority
        if priority != nil, layout.header.priority == nil { set("pri", nil) }
        set(header)
    }

    /// Sets the priority.
    package mutating func setPriority(_ priority: TodoTxtPriority?) {
        guard priority != self.priority else { return }
        var header = layout.header
        guard !header.isCompleted || header.priority != nil else { return set("pri", priority?.description) }
        // A pair would count again if there were no letter at the front.
        if priority == nil || header.priority == nil { set("pri", nil) }
        header.priority = priority
        set(header)
    }

    /// Sets the deadline, in place or at the end.
    package mutating func setDue(_ day: CalendarDay?) { set("due", day?.description) }

    /// Sets the value of a key, in place or at the end, or removes the pair. Throws
    /// ``TodoTxtError/unwritable(key:value:)`` if the pair could not be read back.
    package mutating func setValue(_ value: String?, for key: String) throws(TodoTxtError) {
        let written = Array("\(key):\(value ?? "x")".utf8)[...]
        guard let colon = TodoTxtLayout.colon(in: written), colon == key.utf8.count,
            TodoTxtLine(text: "- \(key):\(value ?? "x")").value(key) == value ?? "x"
        else { throw .unwritable(key: key, value: value ?? "") }
        set(key, value)
    }

    private mutating func set(_ key: String, _ value: String?) {
        guard value != self.value(key) else { return }
        let layout = self.layout
        guard let value else {
            self = layout.with(body: layout.body(without: layout.places(of: key)))
            return
        }
        let written = Array("\(key):\(value)".utf8)
        var body = layout.line[layout.bodyStart...]
        if let word = layout.places(of: key).last {
            body.replaceSubrange(word, with: written)
        } else {
            if body.last?.isWhiteSpace == false { body.append(.space) }
            body += written
        }
        self = layout.with(body: body)
    }

    private mutating func set(_ header: TodoTxtHeader) {
        let layout = self.layout
        if header != layout.header { self = layout.with(header: header) }
    }
}

extension TodoTxtLayout {
    /// The line with another header or body.
    fileprivate func with(header: TodoTxtHeader? = nil, body: ArraySlice<UInt8>? = nil) -> TodoTxtLine {
        TodoTxtLine(
            mark: mark, header: header ?? self.header, body: body ?? line[bodyStart...], lineBreak: lineBreak)
    }
}
