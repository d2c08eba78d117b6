/// The name of a route, under which its screens are saved and linked to.
///
/// ```swift
/// RouteName("favorites")  // The link is superapp://favorites.
///
/// RouteName<Word, EntryGraph>("entry", links: ["entry/*"]) { screen in
///     screen.word.id.rawValue
/// } find: { id in
///     try await words.find(id)
/// }
/// ```
public struct RouteName<Input, Destination: Graph> {
    /// The name in saved data. It never changes after a release.
    let name: String
    let links: RouteLinks
    /// The input of an open screen in the form in which it is saved.
    let input: @MainActor (Destination) -> String?
    let find: @MainActor (String?) async throws -> Input?

    /// Names a route whose screens depend on an input.
    /// - Parameters:
    ///   - name: the name in saved paths. No two routes of an app have the same one.
    ///   - links: the links without the scheme: `entry/*` or `entries?text=*` for a screen with an input, where the asterisk stands for the
    ///     input, and `new-entry` for one without. See ``RouteLinks`` for a screen that leads to others.
    ///   - input: the screen's input as text; nil if it has none.
    ///   - find: the input that a text stands for; nil if it no longer exists. What it throws is thrown by what opens the screen. It must
    ///     not wait for another link or path, which would wait for this one.
    public init(
        _ name: String, links: RouteLinks, input: @escaping @MainActor (Destination) -> String?,
        find: @escaping @MainActor (String?) async throws -> Input?
    ) {
        self.name = name
        self.links = links
        self.input = input
        self.find = find
    }

    /// Names a route whose screens depend on no input. If nil, the only link is the name.
    public init(_ name: String, links: RouteLinks? = nil) where Input == Void {
        self.init(name, links: links ?? [name]) { _ in
            nil
        } find: {
            $0 == nil ? () : nil
        }
    }
}

/// The links that lead to a screen, and those of the routes that exist only while it is open, which open it first.
///
/// ```swift
/// let line: RouteLinks = ["line/*", "new-line"]
/// let index = RouteLinks(["index"], leadingTo: [line])
/// ```
public struct RouteLinks: Sendable, ExpressibleByArrayLiteral {
    /// Those of the screen itself.
    let own: [LinkPattern]
    /// Those of the screens that it leads to.
    let beyond: [LinkPattern]

    /// Describes the links of a screen, without the scheme, and those of the screens that it leads to.
    public init(_ links: [String], leadingTo screens: [RouteLinks] = []) {
        own = links.map { LinkPattern($0) }
        beyond = screens.flatMap { $0.own + $0.beyond }
    }

    /// Describes the links of a screen that leads to no other.
    public init(arrayLiteral links: String...) {
        self.init(links)
    }
}

/// A link without its scheme. It may end with the screen's input, for which an asterisk stands.
struct LinkPattern: Sendable {
    /// What is before the input.
    private let start: String
    let hasInput: Bool

    init(_ text: String) {
        hasInput = text.hasSuffix("*")
        start = hasInput ? String(text.dropLast()) : text
    }

    /// Whether a link has this form, and its input.
    func match(_ link: Substring) -> (isMatch: Bool, input: String?) {
        guard link.utf8.starts(with: start.utf8) else { return (false, nil) }
        let rest = link.utf8.dropFirst(start.utf8.count)
        guard hasInput else { return (rest.isEmpty, nil) }
        let input = rest.isEmpty ? nil : PercentEncoding.decoded(rest)
        return (input != nil, input)
    }

    /// The link with an input, encoded so that ``match(_:)`` finds it.
    func link(_ input: String?) -> String {
        start + (input.map { PercentEncoding.encoded($0.utf8) } ?? "")
    }
}
