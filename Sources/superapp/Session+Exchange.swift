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
                throw CommandLineError(.fileUnreadable(path: path, reason: "it cannot be read"))
            }
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        do {
            let report = try await app.exchange.importWords(
                from: file, named: path, format: format, isTrial: isTrial
            ) { progress.show("\($0.total) words read") }
            return Presentation(report, isTrial: isTrial)
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
                progress.show("\($0) words written")
            }
            return Presentation(
                text: "\(count) words written to \(path)", json: .object([("exported", .number(count))]))
        } catch {
            throw CommandLineError(error)
        }
    }

    private static func format(
        _ format: ExchangeFormat?, _ path: String
    ) throws(CommandLineError) -> ExchangeFormat {
        guard let format = format ?? ExchangeFormat(fileName: path) else {
            throw .usage("--format is needed: csv, tsv or jsonl")
        }
        return format
    }
}

extension Presentation {
    init(_ report: ImportReport, isTrial: Bool) {
        var lines = [
            "\(isTrial ? "would be " : "")added \(report.added), updated \(report.updated), unchanged \(report.unchanged)"
        ]
        if !report.rejected.isEmpty { lines.append("rejected \(report.rejected.count):") }
        lines += report.rejected.map { "  line \($0.line): \($0.reason)" }
        self.init(
            text: lines.joined(separator: "\n"),
            json: .object([
                ("added", .number(report.added)), ("updated", .number(report.updated)),
                ("unchanged", .number(report.unchanged)),
                (
                    "rejected",
                    .array(
                        report.rejected.map { .object([("line", .number($0.line)), ("reason", .string($0.reason))]) })
                ),
            ]))
    }
}
