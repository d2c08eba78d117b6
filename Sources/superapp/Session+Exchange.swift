import CoreModule
import Foundation
import PersonalDictionary

extension Session {
    func importWords(
        _ path: String, _ format: ExchangeFormat?, _ isTrial: Bool
    ) async throws(CommandLineError) -> Presentation {
        let format = try Self.format(format, path)
        let file: FileHandle
        if path == "-" {
            file = .standardInput
        } else {
            do {
                file = try FileHandle(forReadingFrom: URL(literalPath: path))
            } catch {
                throw CommandLineError(.fileUnreadable(path: path, reason: .fileError(error)))
            }
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        do {
            let report = try await app.exchange.importWords(
                from: file, named: path, format: format, isTrial: isTrial
            ) { [localizer] in progress.show(localizer(Message("\(count: $0.total) words read"))) }
            return Presentation(report, isTrial: isTrial, in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    /// To standard output nothing but the words is written.
    func exportWords(_ path: String, _ format: ExchangeFormat?) async throws(CommandLineError) -> Presentation? {
        let format = try Self.format(format, path)
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
                json: .object([("exported", .number(count))]))
        } catch {
            throw CommandLineError(error)
        }
    }

    private static func format(
        _ format: ExchangeFormat?, _ path: String
    ) throws(CommandLineError) -> ExchangeFormat {
        guard let format = format ?? ExchangeFormat(fileName: path) else {
            throw .usage(Message("--format is needed: csv, tsv or jsonl"))
        }
        return format
    }
}

extension Presentation {
    init(_ report: ImportReport, isTrial: Bool, in localizer: Localizer) {
        self.init(
            added: report.added, updated: report.updated, unchanged: report.unchanged,
            rejected: report.rejected.map { ($0.line, $0.reason) }, isTrial: isTrial, in: localizer)
    }

    /// What an import has done, of words or of tasks.
    init(
        added: Int, updated: Int, unchanged: Int, rejected: [(line: Int, reason: Message)], isTrial: Bool,
        in localizer: Localizer
    ) {
        let summary =
            isTrial
            ? Message("would be added \(added), updated \(updated), unchanged \(unchanged)")
            : Message("added \(added), updated \(updated), unchanged \(unchanged)")
        var lines = [localizer(summary)]
        if !rejected.isEmpty { lines.append(localizer(Message("rejected \(rejected.count):"))) }
        lines += rejected.map { "  " + localizer(Message("line \($0.line): \($0.reason)")) }
        self.init(
            text: lines.joined(separator: "\n"),
            json: .object([
                ("added", .number(added)), ("updated", .number(updated)), ("unchanged", .number(unchanged)),
                (
                    "rejected",
                    .array(
                        rejected.map {
                            .object([("line", .number($0.line)), ("reason", .string(localizer($0.reason)))])
                        })
                ),
            ]))
    }
}
