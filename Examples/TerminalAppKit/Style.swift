/// How text is emphasized.
package struct Style: Sendable, Equatable {
    /// An emphasis, by its number in the sequence Select Graphic Rendition of ECMA-48.
    package enum Attribute: Int, Sendable {
        case bold = 1
        case dim = 2
        case inverse = 7
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    /// Whether there is any emphasis.
    package let isEnabled: Bool

    /// Emphasizes if the terminal can, unless `NO_COLOR` has a value (https://no-color.org).
    package init(environment: [String: String], isTerminal: Bool) {
        let refuses = environment["NO_COLOR"]?.isEmpty == false
        isEnabled = isTerminal && !refuses && environment["TERM"] != "dumb"
    }

    /// The text with the escape sequences around it.
    package func apply(_ attributes: [Attribute], to text: String) -> String {
        guard isEnabled, !attributes.isEmpty else { return text }
        return "\u{1B}[\(attributes.map { "\($0.rawValue)" }.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
