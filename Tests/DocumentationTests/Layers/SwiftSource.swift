/// A source file, reduced to what the rules of the layers need.
struct SwiftSource {
    let module: String
    /// Relative to the module: `Repository/Exchange/ExchangeDate.swift`.
    let path: String
    let lineCount: Int
    /// The modules that it imports.
    private(set) var imports: Set<String> = []
    /// The types that it declares outside of others and that other files can name.
    private(set) var types: Set<String> = []
    /// The types that it declares inside others, and type parameters, by the type around them; "" for those of functions.
    private(set) var innerTypes: [String: Set<String>] = [:]
    /// The types that it names, without those behind a dot.
    private(set) var names: Set<String> = []

    init(module: String, path: String, text: String) {
        self.module = module
        self.path = path
        lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.hasSuffix("\n") ? 1 : 0)
        read(SwiftCode(text).tokens)
    }

    /// The names that the file itself gives to something else.
    var hiddenNames: Set<String> { types.union(innerTypes.values.joined()) }
    /// The folder with its parents; "." for a file that lies in none.
    var folder: String { path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "." }
    /// The folder directly in the module.
    var topFolder: String { folder.split(separator: "/").first.map(String.init) ?? "." }

    private static let typeKeywords: Set<Substring> = [
        "struct", "class", "actor", "enum", "protocol", "typealias", "associatedtype", "extension",
    ]

    private mutating func read(_ tokens: [SwiftCode.Token]) {
        // The types around the present place; nil for the braces of a function or a closure.
        var around: [String?] = []
        var opening: String?
        var isPrivate = false
        var previous: SwiftCode.Token?
        for (index, token) in tokens.enumerated() {
            defer { if token != .lineEnd { previous = token } }
            switch token {
            case .lineEnd:
                // An attribute or a modifier may stand on a line of its own; a declaration's keyword ends the search for it.
                break
            case .mark("{"):
                around.append(opening)
                opening = nil
                isPrivate = false
            case .mark("}"):
                around.removeLast(around.isEmpty ? 0 : 1)
                (opening, isPrivate) = (nil, false)
            case .mark(let mark):
                if mark == ";" { isPrivate = false }
            case .word(let word):
                if word == "private" || word == "fileprivate" { isPrivate = true }
                if word == "func" || word == "var" || word == "let" || word == "init" { isPrivate = false }
                if word == "import", case .word(let module)? = Self.next(tokens, index) {
                    imports.insert(String(module))
                }
                if Self.typeKeywords.contains(word), previous != .mark("."),
                    case .word(let name)? = Self.next(tokens, index), name.first?.isUppercase == true
                {
                    let name = String(name)
                    if word == "extension" {
                        opening = name
                    } else {
                        declare(name, around, isVisible: !isPrivate)
                        if word != "typealias", word != "associatedtype" { opening = name }
                    }
                    isPrivate = false
                    addTypeParameters(tokens, from: index + 2, around + [opening])
                }
                if word == "func" || word == "init" { addTypeParameters(tokens, from: index + 1, [""]) }
                if word.first?.isUppercase == true, previous != .mark(".") { names.insert(String(word)) }
            }
        }
    }

    private mutating func declare(_ name: String, _ around: [String?], isVisible: Bool) {
        if around.isEmpty {
            if isVisible { types.insert(name) } else { innerTypes["", default: []].insert(name) }
        } else {
            innerTypes[around.last?.flatMap { $0 } ?? "", default: []].insert(name)
        }
    }

    /// Adds the names between `<` and `>` behind the name of a type or a function.
    private mutating func addTypeParameters(_ tokens: [SwiftCode.Token], from index: Int, _ around: [String?]) {
        var index = index
        // Over the function's own name.
        while index < tokens.count, index < tokens.count, case .word = tokens[index] { index += 1 }
        guard index < tokens.count, tokens[index] == .mark("<") else { return }
        var isName = true
        while index + 1 < tokens.count, tokens[index] != .mark(">") {
            index += 1
            if isName, case .word(let name) = tokens[index], name.first?.isUppercase == true {
                innerTypes[around.last?.flatMap { $0 } ?? "", default: []].insert(String(name))
                isName = false
            }
            if tokens[index] == .mark(",") { isName = true }
        }
    }

    private static func next(_ tokens: [SwiftCode.Token], _ index: Int) -> SwiftCode.Token? {
        index + 1 < tokens.count ? tokens[index + 1] : nil
    }
}
