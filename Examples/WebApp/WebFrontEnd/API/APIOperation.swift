import CoreModule
import Foundation
package import HTTPTypes
import PersonalDictionary
import TodoList

/// One operation of the API. The table of all, ``all``, is what requests are matched with; `openapi.json` describes the same operations.
package struct APIOperation: Sendable {
    /// Its name in the description, such as `addWord`.
    package let name: String
    /// Its method.
    package let method: HTTPRequest.Method
    /// The path below ``basePath``, such as `/words/{id}`.
    package let path: String
    /// The fields of its query.
    package let query: [APIField]
    /// The fields of its body; nil if it has none.
    package let body: [APIField]?
    /// What it does.
    let perform: @Sendable (APICall) async throws -> APIAnswer

    init(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, query: [APIField] = [], body: [APIField]? = nil,
        _ perform: @escaping @Sendable (APICall) async throws -> APIAnswer
    ) {
        (self.name, self.method, self.path) = (name, method, path)
        (self.query, self.body, self.perform) = (query, body, perform)
    }

    /// The beginning of the paths of all operations.
    package static let basePath = "/api/v1"
    /// All operations.
    package static let all = words + tasks + reviews

    /// The operation of a request, and the identifier in its path. Throws a ``Problem`` if there is none.
    static func find(
        _ method: HTTPRequest.Method, _ path: String
    ) throws(Problem) -> (operation: APIOperation, id: String?) {
        guard path.hasPrefix(basePath + "/") else { throw .noAddress }
        let segments = path.dropFirst(basePath.count).split(separator: "/", omittingEmptySubsequences: false)
        let method = method == .head ? .get : method
        var methods: [String] = []
        for operation in all {
            let wanted = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            guard wanted.count == segments.count, zip(wanted, segments).allSatisfy({ $0 == "{id}" || $0 == $1 }) else {
                continue
            }
            methods += operation.method == .get ? ["GET", "HEAD"] : [operation.method.rawValue]
            guard operation.method == method else { continue }
            guard let place = wanted.firstIndex(of: "{id}") else { return (operation, nil) }
            guard let id = PercentEncoding.decodedText(segments[place].utf8), APIField.isIdentifier(id) else {
                throw .noAddress
            }
            return (operation, id)
        }
        throw methods.isEmpty ? .noAddress : .wrongMethod(methods)
    }
}

/// A program's request, read and checked.
struct APICall: Sendable {
    let program: ProgramApp
    /// The identifier in the path; empty if the path has none.
    let id: String
    let query: [String: JSON]
    let body: [String: JSON]
    /// The header `If-Match`: the versions of which one must be there. Nil if the program does not ask for that.
    let versions: Set<String>?
    /// Where the user is.
    let timeZone: TimeZone
    let locale: Locale

    var words: Vocabulary { program.words }
    var todos: TaskList { program.todos }
    var now: Date { program.environment.clock.now() }

    /// Throws ``Problem/changed`` unless the program knows the present version, or does not ask for one.
    func check(_ version: String) throws(Problem) {
        guard let versions, !versions.contains(version), !versions.contains("*") else { return }
        throw .changed
    }

    /// Changes something. Of the person's programs that this server serves, one does at a time: what ``check(_:)`` has seen is still so,
    /// unless a page or another process changes it in that moment.
    func changing<Value: Sendable>(_ change: @Sendable () async throws -> Value) async throws -> Value {
        await program.mutex.enter()
        defer { program.mutex.leave() }
        return try await change()
    }

    /// The most items of a page.
    var limit: Int { query["limit"]?.number ?? 50 }
    static let limit = APIField("limit", .number(1...200))
    static let cursor = APIField("cursor", .text)
}

/// What an operation answers.
struct APIAnswer: Sendable {
    var status = HTTPResponse.Status.ok
    /// Nil for an answer without a body.
    let json: JSON?
    /// The version of what it shows, for `ETag`.
    var version: String?
    /// The path of what was added.
    var location: String?

    static let done = APIAnswer(status: .noContent, json: nil)
}

extension JSON {
    /// The object with its version, which is another one after every change: FNV-1a of its text, in 64 bits.
    var versioned: (json: JSON, version: String) {
        let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let version = String(hash, radix: 16)
        return (adding(["version": .text(version)]), version)
    }
}

/// Where the next page of a list begins: behind an item.
struct APICursor: Sendable {
    let date: Date
    let id: String

    init(_ date: Date, _ id: String) { (self.date, self.id) = (date, id) }

    /// Reads what an answer has given. Throws a ``Problem`` if it is something else.
    init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, let milliseconds = UInt64(parts[0], radix: 36), APIField.isIdentifier(parts[1]) else {
            throw .wrongField("cursor")
        }
        self.init(Date(millisecondsSince1970: Int64(bitPattern: milliseconds)), parts[1])
    }

    var text: String { "\(String(UInt64(bitPattern: date.millisecondsSince1970), radix: 36))-\(id)" }
}
