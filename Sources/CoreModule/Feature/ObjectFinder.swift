/// Finds the objects in the properties of a value by reflection: behind existentials, optionals and lazy properties, and in
/// collections, tuples, structs and enums. It does not look into objects: their properties may change on other threads.
/// Features that are contained in the value (graphs, builders and scopes) are not among what it finds.
@MainActor
struct ObjectFinder {
    /// How many collections, tuples, structs and enums it looks into, one inside the other.
    static let levels = 4
    /// How many elements of a collection it looks at.
    static let elements = 64
    /// How many values it looks at.
    private var remainingValues = 512

    /// The objects, each once, with the place where it was found first: `viewModel`, `pages[1]`, `state.editor`.
    private(set) var objects: [(object: AnyObject, name: String)] = []
    /// Whether it has seen a property that may contain other objects later: a lazy one, an optional or a collection.
    private(set) var mayChange = false

    private var seen: Set<ObjectIdentifier> = []
    private var place: [String] = []
    /// Types whose values contain nothing, such as numbers, texts and closures.
    private static var leaves: Set<ObjectIdentifier> = []

    /// Looks at a property.
    mutating func search(_ value: Any, name: String) {
        search(value, Self.levels, at: name)
    }

    /// Looks at a value as a whole.
    mutating func search(_ value: Any) {
        search(value, Self.levels)
    }

    /// The name as it was declared: reflection adds a prefix to the name of a lazy property.
    static func declaredName(_ label: String) -> String {
        let prefix = "$__lazy_storage_$_"
        return label.hasPrefix(prefix) ? String(label.dropFirst(prefix.count)) : label
    }

    private mutating func search(_ value: Any, _ levels: Int, at step: String) {
        place.append(step)
        search(value, levels)
        place.removeLast()
    }

    private mutating func search(_ value: Any, _ levels: Int) {
        let type = ObjectIdentifier(type(of: value))
        guard remainingValues > 0, !Self.leaves.contains(type) else { return }
        remainingValues -= 1
        guard !(Swift.type(of: value) is AnyClass) else { return note(value as AnyObject) }
        // A builder holds dependencies of another feature.
        guard !(value is any Builder) else { return }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            mayChange = true
            for child in mirror.children { search(child.value, levels) }
        case .collection, .set, .dictionary:
            mayChange = true
            if levels > 0 { searchElements(of: mirror, levels - 1) }
        case .struct, .tuple, .enum:
            guard levels > 0 else { return }
            for child in mirror.children {
                let label = Self.declaredName(child.label ?? "")
                search(child.value, levels - 1, at: label.hasPrefix(".") ? label : ".\(label)")
            }
        default:
            if mirror.children.isEmpty { Self.leaves.insert(type) }
        }
    }

    private mutating func searchElements(of mirror: Mirror, _ levels: Int) {
        for (index, child) in mirror.children.prefix(Self.elements).enumerated() {
            switch mirror.displayStyle {
            case .dictionary:
                // Keys are data of the user, so they are in no name.
                for part in Mirror(reflecting: child.value).children { search(part.value, levels) }
            case .set: search(child.value, levels)
            default: search(child.value, levels, at: "[\(index)]")
            }
        }
    }

    private mutating func note(_ object: AnyObject) {
        guard !(object is FeatureScope), !(object is any Graph), !(object is any Builder),
            seen.insert(ObjectIdentifier(object)).inserted
        else { return }
        objects.append((object, place.joined()))
    }
}
