import CoreModule
package import Foundation

extension Form {
    /// Reads the body of a form, as a browser sends it. Throws ``Refusal/form`` if it has another form, or more than 1,000 parts.
    package init(_ body: Data, contentType: String) throws(Refusal) {
        let parts = contentType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        self.init()
        switch parts.first?.lowercased() {
        case "application/x-www-form-urlencoded":
            try readFields(body)
        case "multipart/form-data":
            let name = "boundary="
            guard
                let boundary = parts.first(where: { $0.lowercased().hasPrefix(name) })?.dropFirst(name.count)
                    .trimmingCharacters(in: CharacterSet(charactersIn: "\"")), 1...70 ~= boundary.utf8.count
            else { throw .form }
            try readParts(body, boundary)
        default: throw .form
        }
    }

    private static let maximumParts = 1000

    /// Fields as in a URL's query: `a=1&b=two+words`.
    private mutating func readFields(_ body: Data) throws(Refusal) {
        guard body.count(where: { $0 == UInt8(ascii: "&") }) < Self.maximumParts,
            let decoded = PercentEncoding.decodedForm(body)
        else { throw .form }
        fields = decoded
    }

    /// Fields and files between boundaries: RFC 7578.
    private mutating func readParts(_ body: Data, _ boundary: String) throws(Refusal) {
        let delimiter = Data("--\(boundary)".utf8)
        let emptyLine = Data("\r\n\r\n".utf8)
        guard var end = body.range(of: delimiter) else { throw .form }
        for _ in 0..<Self.maximumParts {
            if body[end.upperBound...].starts(with: Data("--".utf8)) { return }
            // A part ends with the line end before the next boundary.
            guard let next = body.range(of: Data("\r\n".utf8) + delimiter, in: end.upperBound..<body.endIndex),
                let head = body.range(of: emptyLine, in: end.upperBound..<next.lowerBound)
            else { throw .form }
            let content = Data(body[head.upperBound..<next.lowerBound])
            try readPart(String(decoding: body[end.upperBound..<head.lowerBound], as: UTF8.self), content)
            end = next
        }
        throw .form
    }

    private mutating func readPart(_ head: String, _ content: Data) throws(Refusal) {
        let line = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let line, let name = Self.parameter("name", of: line) else { throw .form }
        if let file = Self.parameter("filename", of: line) {
            // A field without a chosen file is sent as an empty file without a name.
            if !file.isEmpty || !content.isEmpty { files.append(File(field: name, name: file, data: content)) }
        } else {
            guard let value = String(validating: content, as: UTF8.self) else { throw .form }
            fields.append((name, value))
        }
    }

    /// A parameter in quotes. Browsers write a quote in it as `%22`.
    private static func parameter(_ name: String, of line: String) -> String? {
        guard let start = line.range(of: "; \(name)=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end]).replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing(
            "%0A", with: "\n")
    }
}
