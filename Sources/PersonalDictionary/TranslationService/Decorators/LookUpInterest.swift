/// Whether anybody still wants the answer to the look-up under way.
///
/// A look-up may wait for its turn, and meanwhile another process may have the answer, or the user may remove the word. So
/// whoever wants an answer only on a condition says so around the look-up, and whoever may have waited looks at it again before
/// anything is asked. The condition goes with the task, like its cancellation.
public enum LookUpInterest {
    /// A condition, as an object: optimized code of Swift 6.3 ends the process where a task-local value is a function.
    final class Condition: Sendable {
        private let holds: @Sendable () async -> Bool

        init(_ holds: @escaping @Sendable () async -> Bool) {
            self.holds = holds
        }

        func callAsFunction() async -> Bool { await holds() }
    }

    @TaskLocal static var condition: Condition?

    /// Throws ``TranslationError/cancelled`` where the answer is wanted no more: to be called right before a service is asked.
    public static func check() async throws(TranslationError) {
        guard await isWanted else { throw .cancelled }
    }

    /// Whether the answer is still wanted; it is where nobody has set a condition.
    static var isWanted: Bool {
        get async { await condition?() ?? true }
    }

    /// Looks something up that is wanted only as long as a condition holds, and each condition set further out.
    public static func lookingUp<Value: Sendable>(
        while condition: @escaping @Sendable () async -> Bool, isolation: isolated (any Actor)? = #isolation,
        _ lookUp: () async throws(TranslationError) -> Value
    ) async throws(TranslationError) -> Value {
        let outer = Self.condition
        let both = Condition {
            if let outer, await !outer() { return false }
            return await condition()
        }
        return try await performing(under: both, lookUp).get()
    }

    /// Performs something under a condition in place of those set further out.
    static func performing<Value: Sendable>(
        under condition: Condition, isolation: isolated (any Actor)? = #isolation,
        _ lookUp: () async throws(TranslationError) -> Value
    ) async -> Result<Value, TranslationError> {
        await $condition.withValue(condition) {
            do throws(TranslationError) { return .success(try await lookUp()) } catch { return .failure(error) }
        }
    }
}
