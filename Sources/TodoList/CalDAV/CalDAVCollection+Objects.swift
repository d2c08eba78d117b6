public import CoreModule
import Foundation

extension CalDAVCollection {
    /// Reads resources by `calendar-multiget`, 500 in each request and two requests at a time. If an answer is malformed or too
    /// large, asks for fewer at a time, at last one by one; also if the server does not support it.
    ///
    /// Leaves out only resources that the server reports as missing. One with an error of its own is marked as refused. A path that an
    /// answer does not mention is read separately.
    public func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        let paths = Set(paths).sorted()
        let starts = stride(from: 0, to: paths.count, by: Self.pathsPerRequest)
        var batches = starts.map { paths[$0..<min($0 + Self.pathsPerRequest, paths.count)] }[...]
        let result: Result<[CalDAVObject], WebDAVError> = await withTaskGroup(
            of: Result<[CalDAVObject], WebDAVError>.self
        ) { group in
            var objects: [CalDAVObject] = []
            func startNext() {
                guard let batch = batches.popFirst() else { return }
                group.addTask { await self.read(batch) }
            }
            for _ in 0..<Self.concurrentRequests { startNext() }
            while let result = await group.next() {
                switch result {
                case .success(let batch): objects += batch
                case .failure(let error):
                    group.cancelAll()
                    return .failure(error)
                }
                startNext()
            }
            return .success(objects)
        }
        return try result.get().sorted { $0.path < $1.path }
    }

    /// Reads all tasks by one `calendar-query`, in time proportional to their number; some servers look through all names for each
    /// path of a `calendar-multiget`. Returns none if the server does not answer it: fewer at a time may succeed.
    public func tasks() async throws(WebDAVError) -> [CalDAVObject] {
        do throws(WebDAVError) {
            let answer = try await server.multistatus("REPORT", path, depth: "1", WebDAVRequestBody.tasks, silence: nil)
            var objects: [CalDAVObject] = []
            _ = try WebDAVReader.multistatus(answer.body) { response in
                objects += response.paths(on: answer.url).compactMap(response.object)
            }
            return objects
        } catch {
            switch error {
            case .cancelled, .unauthorized, .rateLimited: throw error
            default: return []
            }
        }
    }

    private func read(_ paths: ArraySlice<WebDAVPath>) async -> Result<[CalDAVObject], WebDAVError> {
        do throws(WebDAVError) {
            var (objects, rest) = ([CalDAVObject](), Array(paths))
            if let (answer, base) = try await multiget(paths) {
                (objects, rest) = try evaluate(answer, base, paths)
            } else if paths.count > Self.pathsReadOneByOne, capabilities.withLock({ $0.supportsMultiget }) != false {
                let middle = paths.startIndex + paths.count / 2
                return .success(try await read(paths[..<middle]).get() + read(paths[middle...]).get())
            }
            for path in rest {
                do throws(WebDAVError) {
                    objects.append(try await get(path))
                } catch {
                    if error == .notFound { continue }
                    guard error.isAboutOneObject else { throw error }
                    objects.append(CalDAVObject(refused: path))
                }
            }
            return .success(objects)
        } catch {
            return .failure(error)
        }
    }

    /// Reads all paths in one request. Nil if reading them one by one may help.
    private func multiget(_ paths: ArraySlice<WebDAVPath>) async throws(WebDAVError) -> (WebDAVMultistatus, URL)? {
        guard capabilities.withLock({ $0.supportsMultiget }) != false else { return nil }
        do throws(WebDAVError) {
            return try await server.request("REPORT", path, WebDAVRequestBody.multiget(paths), silence: nil)
        } catch {
            switch error {
            // One object with a character that XML does not allow makes the whole answer malformed.
            case .malformed, .conflict, .refused(status: 413, _), .refused(status: 414, _): return nil
            case _ where error.mayMeanNoSuchReport:
                capabilities.withLock { $0.supportsMultiget = false }
                return nil
            default: throw error
            }
        }
    }

    /// Evaluates an answer.
    /// - Returns: the objects, and the paths without a definite result.
    private func evaluate(
        _ answer: WebDAVMultistatus, _ base: URL, _ paths: ArraySlice<WebDAVPath>
    ) throws(WebDAVError) -> ([CalDAVObject], [WebDAVPath]) {
        var objects: [WebDAVPath: CalDAVObject] = [:]
        var rest = Set(paths)
        for response in answer.responses {
            for path in response.paths(on: base) where rest.contains(path) {
                let status = response.failure ?? response.refusals[.calDAV("calendar-data")]
                if status == 404 || status == 410 {
                    rest.remove(path)
                } else if let status {
                    let error = WebDAVError(status: status, precondition: response.precondition)
                    guard error.isAboutOneObject else { throw error }
                    rest.remove(path)
                    objects[path] = CalDAVObject(refused: path)
                } else if let object = response.object(at: path) {
                    rest.remove(path)
                    objects[path] = object
                }
            }
        }
        return (Array(objects.values), rest.sorted())
    }

    private func get(_ path: WebDAVPath) async throws(WebDAVError) -> CalDAVObject {
        // Some servers give compressed answers other ETags.
        let response = try await server.send(
            "GET", path, headers: ["Accept": "text/calendar", "Accept-Encoding": "identity"])
        guard let etag = ETag(field: response.header("ETag")) else {
            throw .malformed(Message("it has no ETag for \(path)"))
        }
        guard response.header("Content-Type")?.lowercased().hasPrefix("text/html") != true else {
            throw .malformed(Message("it is a web page"))
        }
        return CalDAVObject(path: path, etag: etag, data: Array(response.body).withLineEnds)
    }
}

extension WebDAVResponse {
    /// The resources with an address that can be used. What the others may be about is read separately.
    fileprivate func paths(on base: URL) -> [WebDAVPath] {
        do { return try WebDAVPath.usable(hrefs, on: base) } catch { return [] }
    }

    /// The object. Nil without its version or its data.
    fileprivate func object(at path: WebDAVPath) -> CalDAVObject? {
        guard failure == nil, let etag, let data = properties[.calDAV("calendar-data")]?.text, !data.isEmpty else {
            return nil
        }
        return CalDAVObject(path: path, etag: etag, data: data.withLineEnds)
    }
}

extension [UInt8] {
    /// With CRLF instead of lone LF: XML parsers normalize line ends to LF (XML 1.0, section 2.11).
    fileprivate var withLineEnds: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + count / 32)
        var previous: UInt8 = 0
        for byte in self {
            if byte == .lineFeed, previous != .carriageReturn { result.append(.carriageReturn) }
            result.append(byte)
            previous = byte
        }
        return result
    }
}

extension WebDAVError {
    /// Whether other objects may be readable.
    fileprivate var isAboutOneObject: Bool {
        switch self {
        case .forbidden, .locked, .refused: true
        default: false
        }
    }
}
