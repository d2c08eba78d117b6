extension FeatureTree {
    /// Waits until the tree is empty and nothing of its features exists any more. Throws if that takes longer than the limit.
    ///
    /// For tests: end everything that was built, then call it. It returns as soon as there are no leaks. It works in release
    /// builds and on every platform.
    ///
    /// ```swift
    /// app.detach()
    /// try await tree.expectNoLeaks()
    /// ```
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
    ///   - kept: The features that may be installed. Those under them may not, if they are no part of the snapshot.
    ///   - limit: How long to wait. A task that still runs may hold an object for a moment. A cancelled caller does not wait.
    @MainActor
    public func expectNoLeaks(
        keeping kept: [FeatureNode] = [], within limit: Duration = .seconds(5)
    ) async throws(FeatureLeaks) {
        let ids = Set(kept.flatMap(\.ids))
        try await expectNoLeaks(limit) { ids.contains($0.id) ? .alone : .not }
    }

    /// Waits until nothing is installed beside a feature, and nothing of features that have ended exists any more. Throws if that
    /// takes longer than the limit.
    /// - Parameters:
    ///   - graph: The feature that may be installed, with all features that contain it or are under it.
    ///   - limit: How long to wait. A cancelled caller does not wait.
    @MainActor
    public func expectNoLeaks(
        keeping graph: any Graph, within limit: Duration = .seconds(5)
    ) async throws(FeatureLeaks) {
        let (id, ancestors) = (graph.scope.id, Set(graph.scope.ancestors.map(\.id)))
        try await expectNoLeaks(limit) { scope in
            if scope.id == id { return .withFeaturesUnderIt }
            return ancestors.contains(scope.id) ? .alone : .not
        }
    }

    @MainActor
    private func expectNoLeaks(
        _ limit: Duration, except isKept: (FeatureScope) -> KeptFeature
    ) async throws(FeatureLeaks) {
        let deadline = ContinuousClock.now + limit
        var pause = Duration.milliseconds(1)
        while true {
            let leaks = leaks() + root.stillInstalled(except: isKept)
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
