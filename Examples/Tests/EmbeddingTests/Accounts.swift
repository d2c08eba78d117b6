import CoreModule
import Observation
import PersonalDictionary

/// Opens the store of an account.
typealias OpenAccount = @Sendable (_ name: String) async throws -> AppDependencies

/// Builds an app with a login: each account has a dictionary of its own.
struct AccountsBuilder: Builder {
    static let feature = Feature.viewless("Accounts")
    let dependencies: OpenAccount
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> AccountsGraph {
        AccountsGraph(scope: scope, open: dependencies)
    }
}

/// The root. It shows a `LoginGraph`, or the `AppGraph` of an account.
final class AccountsGraph: Graph {
    let scope: FeatureScope
    let shown = FeatureSlot()
    private let open: OpenAccount
    private var account: AppDependencies?

    init(scope: FeatureScope, open: @escaping OpenAccount) {
        self.scope = scope
        self.open = open
        shown.show(LoginBuilder(parent: scope))
    }

    /// Shows the dictionary of an account. If its store cannot be opened, the login stays.
    func logIn(_ name: String) async throws {
        let account = try await open(name)
        self.account = account
        shown.show(AppBuilder(dependencies: account, parent: scope)).startTranslating()
    }

    /// Ends the dictionary, shows the login and closes the store.
    func logOut() async {
        shown.show(LoginBuilder(parent: scope))
        await account?.close()
        account = nil
    }
}

/// Builds the login.
struct LoginBuilder: Builder {
    static let feature = Feature.screen("Login")
    let dependencies: Void = ()
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> LoginGraph {
        LoginGraph(scope: scope)
    }
}

/// The screen on which the user chooses an account.
final class LoginGraph: Graph {
    let scope: FeatureScope

    init(scope: FeatureScope) { self.scope = scope }
}
