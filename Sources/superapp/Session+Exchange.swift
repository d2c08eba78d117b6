import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Words and tasks, from files and to files. To standard output nothing but the words or tasks is written.
extension Session {
    func importWords(_ arguments: Arguments) async throws -> Presentation? {
        let path = arguments.positional[0]
        let format = try wordFormat(arguments)
        let progress = ProgressLine()
        defer { progress.clear() }
        let report = try await app.exchange.importWords(
            from: try open(path), named: path, format: format, isTrial: arguments.has("--dry-run")
        ) { [localizer] in progress.show(localizer(Message("\(count: $0.total) words read"))) }
        return Presentation(report, isTrial: arguments.has("--dry-run"), in: localizer)
    }

    func exportWords(_ arguments: Arguments) async throws -> Presentation? {
        let path = arguments.positional[0]
        let format = try wordFormat(arguments)
        if path == "-" {
            try await app.exchange.exportWords(to: .standardOutput, named: path, format: format)
            return nil
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        let count = try await app.exchange.exportWords(to: URL(literalPath: path), format: format) {
            [localizer] in progress.show(localizer(Message("\(count: $0) words written")))
        }
        return Presentation(
            text: localizer(Message("\(count: count) words written to \(path)")), json: ["exported": .number(count)])
    }

    private func wordFormat(_ arguments: Arguments) throws -> ExchangeFormat {
        if let format = arguments.choice("--format") ?? ExchangeFormat(fileName: arguments.positional[0]) {
            return format
        }
        throw CommandLineError.usage(Message("--format is needed: csv, tsv or jsonl"))
    }

    private func open(_ path: String) throws -> FileHandle {
        guard path != "-" else { return .standardInput }
        do { return try FileHandle(forReadingFrom: URL(literalPath: path)) } catch {
            throw DictionaryError.fileUnreadable(path: path, reason: .fileError(error))
        }
    }

    func importTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let path = arguments.positional[0]
            let (exchange, format) = try taskExchange(screen, arguments)
            let report = try await exchange.importTodos(
                from: try open(path), named: path, format: format, isTrial: arguments.has("--dry-run"))
            return Presentation(report, isTrial: arguments.has("--dry-run"), in: localizer)
        }
    }

    func exportTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let path = arguments.positional[0]
            let (exchange, format) = try taskExchange(screen, arguments)
            if path == "-" {
                try await exchange.exportTodos(to: .standardOutput, named: path, format: format)
                return nil
            }
            let report = try await exchange.exportTodos(to: URL(literalPath: path), format: format)
            return Presentation(report, path: path, in: localizer)
        }
    }

    private func taskExchange(
        _ list: TodoListGraph, _ arguments: Arguments
    ) throws -> (TodoExchange, TodoExchangeFormat) {
        guard let format = arguments.choice("--format") ?? TodoExchangeFormat(fileName: arguments.positional[0]) else {
            throw CommandLineError.usage(Message("--format is needed: ics or txt"))
        }
        guard let exchange = list.exchange else {
            throw CommandLineError(code: "storeUnreadable", message: Message("this list has no way to files"))
        }
        return (exchange, format)
    }
}
