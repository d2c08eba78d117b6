extension String {
    /// The text as it can be shown in a line of a terminal: a control character would move the cursor or worse, and one that
    /// turns the direction of writing would turn what follows too.
    package var onOneLine: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result += "␣"
            case .format where Self.turnsDirection(scalar): continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
