extension FeatureTree {
    /// Waits, in a test that has ended what it built, until the tree is empty and nothing of its features exists any more. Throws if that
    /// takes longer than the limit; a cancelled caller does not wait.
    ///
    /// Every feature that is still installed counts as a leak, because the tree cannot see whether a screen holds a graph, or
    /// only the graph itself. Pass a snapshot, taken before, with the features that may live.
    ///
    /// ```swift
    /// let before = tree.snapshot()
    /// // A screen is opened, used and closed.
    /// try await tree.expectNoLeaks(keeping: before)
    /// ```
    /// - Parameters:
    ///   - kept: the features that may be installed. Those under them may not, if they are no part of the snapshot.
    ///   - limit: how long to wait. A task that still runs may hold an object for a moment.
    @MainActor
    public func expectNoLeaks(
        keeping kept: [FeatureNode] = [], within limit: Duration = .seconds(5)
    ) async throws(FeatureLeaks) {
        let kept = Set(kept.flatMap(\.ids))
        let deadline = ContinuousClock.now + limit
        var pause = Duration.milliseconds(1)
        while true {
            let leaks = leaks() + root.stillInstalled(except: kept)
            if leaks.isEmpty { return }
            let left = deadline - ContinuousClock.now
            guard left > .zero, !Task.isCancelled else { throw FeatureLeaks(leaks: leaks) }
            // If the caller is cancelled meanwhile, the loop ends with a last look.
            do { try await Task.sleep(for: min(pause, left)) } catch {}
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}

extension FeatureNode {
    /// Its own identifier and those of the features under it.
    fileprivate var ids: [FeatureID] { [id] + children.flatMap(\.ids) }
}

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
    func stillInstalled(except kept: Set<FeatureID>) -> [FeatureLeak] {
        children.filter { !$0.isDetached }.flatMap { child -> [FeatureLeak] in
            if kept.contains(child.id) { return child.stillInstalled(except: kept) }
            let object = child.inspection?.owned.first?.object == nil ? "scope" : "graph"
            return [FeatureLeak(kind: .stillInstalled, path: child.path, object: object)]
        }
    }
}
