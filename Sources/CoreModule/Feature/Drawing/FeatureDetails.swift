import Foundation

/// What a drawing says of each feature beyond its name, kind and roles.
public struct FeatureDetails: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes a set of options of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// When it was installed, in ISO 8601 UTC, to the second.
    public static let since = FeatureDetails(rawValue: 1)
    /// The names of what it needs.
    public static let needs = FeatureDetails(rawValue: 2)
    /// The names of what it gives.
    public static let gives = FeatureDetails(rawValue: 4)
    /// Everything.
    public static let all: FeatureDetails = [.since, .needs, .gives]
}

extension FeatureNode {
    /// What there is to say of the feature, as `needs clock, words`; nothing of what it has none of.
    func details(_ details: FeatureDetails, _ localizer: Localizer) -> [String] {
        var lines: [String] = []
        if details.contains(.since) { lines.append(localizer(Message("since \(since.formatted(.iso8601))"))) }
        if details.contains(.needs), !needs.isEmpty {
            lines.append(localizer(Message("needs \(needs.joined(separator: ", ").onOneLine())")))
        }
        if details.contains(.gives), !gives.isEmpty {
            lines.append(localizer(Message("gives \(gives.joined(separator: ", ").onOneLine())")))
        }
        return lines
    }

    /// The lines of its tooltip: its path, what it is, and the details.
    func tooltip(_ details: FeatureDetails, _ localizer: Localizer) -> [String] {
        let roles = FeatureRole.allCases.filter(feature.roles.contains).map { localizer($0.name) }
        return [path.shortened.onOneLine(), "\(localizer(feature.kind.name)): \(roles.joined(separator: ", "))"]
            + self.details(details, localizer)
    }

    /// The letters of its roles, in the order of ``FeatureRole``.
    var roleLetters: [String] {
        FeatureRole.allCases.filter(feature.roles.contains).map(\.rawValue)
    }
}

extension FeatureKind {
    /// The kind in words.
    var name: Message {
        switch self {
        case .screen: Message("screen")
        case .part: Message("part")
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
    /// The path without its middle where it is long: the tooltips of a deep tree would else be most of its drawing.
    fileprivate var shortened: String {
        guard names.count > 24 else { return description }
        return (names.prefix(8) + ["…"] + names.suffix(15)).joined(separator: " / ")
    }
}
