/// What a caller sees of a store: values with their names.
typealias Seen = [(what: String, value: any Hashable & Sendable)]

/// A call that a store and its model get alike.
struct RandomCall<Store: Sendable>: Sendable {
    /// The call, as a reader of a violation needs it.
    let text: String
    /// The same call with less in it. A failing script has the simplest calls that still fail.
    let simpler: @Sendable () -> [RandomCall]
    /// Performs the call, and returns what its caller sees. It expects nothing of earlier calls: any may be left out.
    let perform: @Sendable (Store) async throws -> Seen

    init(
        _ text: String, simpler: @escaping @Sendable () -> [RandomCall] = { [] },
        perform: @escaping @Sendable (Store) async throws -> Seen
    ) {
        self.text = text
        self.simpler = simpler
        self.perform = perform
    }

    /// A transaction of steps. If there is an error, it throws that at its end.
    static func transaction<Transaction, Failure>(
        _ steps: [RandomStep<Transaction, Failure>], _ error: Failure?,
        write:
            @escaping @Sendable (
                _ store: Store, _ body: @escaping @Sendable (Transaction) throws(Failure) -> Seen
            ) async throws -> Seen
    ) -> RandomCall {
        let texts = steps.map(\.text) + (error == nil ? [] : ["throw an error"])
        return RandomCall("write { \(texts.joined(separator: "; ")) }") {
            let shorter = steps.indices.dropFirst(steps.count == 1 ? 1 : 0).map { place in
                transaction(Array(steps[..<place] + steps[(place + 1)...]), error, write: write)
            }
            return shorter + (error == nil ? [] : [transaction(steps, nil, write: write)])
        } perform: { store in
            try await write(store) { transaction throws(Failure) in
                var seen: Seen = []
                for step in steps { seen += try step.perform(transaction) }
                if let error { throw error }
                return seen
            }
        }
    }
}

/// A step of a transaction.
struct RandomStep<Transaction, Failure: Error>: Sendable {
    let text: String
    let perform: @Sendable (Transaction) throws(Failure) -> Seen

    init(_ text: String, _ perform: @escaping @Sendable (Transaction) throws(Failure) -> Seen) {
        self.text = text
        self.perform = perform
    }
}

/// Performs random calls on a store and on a model in memory, and compares what is seen of them after each call.
struct RandomCalls<Store: Sendable>: Sendable {
    /// The number of calls on one store.
    private static var length: Int { 25 }

    let makeModel: @Sendable () -> Store
    /// Makes a call.
    let call: @Sendable (inout SeededGenerator) throws -> RandomCall<Store>
    /// Reads all that the calls can change.
    let state: @Sendable (Store) async throws -> Seen

    /// Returns the first difference, with a script of as few calls as needed; nil if there is none. Throws only what the closure throws.
    func violation(
        count: Int, _ makeStore: () async throws -> Store, isolation: isolated (any Actor)? = #isolation
    ) async throws -> String? {
        for seed in 1...max(1, count / Self.length) {
            var generator = SeededGenerator(seed: UInt64(seed))
            var calls: [RandomCall<Store>] = []
            while calls.count < Self.length { calls.append(try call(&generator)) }
            guard var found = try await difference(calls, makeStore) else { continue }
            while let simpler = try await simplified(found.script, makeStore) { found = simpler }
            let script = found.script.map { "\n  \($0.text)" }.joined()
            return "after these calls (seed \(seed)) \(found.text)\(script)"
        }
        return nil
    }

    /// Returns the first simpler script that fails too.
    private func simplified(
        _ script: [RandomCall<Store>], _ makeStore: () async throws -> Store,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (script: [RandomCall<Store>], text: String)? {
        for place in script.indices.reversed() {
            for replacement in [[]] + script[place].simpler().map({ [$0] }) {
                let simpler = script[..<place] + replacement + script[(place + 1)...]
                if let found = try await difference(Array(simpler), makeStore) { return found }
            }
        }
        return nil
    }

    /// Returns the calls up to the first that makes a difference, and the difference.
    private func difference(
        _ calls: [RandomCall<Store>], _ makeStore: () async throws -> Store,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (script: [RandomCall<Store>], text: String)? {
        let (store, model) = (try await makeStore(), makeModel())
        for (place, call) in calls.enumerated() {
            for perform in [call.perform, state] {
                let (seen, expected) = (await Self.seen(store, perform), await Self.seen(model, perform))
                if let text = Self.difference(seen, expected) { return (Array(calls[...place]), text) }
            }
        }
        return nil
    }

    private static func seen(
        _ store: Store, _ perform: @Sendable (Store) async throws -> Seen
    ) async -> Seen {
        do { return try await perform(store) } catch { return [("the error", "\(error)")] }
    }

    private static func difference(_ seen: Seen, _ expected: Seen) -> String? {
        for place in 0..<max(seen.count, expected.count) {
            let (one, other) = (seen.dropFirst(place).first, expected.dropFirst(place).first)
            if let one, let other, one.what == other.what {
                if AnyHashable(one.value) == AnyHashable(other.value) { continue }
                return difference(one.what, one.value, other.value)
            }
            func text(_ seen: Seen.Element?) -> String { seen.map { "\($0.what) \(short($0.value))" } ?? "nothing" }
            return "there is \(text(one)) instead of \(text(other)):"
        }
        return nil
    }

    /// Names the property of a structure that differs, as deep as there is only one.
    private static func difference(_ what: String, _ value: Any, _ expected: Any) -> String {
        let (parts, others) = (Mirror(reflecting: value), Mirror(reflecting: expected))
        if [.struct, .optional].contains(parts.displayStyle), !(value is any CustomStringConvertible),
            parts.children.count == others.children.count
        {
            let pairs = zip(parts.children, others.children).filter { "\($0.value)" != "\($1.value)" }
            if pairs.count == 1, let (part, other) = pairs.first {
                let name = part.label.map { $0 == "some" ? "" : ", \($0)" } ?? ""
                return difference(what + name, part.value, other.value)
            }
        }
        return "\(what) is \(short(value)) instead of \(short(expected)):"
    }

    private static func short(_ value: Any) -> String {
        let text = "\(value)"
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}

extension SeededGenerator {
    /// Returns one of several values.
    mutating func pick<Value>(_ values: Value...) -> Value { pick(of: values) }

    /// Returns one of the values of an array, which is not empty.
    mutating func pick<Value>(of values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
}
