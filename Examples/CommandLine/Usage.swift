/// What a command takes, read from the line that help shows: `TEXT [--by word|translation|both] [--limit N] [--all]`.
struct Usage: Sendable {
    /// What follows an option.
    enum Value: Sendable, Equatable {
        case flag, text, number
        case choice([String])
    }

    /// The arguments without options: `TEXT`, `ID…`, `[ID…]`.
    private(set) var placeholders: [String] = []
    /// The options that may be given several times: `[--tag T]…`.
    private(set) var repeatable: Set<String> = []
    /// The options in the order of the line.
    private(set) var options: [(name: String, value: Value)] = []

    init(_ lines: [String]) {
        for line in lines {
            var words = line.split(separator: " ")[...]
            while let word = words.popFirst() {
                guard word.contains("--") else {
                    placeholders.append(String(word))
                    continue
                }
                let name = word.filter { $0 != "[" && $0 != "]" }
                let hasValue = !word.hasSuffix("]") && !words.isEmpty
                if hasValue, words.first?.hasSuffix("]…") == true { repeatable.insert(name) }
                options.append((name, hasValue ? Self.value(words.removeFirst()) : .flag))
            }
        }
    }

    private static func value(_ word: Substring) -> Value {
        let text = word.filter { $0 != "]" && $0 != "…" }
        if text == "N" || text == "SECONDS" { return .number }
        let choices = text.split(separator: "|").map(String.init)
        return choices.count > 1 && choices.allSatisfy { $0 == $0.lowercased() } ? .choice(choices) : .text
    }

    func value(of option: String) -> Value? { options.first { $0.name == option }?.value }

    /// Whether the last placeholder stands for any number of words.
    var isUnbounded: Bool {
        placeholders.last.map { $0.contains("…") || ["TEXT", "[TEXT]", "[COMMAND]"].contains($0) } ?? false
    }

    /// The placeholder without the signs around it; nil if the argument may be left out.
    static func required(_ placeholder: String) -> String? {
        placeholder.hasPrefix("[") ? nil : placeholder.filter { $0 != "…" }
    }
}
