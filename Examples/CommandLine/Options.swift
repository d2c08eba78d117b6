import CoreModule
import Foundation
import PersonalDictionary

/// The options of the program, which may stand anywhere on its command line.
struct Options {
    var storage: AppConfiguration.Storage
    var logLevel = EventLogger.Level.error
    var translation: TranslationConfiguration
    var asksForHelp = false
    var asksForVersion = false
    /// Whether anything may be written to a file.
    var isKept: Bool { if case .memory = storage { false } else { true } }
    /// The command with its arguments.
    var words: [String] = []

    static let table: [(usage: String, help: Message)] = [
        ("--store FILE", Message("the file with all data (default: superapp.sqlite in the application-data folder)")),
        ("--ephemeral", Message("keep everything in memory")),
        (
            "--translator LIST",
            Message(
                "where translations come from, in this order: glossary, pons, dict, dictfile:FILE of dictd, StarDict or DSL (default: glossary, then whichever of the others is configured)"
            )
        ),
        ("--locale en|ru", Message("the language of screens and messages (default: from the environment)")),
        ("--json", Message("one JSON value on one line per command; errors as JSON on standard error")),
        ("--log LEVEL", Message("log to standard error: debug, info, warning or error (default: error)")),
        ("--help", Message("this text, or that of a command")),
        ("--version", Message("the program's version")),
    ]

    private static let usage = Usage(table.map(\.usage))

    init(_ arguments: [String], environment: [String: String]) throws(CommandLineError) {
        var own: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let name = String(word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0])
            switch Self.usage.value(of: word == "-h" ? "--help" : name) {
            case _ where word == "--":
                words += ["--"] + rest
                rest = []
            case .flag where name == word: own.append(word == "-h" ? "--help" : word)
            case nil, .flag: words.append(word)
            default: own += [word] + (name == word ? rest.popFirst().map { [$0] } ?? [] : [])
            }
        }
        let options = try Arguments(own, by: Self.usage)
        asksForHelp = options.has("--help")
        asksForVersion = options.has("--version")
        storage = try Self.storage(options, environment)
        if let name = options.value("--log") {
            guard let level = EventLogger.Level(name: name) else {
                throw .usage(Message("--log is one of debug, info, warning, error, not “\(name)”"))
            }
            logLevel = level
        }
        translation = try Self.translation(options.value("--translator"), environment)
    }

    /// The services for translations: those that are named, or the glossary and the services that are configured.
    private static func translation(
        _ list: String?, _ environment: [String: String]
    ) throws(CommandLineError) -> TranslationConfiguration {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        let configured = ["glossary"] + (isSet("PONS_SECRET") ? ["pons"] : []) + (isSet("DICT_URL") ? ["dict"] : [])
        let names = list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? configured
        var providers: [LookUpProvider] = []
        for name in names {
            switch name {
            case "glossary": providers.append(.glossary)
            case "pons": providers.append(try pons(environment))
            case "dict": providers.append(.dict(try dictServer(environment), timeout: try dictTimeout(environment)))
            case _ where name.hasPrefix("dictfile:"):
                let path = String(name.dropFirst(9))
                do { providers.append(.file(try .init(argument: path))) } catch { throw .usage(error.explanation) }
            default:
                throw .usage(
                    Message("--translator is a list of: glossary, pons, dict, dictfile:FILE; “\(name)” is unknown"))
            }
        }
        return TranslationConfiguration(providers)
    }

    private static func pons(
        _ environment: [String: String]
    ) throws(CommandLineError) -> LookUpProvider {
        guard let secret = environment["PONS_SECRET"], !secret.isEmpty else {
            throw .usage(Message("the translator pons needs a key: PONS_SECRET in the environment"))
        }
        guard let address = environment["PONS_URL"], !address.isEmpty else { return .pons(Secret(secret)) }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme ?? ""), url.host() != nil else {
            throw .usage(Message("PONS_URL is https://host[/path], not “\(address)”"))
        }
        // Not shown: it may hold a password.
        guard url.user == nil, url.password == nil, url.query == nil, url.fragment == nil else {
            throw .usage(Message("PONS_URL is https://host[/path], without a user, a query or a fragment"))
        }
        return .pons(Secret(secret), url: url)
    }

    private static func dictTimeout(_ environment: [String: String]) throws(CommandLineError) -> Duration {
        guard let text = environment["DICT_TIMEOUT"], !text.isEmpty else { return .seconds(10) }
        if let seconds = Int(text), (1...86_400).contains(seconds) { return .seconds(seconds) }
        throw .usage(Message("DICT_TIMEOUT is a number of seconds, not “\(text)”"))
    }

    private static func dictServer(_ environment: [String: String]) throws(CommandLineError) -> DictServer {
        guard let url = environment["DICT_URL"], !url.isEmpty else {
            throw .usage(Message("the translator dict needs a server: DICT_URL=dict://host[:port]"))
        }
        if let server = DictServer(url) { return server }
        throw .usage(Message("DICT_URL is dict://host[:port], not “\(url)”"))
    }

    /// Chooses the storage for a command: a command that would find nothing in a new store makes none.
    mutating func adaptStorage(to command: Invocation) {
        guard let createsStore = command.createsStore else { return storage = .memory }
        guard !createsStore, case .file(let url) = storage else { return }
        var status = stat()
        // Only if there is nothing: a file that cannot be used is an error.
        if stat(url.path(percentEncoded: false), &status) != 0, errno == ENOENT { storage = .memory }
    }

    private static func storage(
        _ options: Arguments, _ environment: [String: String]
    ) throws(CommandLineError) -> AppConfiguration.Storage {
        let path = options.value("--store")
        if options.has("--ephemeral") {
            guard path == nil else { throw .usage(Message("--store and --ephemeral exclude each other")) }
            return .memory
        }
        if let path {
            guard !path.isEmpty else { throw .usage(Message("--store needs the name of a file")) }
            return .file(URL(literalPath: path))
        }
        return .file(URL.applicationData(environment).appending(path: "superapp/superapp.sqlite"))
    }

    /// The reader's locale, which errors in the options need too, so it is found before they are parsed.
    static func locale(_ arguments: [String], _ environment: [String: String]) -> Locale {
        let own = arguments.prefix { $0 != "--" }
        let next = zip(own, own.dropFirst()).first { $0.0 == "--locale" }?.1
        let joined = own.first { $0.hasPrefix("--locale=") }.map { String($0.dropFirst("--locale=".count)) }
        let setting = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let language = setting?.split(whereSeparator: { "_.@-".contains($0) }).first.map(String.init)
        return Locale(identifier: (next ?? joined ?? language) == "ru" ? "ru" : "en")
    }
}

extension URL {
    /// A file by its literal path: a tilde is an ordinary character, since the shell has expanded the others.
    init(literalPath path: String) {
        let isAbsolute = path.hasPrefix("/")
        self.init(filePath: isAbsolute ? path : FileManager.default.currentDirectoryPath + "/" + path)
    }
}
