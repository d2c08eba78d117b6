/// The languages in which a tree of features can be drawn.
public enum FeatureTreeFormat: String, Sendable, Hashable, CaseIterable {
    /// Lines of plain text: ``FeatureDrawable/text(details:localizer:)``.
    case text
    /// A Mermaid flowchart: ``FeatureDrawable/mermaid(details:localizer:)``.
    case mermaid
    /// A graph in the DOT language of Graphviz: ``FeatureDrawable/dot(details:localizer:)``.
    case dot
    /// A picture: ``FeatureDrawable/svg(details:localizer:)``.
    case svg

    /// What a drawing shows of each feature by default: dependencies and outputs where they are in tooltips, nothing where they
    /// would take space.
    public var standardDetails: FeatureDetails {
        switch self {
        case .text, .mermaid: []
        case .dot, .svg: [.dependencies, .outputs]
        }
    }
}
