import ArgumentParser
import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import TodoList
import WebFrontEnd

/// The dictionary and the to-do list as a web page.
struct Web: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "A personal dictionary and a to-do list in a browser.",
        discussion: """
            The first line is the address. Logs go to standard error, one line for each message, with name=value for what varies.
            Without --postgres the server is for one person. On another address than the loopback it needs --password-file, \
            and --certificate with --key, or --plain-http. WEB_SITE is then the address of a proxy, if one stands before it.
            Environment: WEB_PROXY_SECRET and WEB_SITE (https://host) are needed with --postgres, for the proxy that says who is \
            who; WEB_LOGOUT is the address at which it logs them out, if it has one; DICT_URL and PONS_SECRET add services to the bundled glossary; CALDAV_PASSWORD is for the server of the \
            to-do list, which “superapp todo sync” chooses; SYNC_PASSWORD is for the folder of words, which “superapp sync” \
            chooses; WEB_LOG is the lowest level that is logged, “warning” by default. “web move” copies a file to PostgreSQL, and \
            “web password” makes the file for --password-file: see “web move --help” and “web password --help”.
            """)

    /// What `--postgres` is.
    static let formOfAddress = "is postgresql://user@host[:port]/database"

    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    @Option(help: "The port; 0 for a free one.")
    var port: UInt16 = 8080

    @OptionGroup(title: "One person, from other devices")
    var access: AccessOptions

    @Option(help: "The file with all data, which superapp can share.")
    var store: String?

    @Flag(help: "Keep everything until the server stops.")
    var ephemeral = false

    @Option(help: "The address of a PostgreSQL database, for many people behind a proxy.")
    var postgres: String?

    @Option(help: "The language: en or ru. The default is that of each browser.")
    var locale: String?

    func validate() throws {
        let places = [store != nil, ephemeral, postgres != nil].filter { $0 }
        guard places.count <= 1 else { throw ValidationError("Choose one of --store, --ephemeral and --postgres.") }
        if let postgres, !Self.isAddress(postgres) { throw ValidationError("--postgres \(Self.formOfAddress).") }
        if let locale, !WebConfiguration.languages.contains(locale) {
            throw ValidationError(
                "--locale is \(WebConfiguration.languages.joined(separator: " or ")), not “\(locale)”.")
        }
        if postgres != nil, !access.used.isEmpty {
            throw ValidationError(
                "With --postgres a proxy on this computer says who is who. These are for one person: \(access.used).")
        }
        if postgres != nil { _ = try proxy(ProcessInfo.processInfo.environment) }
    }

    func run() async throws {
        try await serve()
        Self.end()
    }

    /// Ends the program. Not by `exit`: it closes libraries, such as OpenSSL, which a thread that still waits for a database may use.
    static func end(_ status: Int32 = EXIT_SUCCESS) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Serves until the program is told to stop.
    @MainActor
    private func serve() async throws {
        // Files that are being imported or exported are nobody else's on this computer.
        umask(0o077)
        let environment = ProcessInfo.processInfo.environment
        let levelName = environment["WEB_LOG"] ?? "warning"
        guard let level = EventLogger.Level(name: levelName) else {
            throw ValidationError("WEB_LOG is debug, info, warning or error, not “\(levelName)”.")
        }
        let logger = EventLogger(label: "web", minimumLevel: level, handler: EventLogger.StandardErrorHandler())
        let chosenAccess = postgres == nil ? try access.access(environment) : try proxy(environment)
        var configuration = WebConfiguration(access: chosenAccess)
        configuration.host = access.listen
        configuration.tls = try access.tls()
        configuration.port = Int(port)
        configuration.language = locale
        configuration.translation = try translation(environment)
        configuration.environment = AppEnvironment(logger: logger)
        if postgres == nil {
            let todoServer = TodoServerConnection(
                credentials: environment["CALDAV_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) })
            configuration.todoServer = todoServer
            configuration.sync = SyncConnection(
                credentials: environment["SYNC_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) })
            configuration.sessionOpened = { await todoServer.chooseRemembered(in: $0) }
        } else {
            configuration.logOut = try logOut(environment)
        }
        let folder = ephemeral ? FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())") : nil
        defer { if let folder { remove(folder, logger) } }
        do {
            let stores = try await open(environment, folder, logger)
            let server = try await WebServer(configuration, stores: stores)
            try await server.run { port in
                print(access.address(port: port, chosenAccess))
                fflush(nil)
            } onStopping: {
                Task.detached {
                    // Waiting for a database that does not answer would take longer. What was acknowledged is stored.
                    do { try await Task.sleep(for: .milliseconds(4500)) } catch { return }
                    logger.warning("stopped before everything has ended")
                    Self.end()
                }
            }
            await stores.close()
        } catch let error as any ExplainedError {
            throw Failure(description: Localizer.personalDictionary()(error.explanation))
        }
    }

    /// Why the server cannot start, or a command cannot be done.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private func open(
        _ environment: [String: String], _ folder: URL?, _ logger: EventLogger
    ) async throws -> any PersonStores {
        if let postgres { return PostgresPersonStores(try await PostgresStores(url: postgres, logger: logger)) }
        if let folder { return try await FileStores(folder.appending(path: "superapp.sqlite"), logger: logger) }
        let file =
            store.map { URL(filePath: $0) }
            ?? URL.applicationData(environment).appending(path: "superapp/superapp.sqlite")
        return try await FileStores(file, logger: logger)
    }

    private func proxy(_ environment: [String: String]) throws -> WebConfiguration.Access {
        guard let secret = environment["WEB_PROXY_SECRET"], secret.utf8.count >= 16,
            let address = environment["WEB_SITE"]
        else {
            throw ValidationError(
                "--postgres needs WEB_PROXY_SECRET, of at least 16 characters, and WEB_SITE in the environment.")
        }
        guard let site = WebConfiguration.Site(address) else {
            throw ValidationError(
                "WEB_SITE is https://host[:port] without a path, not “\(address)”; WEB_PROXY_SECRET is there.")
        }
        return .proxy(secret: secret, site: site)
    }

    /// The address at which the proxy logs a person out. Nil if it has none, as with passwords that browsers remember themselves.
    private func logOut(_ environment: [String: String]) throws -> String? {
        guard let address = environment["WEB_LOGOUT"], !address.isEmpty else { return nil }
        let isPath = address.hasPrefix("/") && !address.hasPrefix("//")
        guard isPath || address.hasPrefix("https://") else {
            throw ValidationError("WEB_LOGOUT is a path of the site or https://…, not “\(address)”.")
        }
        return address
    }

    private func translation(_ environment: [String: String]) throws -> TranslationConfiguration {
        var providers: [LookUpProvider] = [.glossary]
        if let secret = environment["PONS_SECRET"], !secret.isEmpty { providers.append(.pons(Secret(secret))) }
        if let url = environment["DICT_URL"], !url.isEmpty {
            guard let server = DictServer(url) else {
                throw ValidationError("DICT_URL is dict://host[:port], not “\(url)”.")
            }
            providers.append(.dict(server))
        }
        return TranslationConfiguration(providers)
    }

    private func remove(_ folder: URL, _ logger: EventLogger) {
        do { try FileManager.default.removeItem(at: folder) } catch {
            logger.warning("the temporary folder stays", ["reason": "\(error)"])
        }
    }
}

/// The stores of many people in PostgreSQL.
struct PostgresPersonStores: PersonStores {
    private let stores: PostgresStores

    init(_ stores: PostgresStores) {
        self.stores = stores
    }

    var shared: DictionaryStore { stores.shared }

    func open(for person: Person) async throws(DictionaryError) -> DictionaryStore {
        stores.stores(for: PersonID(person.name))
    }

    var deletion: (@Sendable (Person) async throws(DictionaryError) -> Void)? {
        { [stores] person throws(DictionaryError) in
            do throws(StoreError) { try await stores.deleteEverything(of: PersonID(person.name)) } catch {
                throw .store(error)
            }
        }
    }

    var metrics: String {
        get async {
            let status = await stores.status
            return """
                # TYPE web_database_calls gauge
                web_database_calls{state="busy"} \(status.busy)
                web_database_calls{state="waiting"} \(status.waiting)
                # TYPE web_database_connections_limit gauge
                web_database_connections_limit \(status.limit)

                """
        }
    }

    func check() async throws(DictionaryError) {
        do throws(StoreError) { try await stores.ping() } catch { throw .store(error) }
    }

    func close() async { await stores.close() }
}
