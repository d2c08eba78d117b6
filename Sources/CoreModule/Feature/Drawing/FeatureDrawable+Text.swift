extension FeatureDrawable {
    /// The features as text, one a line, screens in brackets, with the letters of ``FeatureRole`` behind; without a line end at
    /// the end, and empty where nothing is installed.
    ///
    /// ```
    /// App (B G)
    /// └── [MainScreen] (B G)
    ///     └── MainWordList (B G MVVM)
    /// ```
    /// - Parameters:
    ///   - details: what else to say of each feature, behind it on its line, as `· needs words · gives viewModel`.
    ///   - localizer: words what is said beside the names; in English unless told otherwise.
    public func text(details: FeatureDetails = [], localizer: Localizer = .english) -> String {
        var lines: [String] = []
        // What stands before the children of each row on the way down to the present one.
        var leads: [String] = []
        for row in FlatFeatureTree(self).rows {
            leads.removeLast(leads.count - row.depth)
            let lead = leads.last ?? ""
            let branch = row.depth == 0 ? "" : row.isLastChild ? "└── " : "├── "
            leads.append(row.depth == 0 ? "" : lead + (row.isLastChild ? "    " : "│   "))
            lines.append(
                lead + branch + ([row.node.caption] + row.node.details(details, localizer)).joined(separator: " · "))
        }
        return lines.joined(separator: "\n")
    }
}

extension FeatureNode {
    /// The feature's own line: its name, in brackets where it is a screen, and its roles.
    fileprivate var caption: String {
        let name = feature.name.onOneLine()
        return "\(feature.kind == .screen ? "[\(name)]" : name) (\(roleLetters.joined(separator: " ")))"
    }
}
