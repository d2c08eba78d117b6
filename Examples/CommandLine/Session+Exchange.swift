import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Words and tasks, from files and to files. To standard output nothing but the words or tasks is written.
extension Session {
    private static let standardOutputs = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

    func importWords(_ arguments: Arguments) async throws -> Presentation? {
        if arguments.has("--undo") { return try await undoImport() }
        let path = arguments.positional[0]
        let format = try arguments.wordFormat()
        let isTrial = arguments.has("--dry-run")
        let report = try await {
            let progress = ProgressLine()
            defer { progress.clear() }
            return try await app.exchange.importWords(
                from: try open(path), named: path, format: format, options: try arguments.importOptions(),
                isTrial: isTrial
            ) { [localizer] in progress.show(localizer(Message("\(count: $0) words read"))) }
        }()
        return try shown(report.report, report, isTrial: isTrial)
    }

    private func undoImport() async throws -> Presentation {
        guard let undo = try await app.words.undoImport() else {
            throw CommandLineError(code: "notFound", message: ImportUndo.nothingMessage)
        }
        return Presentation(
            text: localizer(undo.message),
            json: ["removed": .number(undo.removed), "restored": .number(undo.restored), "kept": .number(undo.kept)]
        ).followed(by: undo.keptMessage, in: localizer)
    }

    /// Throws, after showing the report, if there was nothing in the file but what was rejected.
    private func shown(_ report: ImportReport, _ words: WordImportReport? = nil, isTrial: Bool) throws -> Presentation {
        let presentation = Presentation(report, words, isTrial: isTrial, in: localizer)
        guard report.total > 0, report.rejectedCount == report.total else { return presentation }
        console.show(presentation)
        throw CommandLineError(code: "fileUnreadable", message: Message("every line was rejected"))
    }

    func exportWords(_ arguments: Arguments) async throws -> Presentation? {
        let path = arguments.positional[0]
        let (format, isForSpreadsheets) = try arguments.exportForm()
        if Self.standardOutputs.contains(path) {
            try await app.exchange.exportWords(
                to: .standardOutput, named: path, format: format, isForSpreadsheets: isForSpreadsheets)
            return nil
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        let count = try await app.exchange.exportWords(
            to: URL(literalPath: path), format: format, isForSpreadsheets: isForSpreadsheets
        ) { [localizer] in
            progress.show(localizer(Message("\(count: $0) words written")))
        }
        return Presentation(
            text: localizer(Message("\(count: count) words written to \(path)")), json: ["exported": .number(count)])
    }

    private func open(_ path: String) throws -> FileHandle {
        guard path != "-" else { return .standardInput }
        return try InputFile.open(URL(literalPath: path)) { DictionaryError.fileUnreadable(path: path, reason: $0) }
    }

    func importTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let path = arguments.positional[0]
            let (exchange, format) = try taskExchange(screen, arguments)
            let report = try await exchange.importTodos(
                from: try open(path), named: path, format: format, isTrial: arguments.has("--dry-run"))
            return try shown(report, isTrial: arguments.has("--dry-run"))
        }
    }

    func exportTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let path = arguments.positional[0]
            let (exchange, format) = try taskExchange(screen, arguments)
            if Self.standardOutputs.contains(path) {
                try await exchange.exportTodos(to: .standardOutput, named: path, format: format)
                return nil
            }
            let report = try await exchange.exportTodos(to: URL(literalPath: path), format: format)
            return Presentation(report, path: path, in: localizer)
        }
    }

    func reviewLog(_ arguments: Arguments) async throws -> Presentation? {
        let path = arguments.positional[1]
        let format = ReviewLog.Format(fileName: path)
        guard arguments.positional[0] == "export" else {
            let log = try await app.reviewLog.importEvents(from: try open(path), named: path, format: format)
            let presentation =
                try log.withoutWord > 0
                ? Presentation(log.report, isTrial: false, in: localizer) : shown(log.report, isTrial: false)
            return presentation.followed(
                by: log.withoutWordMessage, json: ["withoutWord": .number(log.withoutWord)], in: localizer)
        }
        if Self.standardOutputs.contains(path) {
            try await app.reviewLog.exportEvents(to: .standardOutput, named: path, format: format)
            return nil
        }
        let done = try await app.reviewLog.exportEvents(to: URL(literalPath: path), format: format)
        return Presentation(
            text: localizer(Message("\(count: done.events) events written to \(path)")),
            json: ["exported": .number(done.events), "leftOut": .number(done.leftOut)]
        ).followed(by: done.leftOutMessage, in: localizer)
    }

    private func taskExchange(
        _ list: TodoListGraph, _ arguments: Arguments
    ) throws -> (TodoExchange, TodoExchangeFormat) {
        guard let format = arguments.choice("--format") ?? TodoExchangeFormat(fileName: arguments.positional[0]) else {
            throw CommandLineError.usage(Message("--format is needed: ics or txt"))
        }
        return (list.exchange, format)
    }
}

extension Arguments {
    fileprivate func wordFormat() throws -> ExchangeFormat {
        if let format = choice("--format") ?? ExchangeFormat(fileName: positional[0]) { return format }
        throw CommandLineError.usage(Message("--format is needed: csv, tsv or jsonl"))
    }

    /// The format of an export, and whether it is for spreadsheets.
    func exportForm() throws -> (format: ExchangeFormat, isForSpreadsheets: Bool) {
        let format = try wordFormat()
        guard format == .jsonl, has("--bom") else { return (format, has("--bom")) }
        throw CommandLineError.usage(Message("--bom is for tables: csv or tsv"))
    }

    func importOptions() throws -> ImportOptions {
        try check("FILE", at: 0, or: "--undo")
        try check(
            "--undo",
            without: [
                "--dry-run", "--format", "--delimiter", "--encoding", "--columns", "--no-header", "--from", "--to",
            ])
        var options = ImportOptions()
        if let text = value("--delimiter") {
            let delimiter = text == "tab" ? "\t" : text
            guard delimiter.utf8.count == 1, !["\"", "\n", "\r"].contains(delimiter) else {
                throw CommandLineError.usage(Message("--delimiter needs one character, or tab, not “\(text)”"))
            }
            options.delimiter = delimiter.first
        }
        options.encoding = choice("--encoding")
        options.columns = value("--columns")?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        options.readsHeader = !has("--no-header")
        options.source = value("--from").map { Language(code: $0) }
        options.target = value("--to").map { Language(code: $0) }
        return options
    }
}
