/// Logs operations that take their time and may fail: when each starts, when it is done and how long it took, or why it failed.
///
/// For decorators of protocols that do I/O:
///
/// ```swift
/// func todos() async throws(TodoError) -> [Todo] {
///     try await log.run("read tasks") { () throws(TodoError) in try await base.todos() }
/// }
/// ```
///
/// The start and a success are written at ``Logger/Level/debug``, so what they are about may be private. A failure is written
/// at the error's own ``LoggedError/logLevel``, with its code and nothing of what the operation was about; where the task was
/// cancelled meanwhile, at ``Logger/Level/debug``.
public struct OperationLog: Sendable {
    private let logger: Logger

    /// Makes a log of operations.
    public init(_ logger: Logger) {
        self.logger = logger
    }

    /// Carries an operation out, and tells of it. No text is made for a level that is not written.
    /// - Parameters:
    ///   - name: what is done, without any variable part: `add word`.
    ///   - subject: what it is about; it may be private.
    ///   - isolation: where the operation runs: where the caller does.
    ///   - result: what came of it; it may be private.
    ///   - operation: does it.
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
            logger.log(Self.level(of: error), "\(name) failed", ["took": start.age, "error": error.code])
            throw error
        }
    }

    /// Carries out an operation that is done again and again, and tells of it only where something came of it, or it failed.
    /// - Parameters:
    ///   - name: what is done.
    ///   - isolation: where the operation runs: where the caller does.
    ///   - result: what came of it; `nil` where nothing did. It may be private.
    ///   - operation: does it.
    public func runQuietly<Value, Failure: LoggedError>(
        _ name: String, isolation: isolated (any Actor)? = #isolation, result: (Value) -> String?,
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) {
            let value = try await operation()
            if logger.isEnabled(.debug), let result = result(value) { logger.debug("\(name) done", ["result": result]) }
            return value
        } catch {
            logger.log(Self.level(of: error), "\(name) failed", ["error": error.code])
            throw error
        }
    }

    /// Who is told to stop has not failed.
    private static func level(of error: some LoggedError) -> Logger.Level {
        Task.isCancelled ? .debug : error.logLevel
    }
}

extension ContinuousClock.Instant {
    /// How long ago it was, for a log: `12ms`.
    var age: String { "\((ContinuousClock.now - self).milliseconds)ms" }
}
