import CoreModule

/// Reads words from the bytes of a file, chunk by chunk.
///
/// Pass each chunk to ``push(_:)``, and call ``finish()`` after the last one. A chunk may end anywhere. A record that cannot be read is
/// reported with its line; reading goes on with the next one. Time is linear. The first 64 KiB are kept until the form of the file is
/// recognized, and then at most one record. A file that is not UTF-8, and a JSON array, are read when all of it is there.
///
/// - CSV follows RFC 4180, with quotes as ``RowTokenizer`` says. ``TableSample`` recognizes the separator, or a line `sep=;` names it.
///   ``TableLayout`` says which first row names the columns, and what the columns are without one. A file that can be read in two
///   ways is rejected.
/// - TSV may begin with Anki's header lines (see ``AnkiHeader``). Otherwise it is read like CSV, but fields at the end of a row may be
///   missing. The tag `favorite` makes a favourite.
/// - JSON Lines contain one object for each word, with the keys of ``ExchangeRecord``. Unknown keys are ignored; `null` means no
///   value. An array of such objects is read too.
///
/// An empty field means no value. Blank lines are ignored, and so is a byte-order mark, which also tells the encoding.
package struct ExchangeReader: Sendable {
    private let format: ExchangeFormat
    private let options: ImportOptions
    private let names: ColumnNames
    /// What was read before the form of the file was recognized.
    private var beginning: [UInt8] = []
    private var isRecognized = false
    private var isRejected = false
    private var encoding = TextEncoding.utf8
    private var suggestedEncoding: TextEncoding?
    private var rows = RowTokenizer(separator: nil)
    private var table: TableReader?

    package init(
        format: ExchangeFormat, options: ImportOptions = ImportOptions(), languages: LanguageCatalog = .everyday,
        direction: TranslationDirection? = nil
    ) {
        self.format = format
        self.options = options
        names = ColumnNames(languages, current: direction)
    }

    /// Reads the next bytes, and returns the lines that end in them.
    package mutating func push(_ bytes: some Sequence<UInt8>) -> [ExchangeLine] { read(Array(bytes), isLast: false) }

    /// Returns the last lines. The reader cannot be used again.
    package mutating func finish() -> [ExchangeLine] {
        var lines = read([], isLast: true)
        while let token = rows.finish() {
            if let line = line(token) { lines.append(line) }
        }
        return lines
    }

    /// The form of the file, as it was recognized. Complete at the end.
    package var form: WordImportReport.Form {
        var form = WordImportReport.Form(encoding: encoding.rawValue, suggestedEncoding: suggestedEncoding)
        guard let table, let layout = table.layout else { return form }
        form.delimiter = String(UnicodeScalar(table.header.separator))
        form.columns = layout.meanings.prefix(table.sample.width).map { $0?.rawValue }
        form.ignored = layout.ignored
        return form
    }

    private mutating func read(_ bytes: [UInt8], isLast: Bool) -> [ExchangeLine] {
        guard !isRejected else { return [] }
        guard !isRecognized else { return lines(bytes) }
        beginning += bytes
        encoding = options.encoding ?? TextEncoding(markOf: beginning) ?? .utf8
        let isStream = encoding == .utf8 && beginning.count > TableSample.size && !isArray(beginning)
        guard isLast || isStream else { return [] }
        isRecognized = true
        if encoding == .utf8, beginning.contains(0) { suggestedEncoding = .utf16 }
        defer { beginning = [] }
        do throws(ExchangeProblem) {
            guard var text = encoding == .utf8 ? beginning : encoding.utf8(beginning) else { throw .encoding(encoding) }
            let isMarked = text.starts(with: TextEncoding.mark)
            if isMarked { text.removeFirst(TextEncoding.mark.count) }
            if isArray(text) { return ExchangeRecord.array(json: text) }
            if format != .jsonl { try recognizeTable(&text, isMarked: isMarked) }
            return lines(text)
        } catch {
            isRejected = true
            return [ExchangeLine(number: 1, result: .failure(error))]
        }
    }

    /// Whether a file is an array of objects. JSON Lines never begin so.
    private func isArray(_ file: [UInt8]) -> Bool {
        guard format == .jsonl else { return false }
        let text = file.starts(with: TextEncoding.mark) ? file.dropFirst(TextEncoding.mark.count) : file[...]
        let beginning = text.lazy.filter { !$0.isWhiteSpace }.prefix(2)
        return beginning.elementsEqual("[{".utf8) || beginning.elementsEqual("[]".utf8)
    }

    private mutating func recognizeTable(_ text: inout [UInt8], isMarked: Bool) throws(ExchangeProblem) {
        var separator = options.delimiter?.asciiValue
        if let named = Self.namedSeparator(text) {
            separator = separator ?? named.separator
            // Its line break stays, for the numbers of the other lines.
            text.removeFirst(named.length)
        }
        // Other programs write Anki's headings into files of any name.
        let format = AnkiHeader.begins(text) ? .tsv : format
        let sample = try TableSample(text, known: separator, format)
        rows = RowTokenizer(separator: sample.header.separator, readsHeadings: format == .tsv)
        let table = TableReader(format, sample, names, options, isMarked: isMarked)
        try table.checkHeader()
        self.table = table
    }

    /// The separator that a line `sep=;` names at the beginning of a file, also in capitals or in quotes, and the length of this.
    private static func namedSeparator(_ text: [UInt8]) -> (separator: UInt8, length: Int)? {
        let quote = text.first == .quote ? 1 : 0
        guard text.count > quote + 4,
            String(decoding: text[quote..<(quote + 4)], as: UTF8.self).lowercased() == "sep="
        else { return nil }
        let separator = text[quote + 4]
        let isClosed = quote == 0 || text.dropFirst(quote + 5).first == .quote
        guard isClosed, separator < 0x80, separator != .quote, !separator.isLineBreak else { return nil }
        return (separator, 2 * quote + 5)
    }

    private mutating func lines(_ text: [UInt8]) -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        var index = 0
        while let token = rows.next(text, &index) {
            if let line = line(token) { lines.append(line) }
        }
        return lines
    }

    /// The line of a token. Nil for headings and blank lines.
    private mutating func line(_ token: RowTokenizer.Token) -> ExchangeLine? {
        switch token {
        case .heading(let line):
            table?.header.read(line)
            rows.separator = table?.header.separator
            return nil
        case .broken(let line, let problem):
            table?.endHeader()
            return ExchangeLine(number: line, result: .failure(problem))
        case .row(let row):
            guard !row.isBlank else { return nil }
            do throws(ExchangeProblem) {
                let record = table == nil ? try ExchangeRecord(json: row.bytes) : try table?.record(row)
                return record.map { ExchangeLine(number: row.line, result: .success($0)) }
            } catch {
                if error == .notUTF8 { suggestedEncoding = suggestedEncoding ?? TextEncoding(guess: row.bytes) }
                return ExchangeLine(number: row.line, result: .failure(error))
            }
        }
    }
}
