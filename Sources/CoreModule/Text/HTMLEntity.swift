/// The character references of HTML that dictionaries and flash cards use: numbers, the names of XML, and those of Latin-1.
enum HTMLEntity {
    /// The longest reference, with the `&` and the `;`.
    static let maximumLength = 12

    /// The number of the character that a reference names; nil if it is not a reference. The number may be invalid as a
    /// character: `&#xD800;` and `&#0;` are references.
    /// - Parameter name: the text between `&` and `;`, in upper and lower case as it stands.
    static func codePoint(_ name: String) -> UInt32? {
        guard name.hasPrefix("#") else { return names[name] }
        let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.isEmpty,
            digits.utf8.allSatisfy({ isHexadecimal ? $0.hexadecimalValue != nil : $0.isDigit })
        else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10) ?? .max
    }

    private static let names: [String: UInt32] = {
        var names: [String: UInt32] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
        for (index, name) in latin1.split(whereSeparator: \.isWhitespace).enumerated() {
            names[String(name)] = 0xA0 + UInt32(index)
        }
        return names
    }()

    /// The names of the characters from U+00A0 to U+00FF, in their order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
        times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
        ugrave uacute ucirc uuml yacute thorn yuml
        """
}
