extension String {
    /// The text as content or an attribute of an XML element.
    package var xmlEscaped: String {
        let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        return escaping { entities[$0] }
    }

    /// The text with some of its ASCII characters replaced.
    func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isASCII, let text = replacement(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
