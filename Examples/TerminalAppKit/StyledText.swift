import CoreModule

/// A line of text with emphasis. It contains nothing that would move a cursor.
package struct StyledText: Sendable, Equatable, ExpressibleByStringLiteral {
    private struct Span: Sendable, Equatable {
        let text: String
        let attributes: [Style.Attribute]
    }

    private var spans: [Span]

    /// Makes a line with one emphasis.
    package init(_ text: String, _ attributes: Style.Attribute...) {
        spans = [Span(text: text.onOneLine, attributes: attributes)]
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The text without emphasis.
    package var text: String { spans.map(\.text).joined() }

    /// How many columns it takes.
    package var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// The text as a terminal shows it.
    package func rendered(in style: Style) -> String {
        spans.map { style.apply($0.attributes, to: $0.text) }.joined()
    }

    /// The line with spaces behind it up to a width, with the emphasis of its last part.
    package func padded(to width: Int) -> StyledText {
        let missing = width - self.width
        guard missing > 0 else { return self }
        var result = self
        result.spans.append(
            Span(text: String(repeating: " ", count: missing), attributes: spans.last?.attributes ?? []))
        return result
    }

    /// The line, cut to a width with an ellipsis.
    package func truncated(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        var result = self
        result.spans = []
        var rest = width
        for span in spans where rest > 0 {
            // A part that just fits is cut too if another follows, so that there is room for the ellipsis.
            let isCut = span.text.displayWidth >= rest
            let text = isCut ? span.text.prefix(columns: rest - 1) + "…" : span.text
            result.spans.append(Span(text: text, attributes: span.attributes))
            rest -= isCut ? rest : text.displayWidth
        }
        return result
    }

    /// Joins two lines.
    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var result = left
        result.spans += right.spans
        return result
    }
}
