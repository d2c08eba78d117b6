public import CoreModule

/// Checks stores against the contract of `SettingsStore`, and returns the laws that they break. The closure makes an empty store for
/// each law. Throws only what the closure throws.
public func settingsStoreViolations(
    _ makeStore: () async throws -> any SettingsStore, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: SettingsStoreContract.laws, makeStore)
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
    ]
}
