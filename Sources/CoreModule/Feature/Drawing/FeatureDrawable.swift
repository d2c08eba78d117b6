/// What can be drawn as a tree of features: the live ``FeatureTree``, a snapshot of it, or one
/// ``FeatureNode`` with all its descendants.
///
/// ```swift
/// print(tree.text())
/// try tree.svg().write(to: file, atomically: true, encoding: .utf8)
/// ```
///
/// The same snapshot gives the same drawing, to the byte. Every drawing distinguishes what a feature contains from what it leads to by a
/// dashed line with an arrow: a feature with a router leads to a child that is no part of it. Names may be any text: line ends and tabs become spaces, other
/// control characters are left out, and each format escapes what it must. All but the text end with a line end. The texts beside
/// the names are in the language of a localizer, English by default.
public protocol FeatureDrawable {
    /// The features at the top, each with its children.
    var topFeatures: [FeatureNode] { get }
}

extension FeatureTree: FeatureDrawable {
    /// A snapshot of the tree; each access takes a new one.
    public var topFeatures: [FeatureNode] { snapshot() }
}

extension FeatureNode: FeatureDrawable {
    /// The feature itself.
    public var topFeatures: [FeatureNode] { [self] }
}

extension [FeatureNode]: FeatureDrawable {
    /// The features themselves.
    public var topFeatures: [FeatureNode] { self }
}

extension FeatureDrawable {
    /// Draws the features in a format that is chosen at run time. If `details` is nil, the format's
    /// ``FeatureTreeFormat/standardDetails`` are used.
    public func drawing(
        _ format: FeatureTreeFormat, details: FeatureDetails? = nil, localizer: Localizer = .english
    ) -> String {
        let details = details ?? format.standardDetails
        return switch format {
        case .text: text(details: details, localizer: localizer)
        case .mermaid: mermaid(details: details, localizer: localizer)
        case .dot: dot(details: details, localizer: localizer)
        case .svg: svg(details: details, localizer: localizer)
        }
    }
}
