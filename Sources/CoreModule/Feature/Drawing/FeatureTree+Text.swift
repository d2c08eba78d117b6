extension FeatureTree {
    /// The live tree as text, one feature a line, screens in brackets, with the letters of ``FeatureRole`` behind.
    ///
    /// ```
    /// App (B G)
    /// └── [MainScreen] (B G)
    ///     └── MainWordList (B G MVVM)
    /// ```
    public func text() -> String {
        snapshot().map { $0.text() }.joined(separator: "\n")
    }
}

extension FeatureNode {
    /// The feature and all under it as text, as ``FeatureTree/text()`` draws it; without a line end at the end.
    public func text() -> String {
        lines().joined(separator: "\n")
    }

    /// The feature's own line: its name, in brackets where it is a screen, and its roles.
    var caption: String {
        let name = feature.kind == .screen ? "[\(feature.name)]" : feature.name
        let roles = FeatureRole.allCases.filter(feature.roles.contains).map(\.rawValue)
        return "\(name) (\(roles.joined(separator: " ")))"
    }

    private func lines() -> [String] {
        var lines = [caption]
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            for (row, line) in child.lines().enumerated() {
                let lead = row == 0 ? (isLast ? "└── " : "├── ") : (isLast ? "    " : "│   ")
                lines.append(lead + line)
            }
        }
        return lines
    }
}
