import ArgumentParser
package import CoreModule
import Foundation
package import PersonalDictionary
import TerminalFrontEnd

/// All systems in one tree, in the window of a terminal.
@main
struct Showcase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "showcase",
        abstract:
            "A dictionary, a to-do list, an anime catalogue, a user directory and a news reader in one feature tree.",
        discussion: """
            Without --offline, the catalogue asks the public service of Jikan. USERS_URL is the address above users.json, and \
            NEWSAPI_KEY the key for newsapi.org; without them, users and news are invented. What is kept is in superapp-showcase, in the folder for data of programs; \
            XDG_DATA_HOME names another one. NO_COLOR turns colours off.
            """)

    @Flag(
        help:
            "Keep everything in memory, on servers of this process with invented data. Nothing is sent to the network.")
    var offline = false

    @Option(help: "The language: en or ru. The default is that of the environment.")
    var locale: Language?

    enum Language: String, ExpressibleByArgument {
        case en, ru
    }

    @MainActor
    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let localizer = Localizer.showcase(Locale(identifier: locale?.rawValue ?? Self.language(environment)))
        let folder = Self.folder(environment)
        let systems: Systems
        let dependencies: AppDependencies
        do {
            systems =
                offline ? try .offline(localizer) : try await .online(folder, environment, localizer)
            var configuration = AppConfiguration(
                storage: offline ? .memory : .file(folder.appending(path: "showcase.sqlite")))
            configuration.environment = AppEnvironment(localizer: localizer)
            dependencies = try await AppDependencies.open(configuration)
        } catch let error as any ExplainedError {
            throw Failure(description: localizer(error.explanation))
        }
        let tree = FeatureTree()
        let app = showcase(dependencies, systems, parent: tree.root)
        let context = ScreenContext(
            app: app, searchText: app.mainScreen.searchText.viewModel, tree: tree, localizer: localizer
        ) { graph, context in
            graph.homeScreen(context) ?? graph.animeScreen(context) ?? graph.userScreen(context)
                ?? graph.newsScreen(context)
        }
        let isTerminal = await Window(context, environment: environment)?.run() ?? false
        app.detach()
        await dependencies.close()
        await systems.close()
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

    private static func folder(_ environment: [String: String]) -> URL {
        URL.applicationData(environment).appending(path: "superapp-showcase")
    }
}

/// Builds the app: the dictionary's, with a first screen of its own.
@MainActor
package func showcase(
    _ dependencies: AppDependencies, _ systems: Systems, parent: FeatureScope
) -> CustomAppGraph<HomeGraph> {
    CustomAppBuilder(dependencies: dependencies, parent: parent) { parts, scope in
        HomeBuilder(dependencies: HomeDependencies(parts: parts, systems: systems), parent: scope)
    }.build()
}
