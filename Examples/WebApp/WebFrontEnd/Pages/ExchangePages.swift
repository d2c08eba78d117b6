import CoreModule
import Foundation
import PersonalDictionary
import TodoList

extension Pages {
    /// The forms for a file of words or of tasks.
    /// - Parameter report: what the last import did, and its lines.
    static func importFile(
        _ write: PageWriter, report: (answer: HTML, lines: HTML) = (.empty, .empty)
    ) -> HTML {
        let file: HTML = #"<input type="file" name="file" required aria-label="\#(write(Message("File")))">"#
        let trial = write.box(Message("Only try"), "trial", false)
        let languages =
            [("", write(Message("as the file says")))]
            + write.session.app.languages.languages.map { ($0.code, $0.name(in: write.session.localizer.locale)) }
        let encodings =
            [("", write(Message("as the file says")))] + TextEncoding.allCases.map { ($0.rawValue, $0.rawValue) }
        return write.document(
            Message("Import"), answer: report.answer,
            """
            <div id="report">\(report.lines)</div>
            <h2 id="import-of-words">\(write(.words))</h2>
            \(write.fileForm("import-words", title: "import-of-words", """
                \(file)
                \(write.choice(Message("Format"), "format", write.formats(ExchangeFormat.allCases.map(\.rawValue)), ""))
                \(write.choice(Message("Encoding"), "encoding", encodings, ""))
                \(write.choice(LanguageSide.source.title, "source", languages, ""))
                \(write.choice(LanguageSide.target.title, "target", languages, ""))
                \(trial)
                """))
            \(write.button(Message("Undo the last import of words"), "undo-import"))
            <h2 id="import-of-tasks">\(write(write.session.app.mainScreen.mainNavigator.toTodoListTitle))</h2>
            \(write.fileForm("import-tasks", title: "import-of-tasks", """
                \(file)
                \(write.choice(Message("Format"), "task-format", write.formats(TodoExchangeFormat.allCases.map(\.rawValue)), ""))
                \(write.box(Message("Only try"), "task-trial", false))
                """))
            """)
    }

    /// The files to save.
    static func exportFile(_ write: PageWriter) -> HTML {
        let words = ExchangeFormat.allCases.map { write.download("export-words", $0.rawValue) }
        let tasks = TodoExchangeFormat.allCases.map { write.download("export-tasks", $0.rawValue) }
        return write.document(
            Message("Export"),
            """
            <h2>\(write(.words))</h2><div class="line" id="words">\(words)</div>
            <h2>\(write(write.session.app.mainScreen.mainNavigator.toTodoListTitle))</h2>
            <div class="line" id="tasks">\(tasks)</div>
            """)
    }
}

extension PageWriter {
    /// - Parameter title: the identifier of the heading that names the form.
    fileprivate func fileForm(_ action: String, title: String, _ content: HTML) -> HTML {
        """
        <form method="post" action="/action/\(action)" id="\(action)" aria-labelledby="\(title)" \
        enctype="multipart/form-data">\(formFields)\(content)\
        \(submit(Message("Import"), style: "main"))</form>
        """
    }

    fileprivate func formats(_ names: [String]) -> [(String, String)] {
        [("", self(Message("by the file's name")))] + names.map { ($0, $0) }
    }

    fileprivate func download(_ action: String, _ format: String) -> HTML {
        form(action, id: "\(action)-\(format)", plain: true, hidden("format", format) + "<button>\(format)</button>")
    }

    /// What an import did, or would do, and that line by line.
    func report(
        _ report: ImportReport, words: WordImportReport? = nil, isTrial: Bool
    ) -> (answer: HTML, lines: HTML) {
        let rejected = report.rejected.prefix(50).map { "<li>\(self($0.message))</li>" as HTML }
        let remarks = report.remarks.prefix(50).map { "<li>\(self($0.message))</li>" as HTML }
        let kept = (words?.kept ?? []).prefix(50).map { "<li>\(self($0.message))</li>" as HTML }
        let first = (words?.first ?? []).map { "<li>\($0.joined(separator: " – "))</li>" as HTML }
        let isEmpty = report.added + report.updated + report.unchanged == 0
        var answer = answer(report.message(isTrial: isTrial), style: isEmpty ? "bad" : "good", id: "imported")
        if let encoding = words?.form.suggestedEncoding {
            let hint = Message("The file may be encoded as \(encoding.rawValue). Choose that, and import it again.")
            answer = answer + line(hint, style: "notice bad", id: "suggested-encoding")
        }
        var lines = HTML.empty
        let parts: [(Message, Int, [HTML])] = [
            (Message("Left out"), report.rejectedCount, rejected),
            (Message("Imported with a remark"), report.remarkCount, remarks),
            (Message("Kept as they were"), words?.keptCount ?? 0, kept),
            (Message("The first words"), first.count, first),
        ]
        for (title, count, items) in parts where count > 0 {
            lines = lines + "<h2>\(self(Message("\(title): \(count)")))</h2><ul>\(items)</ul>"
        }
        return (answer, lines)
    }
}

/// Reads and writes files of words and tasks. The bytes are in a file of their own while they are read, because the exchange reads
/// them twice and must not block the session.
enum Exchange {
    /// Imports words from a file that was sent.
    static func importWords(
        _ exchange: WordExchange, _ file: Form.File, _ format: ExchangeFormat, _ options: ImportOptions, isTrial: Bool
    ) async throws(DictionaryError) -> WordImportReport {
        let url = temporaryFile()
        defer { remove(url) }
        let handle: FileHandle
        do {
            try file.data.write(to: url)
            handle = try FileHandle(forReadingFrom: url)
        } catch {
            throw .fileUnreadable(path: file.name, reason: .fileError(error))
        }
        // The handle closes the file with its last use.
        return try await exchange.importWords(
            from: handle, named: file.name, format: format, options: options, isTrial: isTrial)
    }

    /// All words as a file.
    static func exportWords(_ exchange: WordExchange, _ format: ExchangeFormat) async throws(DictionaryError) -> Data {
        let url = temporaryFile()
        defer { remove(url) }
        try await exchange.exportWords(to: url, format: format)
        do { return try Data(contentsOf: url) } catch {
            throw .fileUnreadable(path: "words.\(format.rawValue)", reason: .fileError(error))
        }
    }

    private static func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
    }

    private static func remove(_ url: URL) {
        // It may not have been written. The system empties the folder anyway.
        do { try FileManager.default.removeItem(at: url) } catch {}
    }
}
