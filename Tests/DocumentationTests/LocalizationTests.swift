import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("Localization", .bounded)
struct LocalizationTests {
    private static let program = "Examples/CommandLine"
    private static let libraries = ["CoreModule", "PersonalDictionary", "TodoList"].map { "Sources/\($0)" }
    private static let modules = libraries + [program]
    private static let languages: [String: [PluralCategory]] = ["en": [.one, .other], "ru": [.one, .few, .many]]
    /// Keys that are built at run time.
    private static let dynamic = ["partOfSpeech.", "provider."]

    @Test(
        "the tables of every language contain exactly the messages of the sources, with all placeholders",
        arguments: modules)
    func complete(module: String) throws {
        let folder = project.appending(path: module)
        let labels = module == "Sources/PersonalDictionary" ? try MatchLabels.kinds().map { "match.\($0)" } : []
        let used = try MessageScanner.keys(in: folder).union(labels)
        #expect(!used.isEmpty)
        for (language, categories) in Self.languages {
            let wanted = Set(
                used.flatMap { key in key.contains("%d") ? categories.map { "\(key)|\($0.rawValue)" } : [key] })
            let table = try Self.table(module, language)
            let own = table.filter { entry in !Self.dynamic.contains { entry.key.hasPrefix($0) } }
            #expect(wanted.subtracting(own.keys).sorted() == [], "missing in \(language)")
            #expect(Set(own.keys).subtracting(wanted).sorted() == [], "unused in \(language)")
            for (key, value) in table {
                #expect(!value.isEmpty)
                #expect(Self.placeholders(value) == Self.placeholders(key), "\(language): \(key)")
            }
        }
        let dynamicKeys = try Self.languages.keys.map { language in
            try Set(Self.table(module, language).keys.filter { key in Self.dynamic.contains { key.hasPrefix($0) } })
        }
        #expect(Set(dynamicKeys).count == 1, "one language has names that another lacks")
    }

    @Test("the English texts are those of the sources", arguments: modules)
    func english(module: String) throws {
        for (key, value) in try Self.table(module, "en") where !key.contains("|") {
            #expect(value == key || "match.\(value)" == key || Self.dynamic.contains { key.hasPrefix($0) })
        }
    }

    @Test("Russian texts are in Cyrillic: every message is translated", arguments: modules)
    func russian(module: String) throws {
        for (key, value) in try Self.table(module, "ru") where Self.hasWords(try Self.table(module, "en")[key] ?? key) {
            #expect(value.contains { ("а"..."я").contains($0.lowercased()) }, "\(key)")
        }
    }

    @Test(
        "plural forms match their numbers",
        arguments: [
            ("en", 0, "0 words read"), ("en", 1, "1 word read"), ("en", 2, "2 words read"), ("en", 21, "21 words read"),
            ("ru", 0, "прочитано 0 слов"), ("ru", 1, "прочитано 1 слово"), ("ru", 2, "прочитано 2 слова"),
            ("ru", 5, "прочитано 5 слов"), ("ru", 11, "прочитано 11 слов"), ("ru", 12, "прочитано 12 слов"),
            ("ru", 14, "прочитано 14 слов"), ("ru", 21, "прочитано 21 слово"), ("ru", 22, "прочитано 22 слова"),
            ("ru", 111, "прочитано 111 слов"), ("ru", 1001, "прочитано 1\u{A0}001 слово"),
        ])
    func plurals(language: String, count: Int, expected: String) throws {
        let table = try Self.table(Self.program, language)
        let category = PluralCategory(count, language: language)
        let number = Localizer(locale: Locale(identifier: language), tables: []).number(count)
        let text = try #require(table["%d words read|\(category.rawValue)"])
        #expect(text.replacingOccurrences(of: "%d", with: number) == expected)
    }

    @Test(
        "no program's table has a text of a library in other words",
        arguments: [program, "Examples/TerminalFrontEnd", "Examples/Showcase"])
    func sameWords(program: String) throws {
        for language in Self.languages.keys {
            let own = try Self.table(program, language)
            for module in Self.libraries {
                for (key, value) in try Self.table(module, language) {
                    #expect((own[key] ?? value) == value, "\(language): \(key)")
                }
            }
        }
    }

    @Test("one thing has one name in Russian, and one spelling, in all modules")
    func oneName() throws {
        let banned: [(wanted: String, found: Regex<Substring>)] = [
            ("задача", /\bдел(?:о|а|у|е|ом|ам|ами|ах)?\b/), ("часть задачи", /(?:над|под)задач/),
            ("метка", /\bтег/), ("приоритет", /\bважност/), ("узел", /\bхост/), ("звёздочка", /\bзвезд/),
            ("параметр", /\b(?:опци|ключ(?:ом)? -)/), ("переменные среды", /окружени/), ("скрипт", /\bсценари/),
            ("расхождение", /\bконфликт/), ("доля верных ответов", /запомненн/), ("время", /\bврем\S* (?:дня|суток)/),
            ("импортировать", /\bзагружено\b|\bбер(?:ёт|ет) (?:слова|задачи) из/),
            ("не удаётся прочитать", /\bне чита(?:е|ю)тся/), ("ваш перевод", /\bисточник: вы\b/),
            ("правка не отправлена", /\bожида(?:е|ю)т \S+ прав/), ("имперфект", /сослагательное наклонение прошедшего/),
            ("может означать", /это может быть/), ("будет", /\bбыло бы\b/), ("просрочен", /просрочено/),
            ("ё", /\b(?:еще|ее|нее|ждет|идет|начнет\S*|вернет|возьмет|удается)\b/),
            ("—", /–|[а-яё»] - [а-яё«]/), ("«…»", /[“”„]/), ("…", /\.{3}/),
        ]
        let modules = try Self.russianModules()
        #expect(Set(Self.modules).isSubset(of: modules) && modules.count > Self.modules.count)
        for module in modules {
            for (key, value) in try Self.table(module, "ru") {
                let text = value.lowercased()
                for (wanted, found) in banned {
                    #expect(text.firstMatch(of: found) == nil, "\(module), \(key): say “\(wanted)”")
                }
                // The user is addressed in lower case, but for the beginning of a sentence.
                #expect(value.firstMatch(of: /[а-яё,;:»] (?:Вы|Вас|Вам|Вами|Ваш[а-яё]*)\b/) == nil, "\(module), \(key)")
            }
        }
    }

    /// The folders of libraries and programs that have Russian texts.
    private static func russianModules() throws -> [String] {
        var modules: [String] = []
        for folder in ["Sources", "Examples", "Examples/WebApp"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: project.appending(path: folder).systemPath)
            for module in names.sorted().map({ "\(folder)/\($0)" }) {
                let table = project.appending(path: "\(module)/Resources/ru.lproj/Localizable.strings")
                if FileManager.default.fileExists(atPath: table.systemPath) { modules.append(module) }
            }
        }
        return modules
    }

    private static func table(_ folder: String, _ language: String) throws -> [String: String] {
        let file = project.appending(path: "\(folder)/Resources/\(language).lproj/Localizable.strings")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return try #require(list as? [String: String])
    }

    /// The placeholders of a text, in any order.
    private static func placeholders(_ text: String) -> [String] {
        text.replacing("%%", with: "").matches(of: /%(?:\d\$)?([@d])/).map { String($0.1) }.sorted()
    }

    /// Whether there is text to translate: names in capitals are the same in every language.
    private static func hasWords(_ text: String) -> Bool {
        text.split(separator: "|")[0].replacing(/%[@d]/, with: "").contains(where: \.isLowercase)
    }
}

/// Finds the literals of messages in Swift sources.
enum MessageScanner {
    static func keys(in folder: URL) throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var keys: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            let code = source.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
            for match in code.matches(of: /\bMessage\(\s*"/) {
                keys.insert(key(in: code[match.range.upperBound...]))
            }
        }
        return keys
    }

    /// The key of a literal, after its opening quote.
    private static func key(in text: Substring) -> String {
        var key = ""
        var rest = text
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\" else {
                key += character == "%" ? "%%" : String(character)
                continue
            }
            switch rest.popFirst() {
            case "(":
                key += rest.hasPrefix("count:") ? "%d" : "%@"
                skipInterpolation(&rest)
            case "n": key += "\n"
            case let escaped?: key.append(escaped)
            case nil: break
            }
        }
        return key
    }

    private static func skipInterpolation(_ rest: inout Substring) {
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": _ = skipLiteral(&rest)
            default: break
            }
        }
    }

    private static func skipLiteral(_ rest: inout Substring) -> Bool {
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", rest.popFirst() == "(" { skipInterpolation(&rest) }
        }
        return true
    }
}
