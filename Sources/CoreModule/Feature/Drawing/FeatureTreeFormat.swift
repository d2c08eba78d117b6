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

    /// What a drawing says of each feature unless it is told: needs and gives where they stand in tooltips, nothing where they
    /// would take room.
    public var standardDetails: FeatureDetails {
        switch self {
        case .text, .mermaid: []
        case .dot, .svg: [.needs, .gives]
        }
    }
}
