import Foundation

/// What a drawing shows of each feature beside its name, kind and roles.
package struct FeatureDetails: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// When it was installed: ISO 8601, UTC, to the second.
    static let since = FeatureDetails(rawValue: 1)
    /// The names of its dependencies.
    package static let dependencies = FeatureDetails(rawValue: 2)
    /// The names of its outputs.
    static let outputs = FeatureDetails(rawValue: 4)
    package static let all: FeatureDetails = [.since, .dependencies, .outputs]
}

extension FeatureNode {
    /// The feature's details, such as `dependencies clock, words`, without those that are empty.
    func details(_ details: FeatureDetails, _ localizer: Localizer) -> [String] {
        var lines: [String] = []
        if details.contains(.since) { lines.append(localizer(Message("since \(since.formatted(.iso8601))"))) }
        if details.contains(.dependencies), !dependencies.isEmpty {
            lines.append(localizer(Message("dependencies \(dependencies.joined(separator: ", ").onOneLine())")))
        }
        if details.contains(.outputs), !outputs.isEmpty {
            lines.append(localizer(Message("outputs \(outputs.joined(separator: ", ").onOneLine())")))
        }
        return lines
    }

    /// The lines of its tooltip: its path, its kind and roles, and the details.
    func tooltip(_ details: FeatureDetails, _ localizer: Localizer) -> [String] {
        let roles = FeatureRole.allCases.filter(roles.contains).map { localizer($0.name) }
        return [path.shortened.onOneLine(), "\(localizer(feature.kind.name)): \(roles.joined(separator: ", "))"]
            + self.details(details, localizer)
    }

    /// The letters of its roles, in the order of ``FeatureRole``.
    var roleLetters: [String] {
        FeatureRole.allCases.filter(roles.contains).map(\.rawValue)
    }
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
