import ArgumentParser
import CoreModule
import Foundation
import PersonalDictionary
import TerminalFrontEnd
import TodoList

/// The dictionary and the to-do list in the window of a terminal.
@main
struct TerminalApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal-app",
        abstract: "A personal dictionary and a to-do list in the window of a terminal.",
        discussion: """
            Environment: DICT_URL (dict://host[:port]) and PONS_SECRET add services to the bundled glossary; CALDAV_PASSWORD \
            is for the server of the to-do list, which “superapp todo sync” chooses; SYNC_PASSWORD is for the folder of words, \
            which “superapp sync” chooses; NO_COLOR turns colours off.
            """)

    @Option(help: "The file with all data, which superapp can share.")
    var store: String?

    @Flag(help: "Keep everything in memory.")
    var ephemeral = false

    @Option(help: "The language: en or ru. The default is that of the environment.")
    var locale: Language?

    enum Language: String, ExpressibleByArgument {
        case en, ru
    }

    @MainActor
    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let locale = Locale(identifier: locale?.rawValue ?? Self.language(environment))
        let localizer = Localizer.personalDictionary(locale: locale, tables: [.terminalFrontEnd])
        let server = TodoServerConnection(
            credentials: environment["CALDAV_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) })
        var configuration = AppConfiguration(storage: storage(environment), translation: translation(environment))
        configuration.environment = AppEnvironment(localizer: .personalDictionary(locale: locale))
        configuration.todoServer = server
        configuration.sync = SyncConnection(
            credentials: environment["SYNC_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) })
        let dependencies: AppDependencies
        do {
            dependencies = try await AppDependencies.open(configuration)
        } catch {
            throw Failure(description: localizer(error.explanation))
        }
        let tree = FeatureTree()
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        await server.chooseRemembered(in: app.settings)
        let context = ScreenContext(
            app: app, searchText: app.mainScreen.mainNavigator.searchTextInput.viewModel, tree: tree,
            localizer: localizer)
        let isTerminal = await Window(context, environment: environment)?.run() ?? false
        app.detach()
        await dependencies.close()
        guard isTerminal else {
            throw Failure(description: localizer(Message("this needs a terminal with a window")))
        }
    }

    /// Why the app cannot start.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func language(_ environment: [String: String]) -> String {
        let setting = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        return setting?.hasPrefix("ru") == true ? "ru" : "en"
    }

    /// The file that superapp uses, unless another one is named.
    private func storage(_ environment: [String: String]) -> AppConfiguration.Storage {
        if ephemeral { return .memory }
        if let store { return .file(URL(filePath: store)) }
        return .file(URL.applicationData(environment).appending(path: "superapp/superapp.sqlite"))
    }

    private func translation(_ environment: [String: String]) -> TranslationConfiguration {
        var providers: [LookUpProvider] = [.glossary]
        if let secret = environment["PONS_SECRET"], !secret.isEmpty { providers.append(.pons(Secret(secret))) }
        if let server = environment["DICT_URL"].flatMap({ DictServer($0) }) { providers.append(.dict(server)) }
        return TranslationConfiguration(providers)
    }
}
