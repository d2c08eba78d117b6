import Foundation

extension FeatureNode {
    /// Its dependencies and outputs, if it has any, such as `dependencies clock, words`; before them, if `isDated`, since when it is
    /// installed: ISO 8601, UTC, to the second.
    func details(isDated: Bool, _ localizer: Localizer) -> [String] {
        let messages: [Message?] = [
            isDated ? Message("since \(since.formatted(.iso8601))") : nil,
            dependencies.isEmpty ? nil : Message("dependencies \(dependencies.joined(separator: ", ").onOneLine())"),
            outputs.isEmpty ? nil : Message("outputs \(outputs.joined(separator: ", ").onOneLine())"),
        ]
        return messages.compactMap(\.self).map { localizer($0) }
    }

    /// The lines of its tooltip: its path, its kind and roles, and the details.
    func tooltip(isDated: Bool, _ localizer: Localizer) -> [String] {
        let roles = sortedRoles.map { localizer($0.name) }.joined(separator: ", ")
        return [path.shortened.onOneLine(), "\(localizer(feature.kind.name)): \(roles)"]
            + details(isDated: isDated, localizer)
    }

    var sortedRoles: [FeatureRole] { FeatureRole.allCases.filter(roles.contains) }

    var roleLetters: String { sortedRoles.map(\.rawValue).joined(separator: " ") }
}

extension FeatureKind {
    /// The kind in words.
    var name: Message {
        switch self {
        case .screen: Message("screen")
        case .part: Message("part")
        case .viewless: Message("without a view")
        }
    }
}

extension FeatureRole {
    /// The role in words.
    var name: Message {
        switch self {
        case .builder: Message("builder")
        case .graph: Message("graph")
        case .router: Message("router")
        case .domain: Message("domain")
        case .viewModel: Message("view model")
        }
    }
}

extension FeaturePath {
    /// The path; without its middle if it is long, or the tooltips of a deep tree would be most of its drawing.
    fileprivate var shortened: String {
        guard names.count > 24 else { return description }
        return (names.prefix(8) + ["…"] + names.suffix(15)).joined(separator: " / ")
    }
}
