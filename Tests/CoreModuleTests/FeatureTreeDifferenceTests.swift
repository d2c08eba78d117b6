import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("The difference of two trees", .timeLimit(.minutes(15)))
struct FeatureTreeDifferenceTests {
    typealias Nodes = FeatureNodes

    private let before = [
        Nodes.node(
            .part("App"), roles: [.graph], dependencies: ["words", "clock"], outputs: ["main"],
            [
                Nodes.node(.screen("Main"), [Nodes.node(.part("Row")), Nodes.node(.part("Row"))]),
                Nodes.node(.screen("Search"), [Nodes.node(.part("Picker"))]),
            ])
    ]

    @Test("equal trees have no difference, whatever the order, dates and numbers of their features")
    func equality() {
        #expect(before.difference(to: before).description == "")
        let same = FeatureNode(
            number: 99, path: before[0].path, feature: before[0].feature, roles: before[0].roles, since: .distantPast,
            dependencies: ["clock", "words"],
            outputs: ["main"], children: before[0].children.reversed())
        #expect(before.difference(to: same).isEmpty)
        #expect([FeatureNode]().difference(to: FeatureTree()).description == "")
    }

    @Test("it names each feature that was added, removed or changed, parents first")
    func changes() {
        let after = [
            Nodes.node(
                .part("App"), roles: [.viewModel], dependencies: ["logger", "words"],
                [
                    Nodes.node(.part("Main"), [Nodes.node(.part("Row"))]),
                    Nodes.node(.screen("NewWord"), [Nodes.node(.part("Picker"))]),
                ])
        ]
        #expect(
            before.difference(to: after).description == """
                ~ App: roles +MVVM -G; dependencies +logger -clock; outputs -main
                ~ App / Main: screen → part
                - App / Main / Row (2)
                - App / Search
                - App / Search / Picker
                + App / NewWord
                + App / NewWord / Picker
                """)
    }

    @Test("in the reverse difference, added features are removed")
    func backwards() {
        let there = [FeatureNode]().difference(to: before).changes
        let back = before.difference(to: [FeatureNode]()).changes
        #expect(there.map(\.path) == back.map(\.path) && there.count == 6)
        #expect(there.allSatisfy { $0.kind == .added } && back.allSatisfy { $0.kind == .removed })
    }

    @Test("a deep feature keeps its path, and a name with line breaks stays on one line")
    func lead() {
        let old = Nodes.node(.part("Row"), path: ["App", "Main", "Row"])
        let new = Nodes.node(
            .part("Row"), path: ["App", "Main", "Row"], dependencies: ["a\nb"], [Nodes.node(.part("x\u{0}\ny"))])
        #expect(
            old.difference(to: new).description == """
                ~ App / Main / Row: dependencies +a b
                + App / Main / Row / x y
                """)
        #expect([].difference(to: old).description == "+ App / Main / Row")
    }
}
