import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Words and tasks, from files and to files. To standard output nothing but the words or tasks is written.
extension Session {
    func importWords(_ arguments: Arguments) async throws(CommandLineError) -> Presentation? {
        let path = arguments.positional[0]
        let format = try wordFormat(arguments)
        let progress = ProgressLine()
        defer { progress.clear() }
        do {
            let report = try await app.exchange.importWords(
                from: try open(path), named: path, format: format, isTrial: arguments.has("--dry-run")
            ) { [localizer] in progress.show(localizer(Message("\(count: $0.total) words read"))) }
            return Presentation(report, isTrial: arguments.has("--dry-run"), in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    func exportWords(_ arguments: Arguments) async throws(CommandLineError) -> Presentation? {
        let path = arguments.positional[0]
        let format = try wordFormat(arguments)
        do {
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
                text: localizer(Message("\(count: count) words written to \(path)")),
                json: ["exported": .number(count)])
        } catch {
            throw CommandLineError(error)
        }
    }

    private func wordFormat(_ arguments: Arguments) throws(CommandLineError) -> ExchangeFormat {
        if let format = arguments.choice("--format") ?? ExchangeFormat(fileName: arguments.positional[0]) {
            return format
        }
        throw .usage(Message("--format is needed: csv, tsv or jsonl"))
    }

    private func open(_ path: String) throws(DictionaryError) -> FileHandle {
        guard path != "-" else { return .standardInput }
        do { return try FileHandle(forReadingFrom: URL(literalPath: path)) } catch {
            throw .fileUnreadable(path: path, reason: .fileError(error))
        }
    }

    func importTasks(_ arguments: Arguments) async throws(CommandLineError) -> Presentation? {
        let path = arguments.positional[0]
        let screen = navigator.toTodoList.router.open()
        defer { close(screen) }
        let (exchange, format) = try taskExchange(screen, arguments)
        let file: FileHandle
        do { file = try open(path) } catch { throw CommandLineError(error) }
        do {
            let report = try await exchange.importTodos(
                from: file, named: path, format: format, isTrial: arguments.has("--dry-run"))
            return Presentation(report, isTrial: arguments.has("--dry-run"), in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    func exportTasks(_ arguments: Arguments) async throws(CommandLineError) -> Presentation? {
        let path = arguments.positional[0]
        let screen = navigator.toTodoList.router.open()
        defer { close(screen) }
        let (exchange, format) = try taskExchange(screen, arguments)
        do {
            if path == "-" {
                try await exchange.exportTodos(to: .standardOutput, named: path, format: format)
                return nil
            }
            let report = try await exchange.exportTodos(to: URL(literalPath: path), format: format)
            return Presentation(report, path: path, in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    private func taskExchange(
        _ list: TodoListGraph, _ arguments: Arguments
    ) throws(CommandLineError) -> (TodoExchange, TodoExchangeFormat) {
        guard let format = arguments.choice("--format") ?? TodoExchangeFormat(fileName: arguments.positional[0]) else {
            throw .usage(Message("--format is needed: ics or txt"))
        }
        guard let exchange = list.exchange else {
            throw CommandLineError(code: "storeUnreadable", message: Message("this list has no way to files"))
        }
        return (exchange, format)
    }
}
