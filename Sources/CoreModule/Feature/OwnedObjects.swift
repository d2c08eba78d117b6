import Observation

/// Finds the objects that must not outlive a feature: see ``Graph`` for the rule.
@MainActor
enum OwnedObjects {
    /// How many elements of a collection are looked at.
    private static let elements = 64

    /// The graph, and what it owns, each object once. Children are not among them: they are features themselves.
    static func of(_ graph: any Graph, _ mirror: Mirror, dependencies: Any) -> [WeakReference] {
        let declared = graph.ownedObjects
        let ids = Set(declared.map(ObjectIdentifier.init))
        let owned =
            sequence(first: mirror, next: \.superclassMirror).flatMap(objects).filter { found in
                found.name != "scope" && (ids.contains(ObjectIdentifier(found.object)) || isPart(found.object))
            } + declared.map { ($0, "\(type(of: $0))") }
        var references = [WeakReference(graph, name: "graph")]
        guard !owned.isEmpty else { return references }
        let outside = objects(in: Mirror(reflecting: dependencies)) + objects(in: dependencies, named: "")
        var seen = Set(outside.map { ObjectIdentifier($0.object) })
        for (object, name) in owned where seen.insert(ObjectIdentifier(object)).inserted {
            references.append(WeakReference(object, name: name))
        }
        return references
    }

    /// Whether an object belongs to a feature by its kind. A child is a feature of its own.
    private static func isPart(_ object: AnyObject) -> Bool {
        switch object {
        case is any Graph, is any Builder: false
        case is any Observable, is any Router, is any ScreenOwner, is any ScreenViewModel: true
        default: false
        }
    }

    /// The objects in the stored properties of a value, each with its name: `viewModel`, `pages[1]`.
    private static func objects(in mirror: Mirror) -> [(object: AnyObject, name: String)] {
        mirror.children.flatMap { objects(in: $0.value, named: FeatureOutput.declaredName($0.label ?? "")) }
    }

    /// A value if it is an object, or the elements of a collection that are objects. It does not look into objects, structs and
    /// collections in collections.
    private static func objects(in value: Any, named name: String) -> [(object: AnyObject, name: String)] {
        guard let value = unwrapped(value) else { return [] }
        if let object = object(value) { return [(object, name)] }
        let mirror = Mirror(reflecting: value)
        let elements = mirror.children.prefix(elements).map(\.value)
        switch mirror.displayStyle {
        case .collection:
            return elements.enumerated().compactMap { index, element in
                object(element).map { ($0, "\(name)[\(index)]") }
            }
        case .set: return elements.compactMap { object($0).map { ($0, name) } }
        // Keys are data of the user, so they are in no name.
        case .dictionary:
            return elements.compactMap { element in
                Mirror(reflecting: element).children.map(\.value).last.flatMap(object).map { ($0, name) }
            }
        default: return []
        }
    }

    private static func object(_ value: Any) -> AnyObject? {
        unwrapped(value).flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    }
}

/// The value of an optional, or nil if it has none; any other value as it is.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any AnyOptional else { return value }
    return optional.value.flatMap(unwrapped)
}

private protocol AnyOptional {
    var value: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var value: Any? { self }
}

/// A named object, held weakly.
struct WeakReference: @unchecked Sendable {
    // Unchecked, because AnyObject is not Sendable. The object is only compared with nil and with other objects, and reading a
    // weak reference is safe from every thread.
    weak private(set) var object: AnyObject?
    let name: String

    init(_ object: AnyObject, name: String) {
        self.object = object
        self.name = name
    }
}
