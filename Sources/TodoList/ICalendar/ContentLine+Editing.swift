import CoreModule

extension ContentLine {
    /// The line with another value; its name and its parameters stay as they are, byte for byte. Line breaks in the
    /// value are left out. Returns the line itself if it has that value already.
    package func with(value: String) -> ContentLine {
        with(value: Array(value.utf8))
    }

    /// The line with a text as its value, as ``init(name:parameters:text:)`` writes it. Returns the line itself if it
    /// has that text already, in any escaping.
    package func with(text: String) -> ContentLine {
        self.text == ICalendarText.clean(text) ? self : with(value: ICalendarText.escaped(text))
    }

    /// The line with a parameter, or without it if nil. An existing parameter is replaced in place; a new one comes
    /// after the others. The other parameters keep every byte.
    package func with(_ parameter: ContentLineParameter?, for name: String) -> ContentLine {
        precondition(parameter == nil || parameter?.name == name.uppercased(), "a parameter is set under its own name")
        let layout = self.layout
        guard !layout.name.isEmpty else { return self }
        let colon = layout.valueStart - 1
        let existing = layout.parameters.filter {
            ContentLineParameter.name(of: layout.line[$0]) == name.uppercased()
        }
        var line = layout.line[..<(existing.first?.lowerBound ?? colon)] + (parameter?.written ?? [])
        var start = existing.first?.upperBound ?? colon
        for duplicate in existing.dropFirst() {
            line += layout.line[start..<duplicate.lowerBound]
            start = duplicate.upperBound
        }
        line += layout.line[start...]
        return line == layout.line ? self : ContentLine(raw: LineFolding.folded(line, lineBreak: lineBreak))
    }

    private func with(value: [UInt8]) -> ContentLine {
        let layout = self.layout
        guard !layout.name.isEmpty, !layout.line[layout.valueStart...].elementsEqual(value) else { return self }
        return ContentLine(raw: LineFolding.folded(layout.line[..<layout.valueStart] + value, lineBreak: lineBreak))
    }

    func without(_ parameters: String...) -> ContentLine {
        parameters.reduce(self) { $0.with(nil, for: $1) }
    }

    func with(lineBreak: [UInt8]) -> ContentLine {
        ContentLine(raw: LineFolding.folded(layout.line, lineBreak: lineBreak))
    }
}
