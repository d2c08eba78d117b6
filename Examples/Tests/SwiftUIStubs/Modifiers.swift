// Apple documents these declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
    public nonisolated func task(
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Modified() }

    public nonisolated func task<T: Equatable>(
        id value: T, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Modified() }

    public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View { Modified() }

    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping @MainActor () -> Void
    ) -> some View { Modified() }

    public nonisolated func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View { Modified() }

    public nonisolated func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View { Modified() }

    public nonisolated func disabled(_ disabled: Bool) -> some View { Modified() }

    public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { Modified() }

    public nonisolated func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { Modified() }

    public nonisolated func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { Modified() }

    public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { Modified() }

    public nonisolated func overlay<V: View>(@ViewBuilder content: () -> V) -> some View { Modified() }

    public nonisolated func searchable<S: StringProtocol>(text: Binding<String>, prompt: S) -> some View { Modified() }

    public nonisolated func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>, @ViewBuilder scopes: () -> S
    ) -> some View { Modified() }

    public nonisolated func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, @ViewBuilder content: () -> T
    ) -> some View { Modified() }

    public nonisolated func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View { Modified() }

    public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { Modified() }

    public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { Modified() }
}

public enum HorizontalEdge {
    case leading, trailing
}
