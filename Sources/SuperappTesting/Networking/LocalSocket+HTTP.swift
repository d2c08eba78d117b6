import Foundation

extension LocalSocket {
    /// Reads one HTTP request; nil if the connection ends before.
    package func readRequest() -> LocalHTTPServer.Request? {
        let blankLine = Data("\r\n\r\n".utf8)
        var data = Data()
        var end = data.range(of: blankLine)
        while end == nil {
            let bytes = receive()
            guard !bytes.isEmpty, data.count < 1 << 20 else { return nil }
            data.append(contentsOf: bytes)
            end = data.range(of: blankLine)
        }
        guard let end else { return nil }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let first = lines[0].split(separator: " ").map(String.init)
        guard first.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (line[..<colon].lowercased(), value)
        }
        let headers = Dictionary(fields) { $1 }
        if headers["expect"] != nil { send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        var body = Data(data[end.upperBound...])
        while body.count < length {
            let bytes = receive()
            guard !bytes.isEmpty else { return nil }
            body.append(contentsOf: bytes)
        }
        return LocalHTTPServer.Request(method: first[0], target: first[1], headers: headers, body: body)
    }
}
