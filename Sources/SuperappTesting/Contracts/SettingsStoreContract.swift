public import CoreModule

/// Checks stores against the contract of `SettingsStore`, and returns the laws that they break. The closure makes an empty store for
/// each law, and for each 25 random calls, which must have the same effect as in memory. Throws only what the closure throws.
/// `randomCalls` is the number of random calls, which are the same at each run.
public func settingsStoreViolations(
    randomCalls: Int = 400,
    _ makeStore: () async throws -> any SettingsStore, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: SettingsStoreContract.laws, randomCalls: randomCalls, makeStore)
}

package enum SettingsStoreContract {
    package static let laws: [ContractLaw<any SettingsStore>] = [
        ContractLaw("a text is stored under its key, replaced and removed") { store, findings in
            findings.expect("the text at first", try await store.text("key"), is: nil)
            for text in ["a", "", "b", nil] {
                let before = try await store.text("key")
                let seen = try await store.change("key") { stored in
                    defer { stored = text }
                    return stored
                }
                findings.expect("the text that a change begins with", seen, is: before)
                findings.expect("the text", try await store.text("key"), is: text)
            }
        },
        ContractLaw("keys and texts are compared and stored exactly") { store, findings in
            let keys = ["key", "KEY", "key ", "k", "key%", "key/1", "ключ", ""] + HostileText.all
            for key in keys { try await store.change(key) { $0 = "<\(key)>" } }
            for key in keys { findings.expectExactly("the text", try await store.text(key), is: "<\(key)>") }
            try await store.change("key") { $0 = nil }
            for key in keys.dropFirst() { findings.expect("another text", try await store.text(key), is: "<\(key)>") }
        },
        ContractLaw("the watched texts are those of now, and only of the keys that are there") { store, findings in
            for text in ["a", "b", nil, "c"] {
                try await store.change("key") { $0 = text }
                let expected = text.map { ["key": $0] } ?? [:]
                findings.expect("the texts", try await store.watchedTexts(["key", "other"]), is: expected)
            }
            try await store.change("other") { $0 = "d" }
            findings.expect("the text", try await store.watchedTexts(["other"]), is: ["other": "d"])
        },
        ContractLaw("a change that throws changes nothing, and its error is thrown") { store, findings in
            let error = StoreError(.unreadable, path: nil, message: Message("no"))
            for before in [nil, "a"] {
                try await store.change("key") { $0 = before }
                do throws(StoreError) {
                    try await store.change("key") { text throws(StoreError) in
                        text = "b"
                        throw error
                    }
                    findings.add("nothing was thrown")
                } catch let thrown {
                    findings.expect("the error", thrown, is: error)
                }
                findings.expect("the text", try await store.text("key"), is: before)
            }
        },
        ContractLaw("changes of several tasks lose nothing") { store, findings in
            await findings.performAtOnce { _ in
                try await store.change("key") { $0 = "\((Int($0 ?? "") ?? 0) + 1)" }
                return nil
            }
            findings.expect("the counter", try await store.text("key"), is: "40")
        },
        ContractLaw(
            RandomCalls(makeModel: { InMemorySettingsStore() }, call: randomCall) { store in
                var seen: Seen = []
                for key in keys { seen.append(("the text of “\(key)”", try await store.text(key))) }
                return seen
            }),
    ]

    private static let keys = ["a", "A", "a ", ""]

    @Sendable private static func randomCall(_ generator: inout SeededGenerator) -> RandomCall<any SettingsStore> {
        let (key, text, fails) = (
            generator.pick(of: keys), generator.pick(nil, "", "x", "y"), generator.pick(true, false)
        )
        let edit = text.map { "“\($0)”" } ?? "nil"
        return RandomCall("change(“\(key)”) { $0 = \(edit)\(fails ? "; throw an error" : "") }") { store in
            let before = try await store.change(key) { stored throws(StoreError) in
                defer { stored = text }
                if fails { throw StoreError(.unreadable, path: nil, message: Message("no")) }
                return stored
            }
            return [("the text before", before)]
        }
    }
}
