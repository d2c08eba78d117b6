import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// Tables as other programs and spreadsheets write them.
@Suite("Tables of other programs", .bounded)
struct ForeignTableTests {
    private func summaries(_ file: String, _ format: ExchangeFormat = .csv, chunk: Int? = nil) -> [String] {
        readExchange(file, format, chunk: chunk).map { line in
            guard let record = line.record else { return line.summary }
            let languages = [record.sourceLang, record.targetLang].map { $0 ?? "–" }.joined(separator: "→")
            return ([record.text, record.translation ?? "–", languages] + record.tags).joined(separator: " ")
        }
    }

    @Test(
        "Anki's headings are read whatever the file is called, also filled up by a spreadsheet",
        arguments: exchangeChunkSizes)
    func headings(chunk: Int?) {
        let words = ["tree дерево –→– wood plant", "leaf лист –→–"]
        let headed = "#separator:Comma\n#html:true\n#tags column:3\ntree,<i>дерево</i>,wood plant\nleaf,лист,\n"
        #expect(summaries(headed, .csv, chunk: chunk) == words)
        let filled = "#HTML:true,,\n#separator:Comma,,\n#tags column:3,,\ntree,<i>дерево</i>,wood plant\nleaf,лист,\n"
        #expect(summaries(filled, .csv, chunk: chunk) == words)
        let tabs = "#separator:Semicolon\n#tags column:3\ntree;дерево;wood plant\nleaf;лист;\n"
        #expect(summaries(tabs, .csv, chunk: chunk) == words)
        #expect(summaries("#separator:,\ntree,дерево\n", .tsv, chunk: chunk) == ["tree дерево –→–"])
        for first in ["#deck:Trees", "#tags column:3", "#notetype:Basic", "#If Matches:keep both", "#guid column:9"] {
            let file = "\(first)\n#separator:Tab\n#tags column:3\ntree\tдерево\twood plant\nleaf\tлист\t\n"
            #expect(summaries(file, .csv, chunk: chunk) == words, "\(first)")
        }
        // Other lines that begin with a number sign are words in CSV.
        #expect(summaries("#1,первый\n", .csv, chunk: chunk) == ["#1 первый –→–"])
    }

    @Test("the columns of Anki's decks, types and identifiers are left out, and named")
    func decks() {
        let file =
            "#separator:Comma\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n"
            + "x,Basic,Trees::Wood,tree,дерево,wood,more\n"
        var reader = ExchangeReader(format: .csv)
        let lines = reader.push(Array(file.utf8)) + reader.finish()
        #expect(lines.map(\.record) == [ExchangeRecord(text: "tree", translation: "дерево", tags: ["wood"])])
        #expect(reader.form.ignored == ["guid", "notetype", "deck", "7"])
    }

    @Test("languages in cells are codes of two or three letters, with a region, or names in any of the languages")
    func languages() {
        let header = "text,translation,sourceLang,targetLang\n"
        let cells = ["de-DE,ru-RU", "German,Russian", "deu,rus", "Deutsch,Русский", "de_at,ru", "немецкий,russo"]
        #expect(
            summaries(header + cells.map { "Baum,дерево,\($0)\n" }.joined()) == cells.map { _ in "Baum дерево de→ru" })
        #expect(
            summaries("Baum,дерево,de-DE,Russian\nBlatt,лист,German,ru\n") == ["Baum дерево de→ru", "Blatt лист de→ru"])
        #expect(
            summaries(header + "Baum,дерево,de-Latn-DE,ru\n") == ["Baum дерево de-Latn-DE→ru"],
            "what is unknown stays, to be refused")
    }

    @Test("a phrasebook has its languages before each word, and no header; a header of languages is one")
    func phrasebook() {
        let rows = "German,Russian,Baum,дерево\nRussian,German,лист,Blatt\n"
        #expect(summaries(rows) == ["Baum дерево de→ru", "лист Blatt ru→de"])
        #expect(summaries("English,German,birch,Birke\n") == ["birch Birke en→de"])
        #expect(summaries("German,Russian,lesson,page\nBaum,дерево,1,7\n") == ["Baum дерево de→ru"])
        #expect(summaries("German,Russian\nBaum,дерево\nEnglish,английский\n").first == "Baum дерево de→ru")
        #expect(summaries("English,английский,en,ru\nRussian,русский,en,ru\n").first == "English английский en→ru")
    }

    @Test("columns of another program that are called as this program's are left out, and no row is rejected")
    func foreignColumns() throws {
        let file =
            "id,word,translation,createdAt,provider,note\n17,tree,дерево,yesterday,me,n\n18,leaf,лист,today,you,n\n"
        #expect(summaries(file) == ["tree дерево –→–", "leaf лист –→–"])
        #expect(readExchange(file, .csv).compactMap(\.record).allSatisfy { $0.id == nil && $0.provider == nil })
        var reader = ExchangeReader(format: .csv)
        _ = reader.push(Array(file.utf8)) + reader.finish()
        #expect(reader.form.ignored == ["id", "createdAt", "provider", "note"])
        let names = ["id", "status", "provider", "translatedAt", "createdAt", "updatedAt", "alternatives", "note"]
        for name in names {
            #expect(summaries("front,back,\(name)\ntree,дерево,x\n") == ["tree дерево –→–"], "\(name)")
        }
        let own = "id,text,translation,createdAt\nx,tree,дерево,yesterday\n"
        #expect(summaries(own) == ["2 ! createdAt is no date"])
    }

    @Test("swapped columns, and words in one cell with their translations, are refused until something is named")
    func order() {
        let swapped = "1 ! the columns look swapped: columns or languages must be named"
        let dashes = "1 ! a dash or “=” stands between words and translations: the delimiter or columns must be named"
        let columns = ["translation", "text"]
        let cases: [(file: String, ExchangeFormat, TranslationDirection, columns: [String]?, lines: [String])] = [
            ("дерево,tree\nлист,leaf\n", .csv, .englishToRussian, nil, [swapped]),
            ("word;meaning\nдерево;tree\nлист;\n", .csv, .englishToRussian, nil, [swapped]),
            ("дерево,tree\n", .csv, .englishToRussian, columns, ["1 tree"]),
            ("дерево,tree\n", .csv, TranslationDirection.englishToRussian.swapped, nil, ["1 дерево"]),
            ("дерево,tree\nleaf,лист\n", .csv, .englishToRussian, nil, ["1 дерево", "2 leaf"]),
            ("дерево,tree,ru,en\n", .csv, .englishToRussian, nil, ["1 дерево"]),
            ("Russian,English\nдерево,tree\n", .csv, .englishToRussian, nil, ["2 дерево"]),
            ("tree - дерево\nleaf – лист\n", .tsv, .englishToRussian, nil, [dashes]),
            ("tree = дерево\nleaf = лист\n", .tsv, .englishToRussian, nil, [dashes]),
            ("tree - дерево\n", .tsv, .englishToRussian, ["text"], ["1 tree - дерево"]),
            ("part-time\nleaf\n", .tsv, .englishToRussian, nil, ["1 part-time", "2 leaf"]),
        ]
        let wrong = cases.filter { test in
            var options = ImportOptions()
            options.columns = test.columns
            var reader = ExchangeReader(format: test.1, options: options, direction: test.2)
            return (reader.push(Array(test.file.utf8)) + reader.finish()).map(\.summary) != test.lines
        }
        #expect(wrong.map(\.file) == [])
    }

    @Test("a first row of names of columns is a word if there is said to be no header")
    func noHeader() {
        for (file, words) in [
            ("question,answer\ntree,дерево\n", ["1 question", "2 tree"]), ("text,id\n", ["1 text"]),
            ("text\ntree\n", ["1 text", "2 tree"]),
            ("English,Russian\ntree,дерево\n", ["1 English", "2 tree"]), ("sep=;\ntext;back\n", ["2 text"]),
            ("#separator:,\n#columns:text,translation\ntext,back\n", ["3 text"]),
        ] {
            var options = ImportOptions()
            for readsHeader in [true, false] {
                options.readsHeader = readsHeader
                var reader = ExchangeReader(format: .csv, options: options)
                let lines = (reader.push(Array(file.utf8)) + reader.finish()).map(\.summary)
                #expect(lines == (readsHeader && !file.hasPrefix("#") ? Array(words.dropFirst()) : words), "\(file)")
            }
        }
        let names = ["question,answer", "вопрос,ответ", "Frage,Antwort", "domanda,risposta"]
        #expect(names.map { summaries("\($0)\ntree,дерево\n") } == names.map { _ in ["tree дерево –→–"] })
    }

    @Test("a separator is named in any case and in quotes", arguments: exchangeChunkSizes)
    func separator(chunk: Int?) {
        for line in ["sep=;", "SEP=;", "\"sep=;\"", "\"Sep=;\"\r"] {
            #expect(summaries("\(line)\ntree;дерево, бревно\n", chunk: chunk) == ["tree дерево, бревно –→–"], "\(line)")
        }
        #expect(
            summaries("\"sep=;\ntree\",дерево\n", chunk: chunk) == ["sep=;\ntree дерево –→–"], "a field of two lines")
    }
}
