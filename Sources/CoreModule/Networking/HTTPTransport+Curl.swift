#if !canImport(Darwin)
import Dispatch
import Foundation
import SuperappCurl

/// Exchanges requests and responses through libcurl, each on a thread of its own. A cancelled request ends within a second, and its
/// connection is closed.
final class HTTPTransport: Sendable {
    private static let maximumIdleCount = 8
    private let maximumBodySize: Int
    private let idle = Locked<[CurlConnection]>([])

    init(maximumBodySize: Int) {
        self.maximumBodySize = maximumBodySize
    }

    func exchange(_ request: HTTP.Request, timeout: Duration) async throws(HTTP.Error) -> HTTP.Response {
        let result = Promise<Result<HTTP.Response, HTTP.Error>>()
        // A request may wait for a thread, and some builds of libcurl have no time limit for host names.
        result.set(.failure(.timedOut), after: timeout)
        let transfer = CurlTransfer(
            request: request, timeout: timeout, maximumBodySize: maximumBodySize,
            isOver: { result.isSet })
        // The one that was used last: its connection to the server is most likely still open.
        let connection = idle.withLock { $0.popLast() } ?? CurlConnection()
        connection.perform(transfer) { [self] answer in
            idle.withLock { if $0.count < Self.maximumIdleCount { $0.append(connection) } }
            result.set(answer)
        }
        return try await result.value(whenCancelled: .failure(.cancelled)).get()
    }
}

/// A handle of libcurl, which keeps its connections open, with a thread for its calls, which block.
private final class CurlConnection: Sendable {
    private let queue = DispatchQueue(label: "http")
    private let handle = Locked<CurlHandle?>(nil)

    /// Calls the completion on the connection's thread. One transfer at a time.
    func perform(
        _ transfer: CurlTransfer, _ completion: @escaping @Sendable (Result<HTTP.Response, HTTP.Error>) -> Void
    ) {
        queue.async { [handle] in
            completion(
                handle.withLock { handle in
                    if handle == nil { handle = CurlHandle() }
                    return handle?.perform(transfer)
                        ?? .failure(.unreachable(Message("libcurl is not installed; it is needed to send requests")))
                })
        }
    }
}

/// What a request needs, and when it is not wanted any more.
private struct CurlTransfer: Sendable {
    let request: HTTP.Request
    let timeout: Duration
    let maximumBodySize: Int
    let isOver: @Sendable () -> Bool

    /// The header fields for libcurl: it leaves out a field with a colon and no value, and sends one with a semicolon empty.
    var fields: [String] {
        let own = request.headers.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
        let names = Set(request.headers.keys.map { $0.lowercased() })
        // libcurl would wait for the server's consent to a large body, and call every body a form.
        return own + ["Expect:", "Content-Type:"].filter { !names.contains($0.dropLast().lowercased()) }
    }
}

/// A handle of libcurl (https://curl.se/libcurl/c/libcurl-easy.html).
private final class CurlHandle {
    private static let library: ccurl_library? = {
        var library = ccurl_library()
        return ccurl_load(&library) && library.global_init(CCURL_GLOBAL_DEFAULT) == 0 ? library : nil
    }()

    private let library: ccurl_library
    private let handle: UnsafeMutableRawPointer

    init?() {
        guard let library = Self.library, let handle = library.easy_init() else { return nil }
        self.library = library
        self.handle = handle
    }

    deinit { ccurl_cleanup(library, handle) }

    private func set(_ option: Int, _ number: Int) { _ = ccurl_set_number(library, handle, Int32(option), number) }
    private func set(_ option: Int, _ text: String) { _ = ccurl_set_pointer(library, handle, Int32(option), text) }
    private func set(_ option: Int, _ pointer: UnsafeRawPointer?) {
        _ = ccurl_set_pointer(library, handle, Int32(option), pointer)
    }

    private func receive(_ option: Int, _ sink: ccurl_sink) {
        _ = ccurl_set_sink(library, handle, Int32(option), sink)
    }

    func perform(_ transfer: CurlTransfer) -> Result<HTTP.Response, HTTP.Error> {
        // It may have waited for a thread.
        guard !transfer.isOver() else { return .failure(.cancelled) }
        let request = transfer.request
        library.easy_reset(handle)
        set(CCURLOPT_URL, request.url.absoluteString)
        set(CCURLOPT_CUSTOMREQUEST, request.method)
        set(CCURLOPT_NOBODY, request.method == "HEAD" ? 1 : 0)
        set(CCURLOPT_TIMEOUT_MS, max(1, Int(clamping: transfer.timeout.milliseconds)))
        set(CCURLOPT_LOW_SPEED_LIMIT, 1)
        set(CCURLOPT_LOW_SPEED_TIME, request.secondsOfSilence(within: transfer.timeout))
        set(CCURLOPT_NOSIGNAL, 1)
        // What may be sent unencrypted because it stays on this machine must not go to a proxy.
        if request.url.host()?.isLoopbackHost == true { set(CCURLOPT_NOPROXY, "*") }
        // All that it can decode.
        set(CCURLOPT_ACCEPT_ENCODING, "")
        set(CCURLOPT_USERAGENT, ProcessInfo.processInfo.processName)
        var list: UnsafeMutableRawPointer?
        for field in transfer.fields { list = library.slist_append(list, field) ?? list }
        defer { library.slist_free_all(list) }
        set(CCURLOPT_HTTPHEADER, list)

        let response = CurlResponse(transfer)
        let context = Unmanaged.passUnretained(response).toOpaque()
        set(CCURLOPT_WRITEDATA, context)
        set(CCURLOPT_HEADERDATA, context)
        set(CCURLOPT_XFERINFODATA, context)
        receive(CCURLOPT_WRITEFUNCTION) { CurlResponse.of($3)?.appendBody($0, $1 * $2) ?? 0 }
        receive(CCURLOPT_HEADERFUNCTION) { CurlResponse.of($3)?.appendField($0, $1 * $2) ?? 0 }
        _ = ccurl_set_progress(library, handle) { context, _, _, _, _ in
            CurlResponse.of(context)?.isOver == false ? 0 : 1
        }
        set(CCURLOPT_NOPROGRESS, 0)
        let code = withBody(request.body) { ccurl_perform(library, handle) }
        return withExtendedLifetime(response) {
            let systemError = ccurl_number(library, handle, Int32(CCURLINFO_OS_ERRNO))
            return response.result(code, systemError: Int32(clamping: systemError))
        }
    }

    /// Sets the body for the time of a call. libcurl does not copy it, and can send it again.
    private func withBody(_ body: Data?, _ call: () -> Int32) -> Int32 {
        guard let body else { return call() }
        // An empty body is one of length 0.
        return (body.isEmpty ? Data([0]) : body).withUnsafeBytes { bytes in
            set(CCURLOPT_POSTFIELDS, bytes.baseAddress)
            set(CCURLOPT_POSTFIELDSIZE, body.count)
            return call()
        }
    }
}

/// Collects a response, which libcurl delivers in pieces.
private final class CurlResponse {
    private let transfer: CurlTransfer
    private var status = 0
    private var headers: [String: String] = [:]
    private var isHeadComplete = false
    private var isTooLarge = false
    private var body = Data()

    init(_ transfer: CurlTransfer) { self.transfer = transfer }

    /// The response that a callback belongs to. `CurlHandle.perform` keeps it alive.
    static func of(_ context: UnsafeMutableRawPointer?) -> CurlResponse? {
        context.map { Unmanaged<CurlResponse>.fromOpaque($0).takeUnretainedValue() }
    }

    var isOver: Bool { transfer.isOver() }

    /// Takes a piece of the body.
    /// - Returns: how many bytes were taken; another number than given ends the transfer.
    func appendBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, body.count + count <= transfer.maximumBodySize else {
            isTooLarge = true
            return 0
        }
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) { body.append($0, count: count) }
        return count
    }

    /// Takes a line of the header: a status line, a field, the blank line at the end, or a field behind the body.
    func appendField(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        if line.hasPrefix("HTTP/") {
            // Another one may have come before, of status 100 or of a proxy.
            (headers, isHeadComplete) = ([:], false)
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if line.isEmpty {
            isHeadComplete = true
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            isTooLarge = length > transfer.maximumBodySize && transfer.request.method != "HEAD"
            return isTooLarge ? 0 : count
        } else if !isHeadComplete, let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            // Fields of one name are a list (RFC 9110, section 5.3).
            headers[line[..<colon].lowercased()] =
                headers[line[..<colon].lowercased()].map { "\($0), \(value)" } ?? value
        }
        return count
    }

    /// The result for a code of libcurl.
    func result(_ code: Int32, systemError: Int32) -> Result<HTTP.Response, HTTP.Error> {
        if isTooLarge { return .failure(.tooLarge(limit: transfer.maximumBodySize)) }
        if code != 0 { return .failure(HTTP.Error(curl: code, systemError: systemError)) }
        // To libcurl, a connection that is closed inside the header is the end of an answer without a body.
        guard isHeadComplete else { return .failure(HTTP.Error(curl: 18, systemError: 0)) }
        return .success(
            HTTP.Response(status: status, url: transfer.request.url, headers: headers, body: body))
    }
}

extension HTTP.Error {
    /// The error for a code (https://curl.se/libcurl/c/libcurl-errors.html): unreachable only if the request was certainly not sent.
    fileprivate init(curl code: Int32, systemError: Int32) {
        switch code {
        case 1, 8, 61: self = .interrupted(Message("the server does not speak HTTP"))
        case 3: self = .unreachable(Message("the address is no URL"))
        case 5, 6: self = .unreachable(Message("the host is unknown"))
        case 7: self = .unreachable(.systemError(systemError == 0 ? ECONNREFUSED : systemError))
        case 18: self = .interrupted(Message("the server broke the connection off in the middle of its answer"))
        case 28: self = .timedOut
        // The handshake, the certificate of the server, and the list of authorities.
        case 35, 53, 54, 58, 59, 60, 66, 77, 82, 83, 90, 91:
            self = .unreachable(Message("there is no secure connection to the host"))
        case 42: self = .cancelled
        case 52: self = .interrupted(Message("the server closed the connection without an answer"))
        case 55, 56: self = .interrupted(Message("the connection was closed"))
        default: self = .interrupted(Message("network error \(String(code))"))
        }
    }
}
#endif
