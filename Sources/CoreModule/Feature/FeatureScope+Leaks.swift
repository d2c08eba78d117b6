extension FeatureScope {
    /// The objects of the features that are installed under this one. They may live as long as these features.
    func ownedObjects() -> Set<ObjectIdentifier> {
        children.reduce(into: []) { objects, child in
            for reference in child.inspection?.owned ?? [] {
                if let object = reference.object { objects.insert(ObjectIdentifier(object)) }
            }
            objects.formUnion(child.ownedObjects())
        }
    }

    /// The features that are installed under this one although they should have ended, without those under them.
    func stillInstalled(except isKept: (FeatureScope) -> KeptFeature) -> [FeatureLeak] {
        children.filter { !$0.isDetached }.flatMap { child -> [FeatureLeak] in
            switch isKept(child) {
            case .alone: child.stillInstalled(except: isKept)
            case .withFeaturesUnderIt: []
            case .not:
                [
                    FeatureLeak(
                        kind: .stillInstalled, path: child.path,
                        object: child.inspection?.owned.first?.object == nil ? "scope" : "graph", detachedAt: nil)
                ]
            }
        }
    }

    /// The scopes of the features that contain this one.
    var ancestors: [FeatureScope] {
        Array(sequence(first: self, next: \.parent).dropFirst())
    }
}

/// Whether a feature may be installed when a tree is checked for leaks.
enum KeptFeature {
    case not, alone, withFeaturesUnderIt
}
