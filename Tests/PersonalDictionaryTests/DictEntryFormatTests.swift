import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Entries of DICT databases", .bounded)
struct DictEntryFormatTests {
    private let time = ManualTime()

    private func entry(
        of text: String, _ definitions: [String], database: String = "fd-eng-deu", known: UsualTranslations = []
    ) throws -> DictionaryEntry {
        try DictEntryFormat.entry(
            of: WordText(text), .between("en", "de"),
            definitions.map {
                DictReply.Definition(
                    database: database,
                    lines: $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            }, known: known, at: time.now)
    }

    @Test("FreeDict: numbered senses, commas between translations, pronunciation and kind of word")
    func freeDict() throws {
        let found = try entry(of: "lift", ["lift /lɪft/ <v>\n1. heben, anheben\n2. stehlen"])
        #expect(found.headword == "lift")
        #expect(found.pronunciation == "lɪft")
        #expect(found.senses.map(\.translations) == [["heben", "anheben"], ["stehlen"]])
        #expect(found.senses.map(\.partOfSpeech) == ["verb", "verb"])
        #expect(found.provider == .dict)
        #expect(found.date == time.now)
    }

    @Test(
        "FreeDict: labels, tags, notes and synonyms are not translations",
        arguments: [
            ("x /x/\n [zool.] Tier <neut> [biol.], Vieh <n>", ["Tier", "Vieh"]),
            ("x /x/\n1.  <adj>monatlich, Monat-", ["monatlich", "Monat-"]),
            ("x /x/\nStraße <fem> Str. <abbrev>", ["Straße"]),
            (
                "x /x/\n   Synonym: {Y}\n see: {Z}\n         Note: nichts\nein (kleiner, roter) Ball",
                ["ein (kleiner, roter) Ball"]
            ),
            ("x /x/\nu.\u{202F}s.\u{202F}w.", ["u. s. w."]),
            ("x\nohne Lautschrift; und mehr", ["ohne Lautschrift", "und mehr"]),
        ])
    func freeDictTags(text: String, translations: [String]) throws {
        #expect(try entry(of: "x", [text]).senses.first?.translations == translations)
    }

    @Test(
        "FreeDict: a line that explains a translation is a note, and genders are kept, also in a database of another name"
    )
    func freeDictDefinitions() throws {
        var wrong: [String] = []
        for (text, reading) in [
            (
                "Boot /boːt/ <n, neut>\n1. лодка 2.\nkleines Schiff\n 3.\nSpielzeug\n2. бот\nSchiff mit Segeln",
                "/boːt/ noun (n, kleines Schiff, Spielzeug) лодка; noun (n, Schiff mit Segeln) бот"
            ),
            ("Boot //'bot// <fem>\nлодка\n}} barca, nave", "/'bot/ noun (f, barca, nave) лодка"),
            ("Boot <n>\n[[малая]] лодка, бот", "noun малая лодка|бот"),
            (
                "Boot /b/ <masc, fem, n, sg>\nTier <neut> [biol.], Kuh <fem>, boat <n>\n      \"ein Boot\"  - a boat",
                "/b/ noun (m/f) Tier[n]|Kuh[f]|boat {ein Boot=a boat}"
            ),
            ("Boot /b/ <indefinitePronoun>\nкто-то", "/b/ pronoun кто-то"),
            ("Boot /b/ <v, refl>\n see: {Schiff}\nплыть", "/b/ verb плыть"),
        ] {
            let found = DictionaryFixture.description(of: try entry(of: "Boot", [text], database: "mine"))
            if found != reading { wrong.append(found) }
        }
        #expect(wrong == [])
    }

    @Test("of several definitions, the one with the most examples of the exact word comes first")
    func choice() throws {
        let found = try entry(
            of: "run",
            [
                "run /r/ <n>\nSträhne <fem>",
                "run /r/ <v>\ngerannt\n      \"he has running shoes\"  - er hat Laufschuhe\n      \"running\"  - laufend",
                "run /r/ <v>\nlaufen\n      \"to run fast\"  - schnell laufen",
            ])
        #expect(found.translation.text == "laufen")
        #expect(found.senses.map { $0.translations[0] } == ["laufen", "Strähne", "gerannt"])
        #expect(found.senses[0].examples == [.init(source: "to run fast", target: "schnell laufen")])
    }

    @Test("the translation that most senses give and most examples use comes first, with its definition")
    func usual() throws {
        let many = [
            "set /s/ <n>\nGerät, Satz", "set /e/ <v>\nlegen\n      \"set it here\"  - hier legen",
            "set /t/ <v>\nstellen, Satz",
        ]
        let found = try entry(of: "set", many)
        #expect(found.senses.map(\.translations) == [["legen"], ["Gerät", "Satz"], ["stellen", "Satz"]])
        #expect(found.pronunciation == "e")
        #expect(try entry(of: "set", Array(many.dropFirst(2) + many.prefix(1))).translation.text == "Satz")
        // The order of a definition's senses counts more than two examples.
        let ordered = ["run /r/\n1. laufen\n2. rennen\n      \"run\"  - rennen", "run /r/\nLauf"]
        #expect(try entry(of: "run", ordered).translation.text == "laufen")
    }

    @Test("a translation that the glossary has too comes before all others")
    func known() throws {
        let many = [
            "water /w/ <v>\ngießen, wässern\n      \"water it\"  - gießen", "water /w/ <n>\nGewässer, wasser, See",
        ]
        func senses(_ known: UsualTranslations) throws -> [[String]] {
            try entry(of: "water", many, known: known).senses.map(\.translations)
        }
        #expect(try senses(["Nass", "Wasser", "See"]) == [["wasser", "Gewässer", "See"], ["gießen", "wässern"]])
        #expect(try senses(["Nass"])[0] == ["gießen", "wässern"])
        #expect(try senses(["wassern"])[0] == ["wässern", "gießen"])
    }

    @Test("an exact example is not found inside a longer word")
    func exactExamples() throws {
        let found = try entry(
            of: "aus",
            [
                "aus /x/\nover\n      \"Haus bauen\"  - build a house\n      \"Hausbau\"  - building",
                "aus /x/\nfrom\n      \"aus Holz\"  - of wood",
            ])
        #expect(found.translation.text == "from")
    }

    @Test(
        "Mueller: cross-references are no translations",
        arguments: [
            "_past от run 2", "от run 2", "_past и _p-p. от run", "см. run 2", "см. тж. run", "= run", "past от run 2",
        ])
    func muellerReferences(reference: String) throws {
        #expect(throws: TranslationError.notFound) {
            try entry(of: "ran", ["ran\n   [ræn] \(reference)"], database: "mueller7")
        }
        let found = try entry(of: "ran", ["ran\n   [ræn] _n.\n   1) моток; \(reference)"], database: "mueller7")
        #expect(found.senses == [.init(partOfSpeech: "noun", translations: ["моток"])])
        // An ordinary word with such a beginning stays.
        #expect(
            try entry(of: "ran", ["ran\n   [ræn] от нуля, плата IBM"], database: "mueller7").senses[0].translations
                == ["от нуля", "плата IBM"])
    }

    @Test("the headword is checked: exactly, else ignoring case, else ignoring what follows it, else nothing is found")
    func headwords() throws {
        let many = ["Its /x/\nsein", "its /x/\nihr", "it's /x/\nes ist"]
        #expect(try entry(of: "its", many).translation.text == "ihr")
        #expect(try entry(of: "it's", many).translation.text == "es ist")
        #expect(try entry(of: "ITS", many).senses.count == 2)
        #expect(try entry(of: "Haus", ["Haus… /x/\nhäuslich"]).translation.text == "häuslich")
        #expect(throws: TranslationError.notFound) {
            try entry(of: "ab", ["able-bodied seaman /x/ (AB /x/)\nVollmatrose <masc> [naut.]"])
        }
        #expect(throws: TranslationError.notFound) { try entry(of: "ab", []) }
        #expect(throws: TranslationError.notFound) { try entry(of: "ab", ["ab /x/\n see: {c}"]) }
    }

    @Test("Mueller: homographs, kinds of words, senses, wrapped lines, examples and remarks")
    func mueller() throws {
        let text = """
            light
               _I  [laɪt]
                  1. _n.
                     1) свет; in the light of smth. при свете
                     чего-л.
                     2) _разг. сведения (о ком-л.), данные; lights out сигнал "гасить
                     огни"
                  2. _v.
                     1) зажигать(ся); освещать
               _II  [laɪt] _a.
                  1) лёгкий; легко-
                  весный
                  2) = lightsome
            """
        let found = try entry(of: "light", [text], database: "mueller7")
        #expect(found.pronunciation == "laɪt")
        #expect(found.senses.map(\.partOfSpeech) == ["noun", "noun", "verb", "adjective"])
        #expect(
            found.senses.map(\.translations) == [
                ["свет"], ["сведения", "данные"], ["зажигать", "освещать"], ["лёгкий", "легко-весный"],
            ])
        #expect(found.senses[0].examples == [.init(source: "in the light of smth.", target: "при свете чего-л.")])
    }

    @Test(
        "Mueller: the senses of a phrase belong to the phrase and not to the word; a mere reference is not an example")
    func muellerPhrases() throws {
        let text = """
            cat
               1. _n.
                  1) кот; кошка; fat cat
                  а) богач;
                  б) важная птица; bell the cat
                  а) рисковать
                  2) _мор. кат
               2. _v. блевать; see puke
            """
        let found = try entry(of: "cat", [text], database: "mueller7")
        #expect(found.senses.map(\.translations) == [["кот", "кошка"], ["кат"], ["блевать"]])
        #expect(
            found.senses.map(\.examples) == [
                [
                    .init(source: "fat cat", target: "богач; важная птица"),
                    .init(source: "bell the cat", target: "рисковать"),
                ], [], [],
            ])
    }

    @Test("any other format is shown as text")
    func other() throws {
        let found = try entry(of: "Dog", ["dog\n  n 1: an animal; [syn: {hound}]\n\n  2: a person"], database: "wn")
        #expect(found.senses.map(\.translations) == [["n 1: an animal; [syn: {hound}]"], ["2: a person"]])
        #expect(found.translation.text == "n 1: an animal; [syn: {hound}]")
    }

    @Test(
        "a transcription after the headword is no part of it", arguments: ["mueller7", "korolew-enru", "fd-eng-rus"],
        ["[rʌn]", "/rʌn/"])
    func transcription(database: String, transcription: String) throws {
        guard database != "fd-eng-rus" || transcription.hasPrefix("/") else { return }
        let entry = try entry(of: "run", ["run \(transcription)\n беж\u{7}ать"], database: database)
        #expect(entry.headword == "run")
        #expect(entry.pronunciation == "rʌn")
        #expect(entry.senses.map(\.translations) == [["бежать"]])
    }

    @Test("hostile entries are read to the end", arguments: ["fd-x", "mueller7", "wn"])
    func hostile(database: String) throws {
        for text in HostileText.all + [
            "<", ">", "[", "/", " /", " /<", "\"", "\"  - ", "1.", "1)", "_", "(((", "- -", ";,;,",
        ] {
            let definition = DictReply.Definition(database: database, lines: ["x", text, "  " + text, text + text])
            do throws(TranslationError) {
                let found = try DictEntryFormat.entry(
                    of: .init(stored: "x"), .englishToRussian, [definition], at: time.now)
                #expect(!found.translation.text.isEmpty)
            } catch {
                #expect(error == .notFound)
            }
        }
    }
}
