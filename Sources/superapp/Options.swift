import CoreModule
import Foundation
import PersonalDictionary

/// What stands before or among the words of a command and holds for the whole run.
struct Options {
    var storage: AppConfiguration.Storage
    var locale: Locale
    var isJSON = false
    var logLevel = Logger.Level.error
    var translation: TranslationConfiguration
    var asksForHelp = false
    var asksForVersion = false
    /// The command with its arguments.
    var words: [String] = []

    private static let valued: Set<String> = ["--store", "--translator", "--locale", "--log"]
    private static let flags: Set<String> = ["--ephemeral", "--json", "--help", "-h", "--version"]

    init(_ arguments: [String], environment: [String: String]) throws(CommandLineError) {
        var own: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let name = String(word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0])
            if word == "--" {
                words += ["--"] + rest
                break
            } else if Self.flags.contains(word) || (Self.valued.contains(name) && name != word) {
                own.append(word == "-h" ? "--help" : word)
            } else if Self.valued.contains(word) {
                own += [word] + (rest.popFirst().map { [$0] } ?? [])
            } else {
                words.append(word)
            }
        }
        let options = try Arguments(
            own, valued: Self.valued, flags: Self.flags)
        isJSON = options.has("--json")
        asksForHelp = options.has("--help")
        asksForVersion = options.has("--version")
        locale = try Self.locale(options.value("--locale"), environment)
        storage = try Self.storage(options, environment)
        if let name = options.value("--log") {
            guard let level = Logger.Level(name: name) else {
                throw .usage(Message("--log is one of debug, info, warning, error, not “\(name)”"))
            }
            logLevel = level
        }
        translation = try Self.translation(options.value("--translator"), environment)
    }

    /// Who is asked for translations: those that are named, or the glossary and whoever is configured.
    private static func translation(
        _ list: String?, _ environment: [String: String]
    ) throws(CommandLineError) -> TranslationConfiguration {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        let configured = ["glossary"] + (isSet("PONS_SECRET") ? ["pons"] : []) + (isSet("DICT_URL") ? ["dict"] : [])
        let names = list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? configured
        var providers: [TranslationConfiguration.Provider] = []
        for name in names {
            switch name {
            case "glossary": providers.append(.glossary)
            case "pons": providers.append(try pons(environment))
            case "dict": providers.append(.dict(try dictServer(environment), timeout: try dictTimeout(environment)))
            default: throw .usage(Message("--translator is a list of: glossary, pons, dict; “\(name)” is unknown"))
            }
        }
        return TranslationConfiguration(providers)
    }

    private static func pons(
        _ environment: [String: String]
    ) throws(CommandLineError) -> TranslationConfiguration.Provider {
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
        guard let seconds = Int(text), (1...86_400).contains(seconds) else {
            throw .usage(Message("DICT_TIMEOUT is a number of seconds, not “\(text)”"))
        }
        return .seconds(seconds)
    }

    private static func dictServer(_ environment: [String: String]) throws(CommandLineError) -> DictServer {
        guard let url = environment["DICT_URL"], !url.isEmpty else {
            throw .usage(Message("the translator dict needs a server: DICT_URL=dict://host[:port]"))
        }
        guard let server = DictServer(url) else {
            throw .usage(Message("DICT_URL is dict://host[:port], not “\(url)”"))
        }
        return server
    }

    /// Has a command that would find nothing in a new store do without one: to look makes no file.
    mutating func avoidMakingStore() {
        guard case .file(let url) = storage else { return }
        var status = stat()
        // Only where there is nothing: what is there and cannot be used is told.
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
        // The XDG Base Directory Specification has relative paths ignored.
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
            return .file(URL(literalPath: folder).appending(path: "superapp/superapp.sqlite"))
        }
        #if canImport(Darwin)
        return .file(URL.applicationSupportDirectory.appending(path: "superapp/superapp.sqlite"))
        #else
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(literalPath: $0) : nil } ?? URL.homeDirectory
        return .file(home.appending(path: ".local/share/superapp/superapp.sqlite"))
        #endif
    }

    /// The locale that is asked for, as far as it can be told before the options are read: for what is wrong with them.
    static func locale(_ arguments: [String], _ environment: [String: String]) -> Locale {
        let own = arguments.prefix { $0 != "--" }
        let next = own.firstIndex(of: "--locale").map { own.index(after: $0) }.flatMap {
            own.indices.contains($0) ? own[$0] : nil
        }
        let joined = own.first { $0.hasPrefix("--locale=") }.map { String($0.dropFirst("--locale=".count)) }
        do {
            return try locale(next ?? joined, environment)
        } catch {
            return Locale(identifier: "en")
        }
    }

    private static func locale(_ name: String?, _ environment: [String: String]) throws(CommandLineError) -> Locale {
        if let name {
            guard ["en", "ru"].contains(name) else { throw .usage(Message("--locale is en or ru, not “\(name)”")) }
            return Locale(identifier: name)
        }
        let setting = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let language = setting?.split(whereSeparator: { "_.@-".contains($0) }).first
        return Locale(identifier: language == "ru" ? "ru" : "en")
    }
}

extension URL {
    /// A file by its path as it is: a tilde is a character, which the shell has replaced where it was meant.
    init(literalPath path: String) {
        let isAbsolute = path.hasPrefix("/")
        self.init(filePath: isAbsolute ? path : FileManager.default.currentDirectoryPath + "/" + path)
    }
}
