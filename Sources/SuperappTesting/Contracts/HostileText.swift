/// Texts that break programs that insert, cut, fold or count text carelessly.
public enum HostileText {
    /// The texts: none is empty or too long for a word, and no two of them are the same word.
    public static let all: [String] = [
        "NUL\0inside", "it's \"quoted\" `so`", "100% _done_", "back\\slash \\0 \\n", "line\nbreak\tand tab",
        "'; DROP TABLE word; --",
        "👩‍👩‍👧‍👦 family", "🇮🇹🇷🇺", "e\u{301}\u{323}\u{302}", "\u{202E}right to left\u{202C}", "שלום עולם", "مرحبا", "か が", "한국어",
        "\u{FEFF}mark", "змея\u{301}", "İstanbul ı", "\u{1F1E6}", String(repeating: "👩‍👩‍👧‍👦", count: 500),
        String(repeating: "a", count: 500),
    ]
}
