import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// The forms for files of words and tasks.
extension Actions {
    func onFiles(_ action: String) async throws(DictionaryError) -> ActionResult? {
        switch action {
        case "import-words": return try await importWords()
        case "undo-import":
            guard let undo = try await session.app.words.undoImport() else {
                return await failed(ImportUndo.nothingMessage)
            }
            let kept = undo.keptMessage.map { Message("\(undo.message); \($0)") }
            return .page(await Pages.page(session, page, notice: .done(kept ?? undo.message)))
        case "import-tasks": return try await importTasks()
        case "export-words":
            guard let format = form["format"].flatMap({ ExchangeFormat(rawValue: $0) }) else { return nil }
            let data = try await Exchange.exportWords(session.app.exchange, format)
            return .file(name: "words.\(format.rawValue)", type: format.mediaType, data: data)
        case "export-tasks": return try await exportTasks()
        default: return nil
        }
    }

    private func importWords() async throws(DictionaryError) -> ActionResult {
        guard let file = form.files.first, !file.name.isEmpty else { return await failed(Self.noFile) }
        let named = form["format"].flatMap { ExchangeFormat(rawValue: $0) }
        guard let format = named ?? ExchangeFormat(fileName: file.name) else { return await failed(Self.noFormat) }
        var options = ImportOptions()
        options.encoding = form["encoding"].flatMap { TextEncoding(rawValue: $0) }
        options.source = language("source")
        options.target = language("target")
        let isTrial = form["trial"] == "on"
        let report = try await Exchange.importWords(session.app.exchange, file, format, options, isTrial: isTrial)
        return shown(report.report, words: report, isTrial: isTrial)
    }

    private func language(_ name: String) -> Language? {
        form[name].flatMap { $0.isEmpty ? nil : Language(code: $0) }
    }

    private func importTasks() async throws(DictionaryError) -> ActionResult {
        guard let file = form.files.first, !file.name.isEmpty else { return await failed(Self.noFile) }
        let named = form["task-format"].flatMap { TodoExchangeFormat(rawValue: $0) }
        guard let format = named ?? TodoExchangeFormat(fileName: file.name) else { return await failed(Self.noFormat) }
        guard let exchange = try await todoExchange() else { return await failed(Self.noExchange) }
        let isTrial = form["task-trial"] == "on"
        do throws(TodoError) {
            let report = try await exchange.importTodos(
                Array(file.data), named: file.name, format: format, isTrial: isTrial)
            return shown(report, isTrial: isTrial)
        } catch {
            return await done(error)
        }
    }

    private func exportTasks() async throws(DictionaryError) -> ActionResult? {
        guard let format = form["format"].flatMap({ TodoExchangeFormat(rawValue: $0) }) else { return nil }
        guard let exchange = try await todoExchange() else { return await failed(Self.noExchange) }
        do throws(TodoError) {
            let bytes = try await exchange.exportTodos(format)
            return .file(name: "tasks.\(format.rawValue)", type: format.mediaType, data: Data(bytes))
        } catch {
            return await done(error)
        }
    }

    private func todoExchange() async throws(DictionaryError) -> TodoExchange? {
        let list: TodoListGraph? = try await session.open(.todo)
        return list?.exchange
    }

    /// The page with what an import did.
    private func shown(_ report: ImportReport, words: WordImportReport? = nil, isTrial: Bool) -> ActionResult {
        let write = PageWriter(session: session, address: page)
        let report = write.report(report, words: words, isTrial: isTrial)
        return .page(Page(Pages.importFile(write, report: report)))
    }

    private static let noFile = Message("Choose a file.")
    private static let noFormat = Message("The name of the file does not say its format. Choose one.")
    private static let noExchange = Message("This list cannot be imported or exported.")
}

extension ExchangeFormat {
    fileprivate var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .tsv: "text/tab-separated-values; charset=utf-8"
        case .jsonl: "application/jsonl; charset=utf-8"
        }
    }
}

extension TodoExchangeFormat {
    fileprivate var mediaType: String {
        switch self {
        case .ics: "text/calendar; charset=utf-8"
        case .txt: "text/plain; charset=utf-8"
        }
    }
}
