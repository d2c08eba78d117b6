import Foundation
import Synchronization

/// Counts what the server does, for Prometheus.
final class WebMetrics: Sendable {
    private struct State {
        var requests: [String: Int] = [:]
        var buckets = [Int](repeating: 0, count: WebMetrics.bounds.count)
        var seconds = 0.0
        var count = 0
        var isStoreFailing = false
    }

    /// The upper bounds of the times of answers, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
    private let state = Mutex(State())

    /// Counts a request. Its time ends when the answer is ready to be sent.
    /// - Parameter kind: `page`, `action` or another one of a few.
    func count(kind: String, status: Int, time: Duration) {
        let seconds = time / .seconds(1)
        state.withLock { state in
            state.requests["kind=\"\(kind)\",status=\"\(status)\"", default: 0] += 1
            if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { state.buckets[bucket] += 1 }
            state.seconds += seconds
            state.count += 1
        }
    }

    /// Notes whether a store could be used.
    /// - Returns: whether that is different from the last time.
    func noteStore(isFailing: Bool) -> Bool {
        state.withLock { state in
            defer { state.isStoreFailing = isFailing }
            return state.isStoreFailing != isFailing
        }
    }

    /// The text of Prometheus' exposition format, version 0.0.4.
    func text(_ sessions: SessionStore.Counts) -> String {
        let state = state.withLock { $0 }
        var lines = ["# TYPE web_requests_total counter"]
        lines += state.requests.sorted { $0.key < $1.key }.map { "web_requests_total{\($0.key)} \($0.value)" }
        lines += ["# TYPE web_request_seconds histogram"]
        var sum = 0
        for (bound, count) in zip(Self.bounds, state.buckets) {
            sum += count
            lines.append("web_request_seconds_bucket{le=\"\(bound)\"} \(sum)")
        }
        lines += [
            "web_request_seconds_bucket{le=\"+Inf\"} \(state.count)", "web_request_seconds_sum \(state.seconds)",
            "web_request_seconds_count \(state.count)", "# TYPE web_sessions gauge",
            "web_sessions{state=\"live\"} \(sessions.live)", "web_sessions{state=\"parked\"} \(sessions.parked)",
            "# TYPE web_streams gauge", "web_streams \(sessions.streams)",
        ]
        if let bytes = Self.residentBytes {
            lines += ["# TYPE process_resident_memory_bytes gauge", "process_resident_memory_bytes \(bytes)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The memory of this process; nil if `/proc` does not have it.
    private static var residentBytes: Int? {
        do {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return pages.count > 1 ? Int(pages[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
        } catch {
            return nil
        }
    }
}
