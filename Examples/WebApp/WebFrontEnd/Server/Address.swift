import CoreModule
package import PersonalDictionary
package import TodoList

/// The address of a screen: which one it is, and its input. It is what a bookmark keeps.
package enum Address: Hashable, Sendable {
    /// All words.
    case main
    /// A new word.
    case newWord
    /// The search for a text, which may be empty.
    case search(String)
    /// The favourite words.
    case favorites
    /// The entry of a word.
    case word(WordID)
    /// The import of a file.
    case importFile
    /// The export to a file.
    case exportFile
    /// The review of the words that are due.
    case review
    /// The reviews in numbers.
    case reviewStatistics
    /// The removed words.
    case bin
    /// The devices that have the same words.
    case devices
    /// The tasks.
    case todo
    /// A new task.
    case newTask
    /// The editor of a task.
    case task(TodoID)
    /// The conflicts of a synchronization.
    case conflicts
    /// The removed tasks.
    case todoBin
    /// The picture of the live tree.
    case tree
    /// Languages, reminder and synchronization.
    case settings
    /// The deletion of everything that belongs to a person.
    case deletion
    /// What a browser shows without a server.
    case offline
    /// A list of words that has not all of them, or another order.
    indirect case filtered(Address, WordFilter)
    /// Some pages of a list that does not begin at its first row, or has more than one page.
    indirect case part(Address, ListPart)

    /// Reads the path of a URL, with its query. Nil if it names no screen.
    package init?(_ path: String) {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pieces = parts[0].split(separator: "/")
        let names = pieces.compactMap { PercentEncoding.decodedText($0.utf8) }
        guard path.first == "/", names.count == pieces.count,
            let query = PercentEncoding.decodedForm(parts.dropFirst().first?.utf8 ?? "".utf8[...])
        else { return nil }
        let part = query.last { $0.name == "page" }.flatMap { ListPart($0.value) } ?? .start
        switch names {
        case []: self = .main
        case ["new"]: self = .newWord
        case ["search"]: self = .search(query.last { $0.name == "text" }?.value ?? "")
        case ["favorites"]: self = .favorites
        case ["import"]: self = .importFile
        case ["export"]: self = .exportFile
        case ["review"]: self = .review
        case ["review", "statistics"]: self = .reviewStatistics
        case ["bin"]: self = .bin
        case ["devices"]: self = .devices
        case ["todo"]: self = .todo
        case ["todo", "new"]: self = .newTask
        case ["todo", "conflicts"]: self = .conflicts
        case ["todo", "bin"]: self = .todoBin
        case ["tree"]: self = .tree
        case ["settings"]: self = .settings
        case ["settings", "delete"]: self = .deletion
        case ["offline"]: self = .offline
        case _ where names.count == 2 && names[0] == "word": self = .word(WordID(names[1]))
        case _ where names.count == 2 && names[0] == "todo": self = .task(TodoID(names[1]))
        default: return nil
        }
        func last(_ name: String) -> String? { query.last { $0.name == name }?.value }
        var filter = self.filter
        if let source = last("source"), let target = last("target") {
            do {
                filter.direction = try TranslationDirection(from: Language(code: source), to: Language(code: target))
            } catch { return nil }
        }
        filter.isAlphabetical = last("order") == "alphabet"
        self = filtered(by: filter).showing(part)
    }

    /// The address without the filter and the part of its list.
    package var base: Address {
        switch self {
        case .part(let inner, _), .filtered(let inner, _): inner.base
        default: self
        }
    }

    /// The address of the beginning of its list.
    private var list: Address { if case .part(let list, _) = self { list } else { self } }

    /// Which words its list has.
    package var filter: WordFilter {
        if case .filtered(_, let filter) = list { filter } else { WordFilter(isFavorite: base == .favorites) }
    }

    /// The address of the same list with other words. An address without a list of words stays as it is.
    package func filtered(by filter: WordFilter) -> Address {
        switch base {
        case .main, .favorites: filter == base.filter ? base : .filtered(base, filter)
        default: self
        }
    }

    /// The part of its list that it shows.
    package var part: ListPart {
        if case .part(_, let part) = self { part } else { .start }
    }

    /// The address of another part of its list. An address without a list stays as it is.
    package func showing(_ part: ListPart) -> Address {
        switch base {
        case .main, .favorites, .search, .todo: part == .start ? list : .part(list, part)
        default: self
        }
    }

    /// The path of its URL, with the query.
    package var path: String {
        switch self {
        case .main: "/"
        case .newWord: "/new"
        case .search(let text): text.isEmpty ? "/search" : "/search?text=\(PercentEncoding.encoded(text.utf8))"
        case .favorites: "/favorites"
        case .word(let id): "/word/\(PercentEncoding.encoded(id.rawValue.utf8))"
        case .importFile: "/import"
        case .exportFile: "/export"
        case .review: "/review"
        case .reviewStatistics: "/review/statistics"
        case .bin: "/bin"
        case .devices: "/devices"
        case .todo: "/todo"
        case .newTask: "/todo/new"
        case .task(let id): "/todo/\(PercentEncoding.encoded(id.rawValue.utf8))"
        case .conflicts: "/todo/conflicts"
        case .todoBin: "/todo/bin"
        case .tree: "/tree"
        case .settings: "/settings"
        case .deletion: "/settings/delete"
        case .offline: "/offline"
        case .filtered(let base, let filter):
            base.path + "?"
                + [
                    filter.direction.map { "source=\(Self.encoded($0.source))&target=\(Self.encoded($0.target))" },
                    filter.isAlphabetical ? "order=alphabet" : nil,
                ].compactMap(\.self).joined(separator: "&")
        case .part(let base, let part): base.path + (base.path.contains("?") ? "&" : "?") + "page=\(part.text)"
        }
    }

    private static func encoded(_ language: Language) -> String { PercentEncoding.encoded(language.code.utf8) }

    /// The screen of the app that is shown there, and what its link has after the scheme. Nil if the page shows the main screen, or
    /// the app beside its screens.
    var screen: (saved: SavedScreen, link: String)? {
        switch self {
        case .main, .importFile, .exportFile, .tree, .settings, .deletion, .offline: nil
        case .part(let base, _), .filtered(let base, _): base.screen
        case .newWord: (.newWord, "new-word")
        case .search: (.search, "search")
        case .favorites: (.favorites, "favorites")
        case .word(let id): (.dictionaryEntry(id), "word/\(PercentEncoding.encoded(id.rawValue.utf8))")
        case .review: (.review, "review")
        case .reviewStatistics: (.reviewStatistics, "review/statistics")
        case .bin: (.bin, "bin")
        case .devices: (.devices, "devices")
        case .todo: (.todoList, "todo")
        case .newTask: (.todoEditor(nil), "new-task")
        case .task(let id): (.todoEditor(id), "todo/\(PercentEncoding.encoded(id.rawValue.utf8))")
        case .conflicts: (.todoConflicts, "conflicts")
        case .todoBin: (.todoBin, "todo-bin")
        }
    }
}
