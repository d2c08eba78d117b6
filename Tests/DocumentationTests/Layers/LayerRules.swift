/// The layers of one module: its folders from top to bottom. Folders of one row do not name each other.
struct Layers {
    private let rows: [[String]]

    init(_ rows: [String]...) {
        self.rows = rows
    }

    var folders: Set<String> { Set(rows.joined()) }

    /// Whether the types of one folder may be named in another.
    func allows(_ from: String, _ to: String) -> Bool {
        guard let upper = rows.firstIndex(where: { $0.contains(from) }),
            let lower = rows.firstIndex(where: { $0.contains(to) })
        else { return false }
        return upper < lower
    }
}

/// One folder names a type that another one defines.
struct FolderArrow: Hashable, CustomStringConvertible {
    let module: String
    let from: String
    let to: String
    let type: String
    /// Where the type is named.
    let file: String
    /// Where it is defined.
    let definition: String

    var description: String { "\(module): \(file) names \(type) of \(definition)" }
}

/// The rules of the layers, as pure functions of the sources. Each returns what breaks the rule, in words.
struct LayerRules {
    static let longestFile = 400

    private let sources: [SwiftSource]
    private let arrows: [FolderArrow]

    init(_ sources: [SwiftSource]) {
        self.sources = sources
        arrows = Dictionary(grouping: sources, by: \.module).values.flatMap(Self.arrows)
            .sorted { ($0.module, $0.file, $0.type) < ($1.module, $1.file, $1.type) }
    }

    func longFiles() -> [String] {
        sources.filter { $0.lineCount > Self.longestFile }.map { "\($0.module)/\($0.path) has \($0.lineCount) lines" }
    }

    /// Arrows that are not allowed, and folders that the layers do not know.
    func forbiddenArrows(_ layers: [String: Layers]) -> [String] {
        let unknown = Set(
            sources.filter { source in layers[source.module].map { !$0.folders.contains(source.topFolder) } ?? false }
                .map { "\($0.module): the folder \($0.topFolder) is in no layer" })
        let forbidden = arrows.filter { arrow in
            let (from, to) = (Self.top(arrow.from), Self.top(arrow.to))
            guard from != to, let layers = layers[arrow.module], layers.folders.isSuperset(of: [from, to]) else {
                return false
            }
            return !layers.allows(from, to)
        }
        return unknown.sorted() + forbidden.map(\.description)
    }

    /// The circles of folders: of the folders directly in a module, and of all folders at any depth. A folder's own files count as a
    /// folder beside those inside it.
    func circles() -> [String] {
        let top = arrows.compactMap { arrow -> FolderArrow? in
            let (from, to) = (Self.top(arrow.from), Self.top(arrow.to))
            return from == to
                ? nil
                : FolderArrow(
                    module: arrow.module, from: from, to: to, type: arrow.type, file: arrow.file,
                    definition: arrow.definition)
        }
        return [top, arrows].flatMap(Self.circles).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Files that import a module which only some folders of theirs may import.
    /// - Parameter allowed: the folders of each module that may import another one, by that one's name.
    func forbiddenImports(_ allowed: [String: [String: [String]]]) -> [String] {
        sources.flatMap { source in
            source.imports.sorted().compactMap { module in
                guard let folders = allowed[source.module]?[module] else { return nil }
                let isAllowed = folders.contains { source.folder == $0 || source.folder.hasPrefix($0 + "/") }
                return isAllowed ? nil : "\(source.module)/\(source.path) imports \(module)"
            }
        }
    }

    /// Types of another module that are named outside of the folders that may name them.
    /// - Parameter allowed: the folders that may name the types of each folder of the other module.
    func forbiddenUses(of module: String, _ allowed: [String: [String]], except types: Set<String> = []) -> [String] {
        let owners = Dictionary(
            sources.filter { $0.module == module }.flatMap { source in source.types.map { ($0, source) } }
        ) { first, _ in first }
        return sources.filter { $0.module != module && $0.imports.contains(module) }.flatMap { source in
            source.names.subtracting(source.hiddenNames).subtracting(types).sorted().compactMap { name in
                guard let owner = owners[name], let folders = allowed[owner.topFolder],
                    !folders.contains(source.topFolder)
                else { return nil }
                return "\(source.module)/\(source.path) names \(name) of \(module)/\(owner.path)"
            }
        }
    }

    // MARK: Arrows

    private static func top(_ folder: String) -> String { folder.split(separator: "/").first.map(String.init) ?? "." }

    private static func arrows(_ sources: [SwiftSource]) -> [FolderArrow] {
        var owners: [String: [SwiftSource]] = [:]
        var inner: [String: Set<String>] = [:]
        for source in sources {
            for type in source.types { owners[type, default: []].append(source) }
            for (type, names) in source.innerTypes where !type.isEmpty { inner[type, default: []].formUnion(names) }
        }
        return sources.flatMap { source -> [FolderArrow] in
            // Also the inner types that another file declares in a type of this file.
            var hidden = source.hiddenNames
            for type in source.names { if source.innerTypes[type] != nil { hidden.formUnion(inner[type] ?? []) } }
            return source.names.subtracting(hidden).compactMap { name in
                // With two owners one cannot know which is meant.
                guard let owner = owners[name]?.first, owners[name]?.count == 1, owner.folder != source.folder else {
                    return nil
                }
                return FolderArrow(
                    module: source.module, from: source.folder, to: owner.folder, type: name, file: source.path,
                    definition: owner.path)
            }
        }
    }

    // MARK: Circles

    /// Of each folder that is in a circle the shortest one, each circle once.
    private static func circles(_ arrows: [FolderArrow]) -> [String] {
        Dictionary(grouping: arrows, by: \.module).sorted { $0.key < $1.key }.flatMap { module, arrows in
            let targets = Dictionary(grouping: arrows, by: \.from)
            var known: Set<Set<String>> = []
            return targets.keys.sorted().compactMap { folder -> String? in
                guard let circle = shortestCircle(from: folder, targets),
                    known.insert(Set(circle.map(\.from))).inserted
                else { return nil }
                return "\(module): \(circle.map(\.from).joined(separator: " -> ")) -> \(folder)\n"
                    + circle.map { "    \($0.file) names \($0.type) of \($0.definition)" }.joined(separator: "\n")
            }
        }
    }

    private static func shortestCircle(from start: String, _ targets: [String: [FolderArrow]]) -> [FolderArrow]? {
        var seen: Set<String> = []
        var paths = (targets[start] ?? []).map { [$0] }
        while !paths.isEmpty {
            var longer: [[FolderArrow]] = []
            for path in paths {
                guard let end = path.last?.to else { continue }
                if end == start { return path }
                if seen.insert(end).inserted { longer += (targets[end] ?? []).map { path + [$0] } }
            }
            paths = longer
        }
        return nil
    }
}
