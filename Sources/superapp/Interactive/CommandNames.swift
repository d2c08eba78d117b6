/// The names of the commands that can be typed, for completion.
enum CommandNames {
    static let all = [
        "add", "back", "exit", "export", "favorites", "help", "import", "langs", "list", "new", "quit", "remove",
        "retry",
        "search", "show", "star", "todo", "tour", "translate", "tree", "undo", "unstar",
    ]
    private static let parts = [
        "todo": [
            "add", "conflicts", "count", "done", "edit", "export", "import", "list", "remove", "restore", "show",
            "sync",
            "undone",
        ], "langs": ["set", "swap"], "help": all,
    ]

    /// What the word that ends a text may be.
    static func completions(of text: String) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).drop { $0.isEmpty }
        guard let last = words.last else { return all }
        switch words.count {
        case 1: return all.filter { $0.hasPrefix(last) }
        case 2: return (words.first.flatMap { parts[String($0)] } ?? []).filter { $0.hasPrefix(last) }
        default: return []
        }
    }
}
