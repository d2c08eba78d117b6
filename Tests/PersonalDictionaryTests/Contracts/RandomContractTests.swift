import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Random calls of the contracts", .bounded)
struct RandomContractTests {
    private static func violations(_ flaw: LossyFlaw?, calls: Int = 400) async throws -> [ContractViolation] {
        let law = WordRepositoryContract.laws.filter { $0.name == "random calls have the same effect as in memory" }
        #expect(law.count == 1)
        return try await ContractLaw.violations(of: law, randomCalls: calls) { LossyWordRepository(flaw) }
    }

    private static func script(_ violations: [ContractViolation]) -> [Substring] {
        violations.first?.details.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } } ?? []
    }

    /// Every fourth one, or all.
    private static let someFlaws = LossyFlaw.allCases.enumerated()
        .filter { TestScale.isFull || $0.offset % 4 == 0 }.map(\.element)

    @Test("they find each way to lose a word, with a short script", arguments: someFlaws)
    func flaws(flaw: LossyFlaw) async throws {
        let violations = try await Self.violations(flaw)
        #expect(violations.count == 1)
        #expect((1...5).contains(Self.script(violations).count), "\(violations)")
    }

    @Test("a store with indexes that forgets nothing keeps the contract, also with more calls")
    func flawless() async throws {
        #expect(try await wordRepositoryViolations(randomCalls: 25) { LossyWordRepository(nil) } == [])
        #expect(try await Self.violations(nil, calls: TestScale.count(250, full: 2000)) == [])
    }

    @Test("a violation names the same calls at each run, only those that matter, and what differs")
    func script() async throws {
        let violations = try await Self.violations(.updateForgetsNewIdentity)
        #expect(try await Self.violations(.updateForgetsNewIdentity) == violations)
        let calls = Self.script(violations).map { $0.prefix { $0 != "(" } }
        #expect(calls == ["write { insert", "write { update", "write { insert"], "\(violations)")
        let details = try #require(violations.first?.details)
        #expect(details.hasPrefix("after these calls (seed "), "\(details)")
        #expect(details.contains(") there is nothing instead of the error duplicate(of: "), "\(details)")
        let tags = try #require(try await Self.violations(.updateLosesTags).first?.details)
        #expect(tags.contains(", tags, names is [] instead of ["), "\(tags)")
    }
}
