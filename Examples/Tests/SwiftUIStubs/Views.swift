// Apple documents these declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { preconditionFailure("a stand-in is not drawn") }
}

public struct EmptyView: StandInView {
    public nonisolated init() {}
}

public struct AnyView: StandInView {
    public nonisolated init<V: View>(_ view: V) {}
}

public struct Group<Content: View>: StandInView {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: StandInView {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: StandInView {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct ProgressView: StandInView {
    public nonisolated init() {}
}

public struct Text: StandInView {
    public nonisolated init<S: StringProtocol>(_ content: S) {}
}

public struct Label: StandInView {
    public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

public struct LabeledContent: StandInView {
    public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {}
}

public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
}

public struct Button<Label: View>: StandInView {
    public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    public nonisolated init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {}
}

public struct TextField: StandInView {
    public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct Toggle: StandInView {
    public nonisolated init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

public struct Picker<SelectionValue: Hashable, Content: View>: StandInView {
    public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
}

public struct List<Content: View>: StandInView {
    public init(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View, StandInView where Content: View {
    public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
    public nonisolated func onDelete(perform action: (@MainActor (IndexSet) -> Void)?) -> some View { Modified() }
}

public struct NavigationStack<Data, Root: View>: StandInView {
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
}

public struct TabView<SelectionValue: Hashable, Content: View>: StandInView {
    public nonisolated init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
}
