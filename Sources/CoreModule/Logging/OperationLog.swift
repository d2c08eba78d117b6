/// Logs operations that do I/O: their start, their success with the time they took, and their failure.
///
/// ```swift
/// func todos() async throws(TodoError) -> [Todo] {
///     try await log.run("read tasks") { () throws(TodoError) in try await base.todos() }
/// }
/// ```
///
/// Start and success are logged at ``EventLogger/Level/debug``, so their subject may be private. A failure is logged with the error's
/// code and without the subject, at the error's ``LoggedError/logLevel``, or at ``EventLogger/Level/debug`` if the task was
/// cancelled.
public struct OperationLog: Sendable {
    private let logger: EventLogger

    /// Makes a log of operations.
    public init(_ logger: EventLogger) {
        self.logger = logger
    }

    /// Runs an operation in the caller's isolation and logs it. No text is created for a level that is not written.
    /// - `name`: the name of the operation, without variable parts: `add word`.
    /// - `subject`: what the operation works on; it may be private.
    /// - `result`: a text for the result; it may be private.
    public func run<Value, Failure: LoggedError>(
        _ name: String, _ subject: @autoclosure () -> String = "", isolation: isolated (any Actor)? = #isolation,
        result: (Value) -> String = { _ in "" }, _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        logger.debug("\(name) started", ["subject": subject()])
        let start = ContinuousClock.now
        do throws(Failure) {
            let value = try await operation()
            logger.debug("\(name) done", ["took": start.age, "result": result(value)])
            return value
        } catch {
            logger.log(Self.level(of: error), "\(name) failed", ["took": start.age, "error": "\(error.code)"])
            throw error
        }
    }

    /// Runs an operation that is repeated often, and logs it at ``EventLogger/Level/debug`` only, if it fails or `result` returns a text: the
    /// caller logs a lasting failure once.
    package func runQuietly<Value, Failure: LoggedError>(
        _ name: String, isolation: isolated (any Actor)? = #isolation, result: (Value) -> String?,
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) {
            let value = try await operation()
            if logger.isEnabled(.debug), let result = result(value) { logger.debug("\(name) done", ["result": result]) }
            return value
        } catch {
            logger.debug("\(name) failed", ["error": "\(error.code)"])
            throw error
        }
    }

    /// The failure of a cancelled task is not a problem.
    private static func level(of error: some LoggedError) -> EventLogger.Level {
        Task.isCancelled ? .debug : error.logLevel
    }
}

extension ContinuousClock.Instant {
    /// The time since then, for a log: `12ms`.
    var age: String { "\((ContinuousClock.now - self).milliseconds)ms" }
}
