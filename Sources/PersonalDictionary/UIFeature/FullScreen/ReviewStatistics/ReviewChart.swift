public import CoreModule

/// A bar for each of several days.
public struct ReviewChart: Hashable, Sendable {
    /// The number of a day.
    public struct Bar: Hashable, Sendable {
        /// The day.
        public let day: CalendarDay
        /// The number.
        public let value: Int
    }

    /// What the numbers are.
    public let title: Message
    /// The bars, one day after another.
    public let bars: [Bar]

    /// The chart as a picture of 480 by 120, in the colour of the text around it. Each bar says its day and its number to a pointer, and the
    /// title says to a screen reader what there is.
    public func svg(_ localizer: Localizer) -> String {
        let (height, step) = (96, bars.isEmpty ? 480 : 480 / bars.count)
        let highest = max(1, bars.map(\.value).max() ?? 1)
        let title = localizer(Message("\(title), \(String(bars.reduce(0) { $0 + $1.value })) in all")).xmlEscaped
        let rectangles = bars.enumerated().map { place, bar in
            // A small number is seen too.
            let size = bar.value == 0 ? 1 : max(3, bar.value * height / highest)
            let label = localizer(Message("\(day: bar.day): \(String(bar.value))")).xmlEscaped
            return """
                <rect x="\(place * step + 1)" y="\(height + 4 - size)" width="\(max(1, step - 2))" height="\(size)">\
                <title>\(label)</title></rect>
                """
        }
        let ends = [(bars.first, 0, "start"), (bars.last, 480, "end")].compactMap { bar, x, anchor in
            bar.map {
                "<text x=\"\(x)\" y=\"116\" text-anchor=\"\(anchor)\">\(localizer(Message("\(day: $0.day)")).xmlEscaped)</text>"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120" role="img" aria-label="\(title)" \
            fill="currentColor" font-family="sans-serif" font-size="11">
            <title>\(title)</title>
            \((rectangles + ends).joined(separator: "\n"))
            </svg>

            """
    }
}
