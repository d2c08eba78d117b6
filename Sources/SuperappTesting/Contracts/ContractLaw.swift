/// A law of a contract, and how to check it on a fresh store.
package struct ContractLaw<Store: Sendable>: Sendable {
    typealias Check = @Sendable (_ store: Store, _ findings: inout ContractFindings) async throws -> Void

    private enum Content: Sendable {
        case check(Check)
        case random(RandomCalls<Store>)
    }

    package let name: String
    private let content: Content

    /// - Parameters:
    ///   - name: the law, as a sentence without a full stop.
    ///   - check: finds what breaks the law. An error that it throws breaks the law too.
    init(_ name: String, _ check: @escaping Check) {
        self.name = name
        content = .check(check)
    }

    /// The law that random calls have the same effect as on their model.
    init(_ calls: RandomCalls<Store>) {
        name = "random calls have the same effect as in memory"
        content = .random(calls)
    }

    /// Checks the laws, each with a store of its own, or with several. Throws only what `makeStore` throws.
    package static func violations(
        of laws: [ContractLaw], randomCalls: Int = 400, _ makeStore: () async throws -> Store,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [ContractViolation] {
        var violations: [ContractViolation] = []
        for law in laws {
            var findings = ContractFindings()
            switch law.content {
            case .check(let check):
                let store = try await makeStore()
                do { try await check(store, &findings) } catch { findings.add("it threw \(error)") }
            case .random(let calls):
                if let details = try await calls.violation(count: randomCalls, makeStore) { findings.add(details) }
            }
            violations += findings.details.map { ContractViolation(law: law.name, details: $0) }
        }
        return violations
    }
}

/// What the check of a law has found.
struct ContractFindings: Sendable {
    private(set) var details: [String] = []

    mutating func add(_ details: String) {
        self.details.append(details)
    }

    /// Adds a finding if a value is another one.
    mutating func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) {
        if value != expected { add("\(what) is \(value) instead of \(expected)") }
    }

    /// Adds a finding if a text is another one. Canonically equivalent texts differ.
    mutating func expectExactly(_ what: String, _ text: String?, is expected: String?) {
        expect(what, ExactText(text), is: ExactText(expected))
    }

    /// Performs an action 40 times at once. Adds each error that it throws, and each text that it returns.
    mutating func performAtOnce(_ action: @escaping @Sendable (_ number: Int) async throws -> String?) async {
        await withTaskGroup(of: String?.self) { group in
            for number in 0..<40 {
                group.addTask { do { return try await action(number) } catch { return "it threw \(error)" } }
            }
            for await finding in group { if let finding { add(finding) } }
        }
    }
}

/// A text that equals only one of the same bytes: Swift's strings equal those that are canonically equivalent.
struct ExactText: Hashable, CustomStringConvertible {
    let text: String?

    init(_ text: String?) {
        self.text = text
    }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.map { Array($0.utf8) } == other.text.map { Array($0.utf8) }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text.map { Array($0.utf8) }) }

    var description: String { text.map { "“\($0)”" } ?? "none" }
}
