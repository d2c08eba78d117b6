import Observation

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
    private(set) var objects: [FoundObject] = []
    /// Whether it has seen a property that may contain other objects later: a lazy one, an optional or a collection.
    private(set) var mayChange = false

    private var seen: Set<ObjectIdentifier> = []
    private var place: [String] = []
    /// Of the types that were seen. Casts to protocols take longer than to look here.
    private static var kinds: [ObjectIdentifier: Kind] = [:]

    private enum Kind {
        /// Contains nothing, such as a number, a text or a closure.
        case leaf
        /// A graph, a builder or a scope.
        case feature
        /// An object that belongs to a feature: a view model, a router or a navigator.
        case part
        /// Another object.
        case object
        /// May contain objects.
        case container
    }

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
        let kind = Self.kinds[type] ?? Self.noteKind(of: value, type)
        guard remainingValues > 0, kind != .leaf else { return }
        remainingValues -= 1
        switch kind {
        case .leaf, .feature: return
        case .part, .object: note(value as AnyObject, isPart: kind == .part)
        case .container: searchContainer(value, type, levels)
        }
    }

    private static func noteKind(of value: Any, _ type: ObjectIdentifier) -> Kind {
        let kind = Swift.type(of: value) is AnyClass ? kindOfObject(value) : kindOfValue(value)
        kinds[type] = kind
        return kind
    }

    private static func kindOfObject(_ object: Any) -> Kind {
        switch object {
        case is FeatureScope, is any Graph, is any Builder: .feature
        case is any Observable, is any Router, is any ScreenOwner, is any ScreenViewModel: .part
        default: .object
        }
    }

    private static func kindOfValue(_ value: Any) -> Kind {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        // Not a builder, even if it contains one: that depends on the value.
        case .optional: return .container
        case .collection, .set: return hasLeaves(value) ? .leaf : .container
        case nil where mirror.children.isEmpty: return .leaf
        default: return value is any Builder ? .feature : .container
        }
    }

    /// Whether the elements of a collection are of a type that contains nothing, as far as its type is known yet.
    private static func hasLeaves(_ value: Any) -> Bool {
        func elementType<Elements: Collection>(_ elements: Elements) -> ObjectIdentifier {
            ObjectIdentifier(Elements.Element.self)
        }
        guard let collection = value as? any Collection else { return false }
        return kinds[elementType(collection)] == .leaf
    }

    private mutating func searchContainer(_ value: Any, _ type: ObjectIdentifier, _ levels: Int) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            mayChange = true
            for child in mirror.children { search(child.value, levels) }
        case .collection, .set, .dictionary:
            mayChange = true
            if levels > 0 { searchElements(of: mirror, levels - 1) }
            // The type of its elements is known now.
            if mirror.displayStyle != .dictionary, Self.hasLeaves(value) { Self.kinds[type] = .leaf }
        case .struct, .tuple, .enum:
            guard levels > 0 else { return }
            for child in mirror.children {
                let label = Self.declaredName(child.label ?? "")
                search(child.value, levels - 1, at: label.hasPrefix(".") ? label : ".\(label)")
            }
        default: break
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

    private mutating func note(_ object: AnyObject, isPart: Bool) {
        guard seen.insert(ObjectIdentifier(object)).inserted else { return }
        objects.append(FoundObject(object: object, name: place.joined(), isPart: isPart))
    }
}

/// An object in a graph or in dependencies.
struct FoundObject {
    let object: AnyObject
    let name: String
    /// Whether it belongs to a feature by its kind: a view model, a router or a navigator.
    let isPart: Bool
}
