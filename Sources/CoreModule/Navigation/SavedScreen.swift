/// An open screen in a form that can be saved: the name of its route, and its input as text.
///
/// As JSON it is `{"favorites":{}}`, or `{"entry":{"_0":"42"}}` with an input.
public struct SavedScreen: Hashable, Sendable {
    /// The name of the route.
    public let route: String
    /// The screen's input; nil if it has none.
    public let input: String?

    /// Names a screen.
    public init(_ route: String, input: String? = nil) {
        self.route = route
        self.input = input
    }
}

extension SavedScreen: Codable {
    private static let inputKey = "_0"

    /// Reads a screen of any name, also of a newer version of the app.
    public init(from decoder: any Decoder) throws {
        let screens = try [String: [String: String]](from: decoder)
        guard let (route, values) = screens.first, screens.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected one screen"))
        }
        self.init(route, input: values[Self.inputKey])
    }

    /// Writes the screen.
    public func encode(to encoder: any Encoder) throws {
        try [route: input.map { [Self.inputKey: $0] } ?? [:]].encode(to: encoder)
    }
}
