// Apple documents these declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Apple's SwiftUI on other platforms, so that the examples compile there: only what they use, with Apple's
// signatures. Nothing is drawn.

@_exported public import Foundation
@_exported public import Observation

/// A part of the user interface.
@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

/// A part of the app, such as a window.
@MainActor
@preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

/// The program.
@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension Never: View, Scene {
    public var body: Never { preconditionFailure("there is no value of Never") }
}

/// A view of SwiftUI's own. Its body is never asked for.
public protocol StandInView: View where Body == Never {}

extension StandInView {
    public var body: Never { preconditionFailure("a stand-in is not drawn") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { preconditionFailure("a stand-in is not drawn") }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > { TupleView((repeat each content)) }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        .second(second)
    }
}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct TupleView<Content>: StandInView {
    public nonisolated init(_ content: Content) {}
}

public enum ConditionalContent<First: View, Second: View>: StandInView {
    case first(First), second(Second)
}

/// What a modifier returns.
struct Modified: StandInView {
    nonisolated init() {}
}
