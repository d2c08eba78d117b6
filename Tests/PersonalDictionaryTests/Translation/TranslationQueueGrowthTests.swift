import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// What the queue asks and reads beside many words that wait, in calls and not in time.
@Suite("The queue beside many words that wait", .bounded)
struct TranslationQueueGrowthTests {
    private let rig = TranslationQueueRig()
    private var time: ManualTime { rig.time }

    private func addWaiting(_ count: Int) async throws {
        try await rig.words.add(
            (0..<count).map { try .make("\($0)", "w\($0)", createdAt: time.now + Double($0)) })
    }

    /// Knows nothing.
    private let unknowing = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }

    @Test("an import of one word asks the device for that word only, however many wait", arguments: [200, 1200])
    func reloaded(count: Int) async throws {
        try await addWaiting(count)
        let until = time.now + 3600
        let limited = rig.fakes.failing(.rateLimited(until: until))
        let counting = CountingWordRepository(rig.repository)
        try await rig.running(limited, onDevice: unknowing, repository: counting) { queue, words in
            try await eventually { queue.currentStatus.waiting == count }
            #expect(await time.nextSleep() == until)
            // The words of an earlier run, once each.
            #expect(unknowing.texts.count == count)
            for number in 1...2 {
                _ = counting.takeCounts()
                let new = try Word.make("new \(number)", "new \(number)", createdAt: time.now + 1e6)
                _ = try await words.merge([ImportedWord(new)]) { WordID("other") }
                try await eventually { queue.currentStatus.waiting == count + number }
                // By the import, and by the queue, because it may be the word of another process.
                #expect(unknowing.texts.count == count + 2 * number)
                // The pages of the words that wait, and no word alone.
                #expect(counting.takeCounts() == ["write": 1, "insert": 1, "read": (count + number) / 500 + 1])
            }
            #expect(limited.texts == ["w0"])
        }
    }

    @Test(
        "a word that is added asks the device once, and is one transaction; a star asks nothing", arguments: [10, 600])
    func added(count: Int) async throws {
        try await addWaiting(count)
        let until = time.now + 3600
        let glossary = ScriptedTranslationService { text, direction throws(TranslationError) in
            guard text.value == "known" else { throw .notFound }
            return try LookUpFakes.entry(text, direction, ["x"], .glossary, ManualTime.start)
        }
        let counting = CountingWordRepository(rig.repository)
        try await rig.running(rig.fakes.failing(.rateLimited(until: until)), onDevice: glossary, repository: counting) {
            queue, words in
            try await eventually { queue.currentStatus.waiting == count }
            #expect(await time.nextSleep() == until)
            let before = glossary.texts.count
            _ = counting.takeCounts()
            try await words.add(.make("known", "known", createdAt: time.now))
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting == count + 1 }
            #expect(glossary.texts.dropFirst(before) == ["known", "new"])
            #expect(counting.takeCounts() == ["write": 2, "insert": 2, "look-up": 2, "entry": 1])
            try await words.setFavorite(true, of: WordID("new"), at: time.now)
            try await words.setFavorite(true, of: WordID("0"), at: time.now)
            try await words.remove([WordID("new")])
            try await eventually { queue.currentStatus.waiting == count }
            #expect(glossary.texts.count == before + 2)
            #expect(counting.takeCounts()["read"] == nil)
        }
    }

    @Test("a word that is added, edited or removed never waits for the words of an earlier run")
    func newestFirst() async throws {
        try await addWaiting(20)
        // Does not answer for the first of them.
        let latch = Latch()
        let glossary = ScriptedTranslationService { text, direction throws(TranslationError) in
            if text.value == "w0" { await latch.wait() }
            guard text.value == "known" else { throw .notFound }
            return try LookUpFakes.entry(text, direction, ["x"], .glossary, ManualTime.start)
        }
        let service = rig.found("x")
        try await rig.running(service, onDevice: glossary) { queue, words in
            try await eventually { glossary.texts == ["w0"] }
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { try await words.word(WordID("new")).translation != .pending }
            #expect(service.texts == ["new"])
            let known = try await words.add(.make("known", "known", createdAt: time.now)).word
            #expect(known.translation.translation?.text == "x")
            try await words.edit(known.id, text: WordText("other"), at: time.now)
            try await eventually { try await words.word(known.id).translation != .pending }
            #expect(service.texts == ["new", "other"])
            try await words.remove([WordID("0"), WordID("1")])
            latch.open()
            try await eventually { try await words.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty }
            // Not asked for what was removed meanwhile.
            #expect(service.texts.dropFirst(2) == (2..<20).map { "w\($0)" }[...])
            #expect(glossary.texts.count == Set(glossary.texts).count + 1)
            // The status follows what is stored.
            try await eventually { queue.currentStatus.waiting == 0 }
        }
    }

    @Test("a word that is added while those of an earlier run are being asked for stays in the queue")
    func addedMeanwhile() async throws {
        try await addWaiting(3)
        let latch = Latch()
        let glossary = ScriptedTranslationService { text, _ throws(TranslationError) in
            if text.value == "w0" { await latch.wait() }
            throw .notFound
        }
        let until = time.now + 3600
        try await rig.running(rig.fakes.failing(.rateLimited(until: until)), onDevice: glossary) { queue, words in
            try await eventually { glossary.texts == ["w0"] }
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting == 1 }
            latch.open()
            try await eventually { glossary.texts.suffix(2) == ["w1", "w2"] }
            try await eventually { queue.currentStatus.waiting >= 3 }
            #expect(await time.nextSleep() == until)
            #expect(queue.currentStatus.waiting == 4)
        }
    }

    @Test("a word of an earlier run that the device knows by now is translated, also while no provider may be asked")
    func earlierRun() async throws {
        try await addWaiting(3)
        try await rig.addUnknownWords(2)
        let glossary = ScriptedTranslationService { text, direction throws(TranslationError) in
            guard ["w1", "u1"].contains(text.value) else { throw .notFound }
            return try LookUpFakes.entry(text, direction, ["x"], .glossary, ManualTime.start)
        }
        let until = time.now + 3600
        let limited = rig.fakes.failing(.rateLimited(until: until))
        try await rig.running(limited, onDevice: glossary, providers: [.dict]) { queue, words in
            try await eventually { queue.currentStatus.waiting == 3 }
            #expect(await time.nextSleep() == until)
            let known = try await words.words(.newest(9)).filter { $0.translation.translation != nil }
            #expect(Set(known.map(\.text.value)) == ["w1", "u1"])
            #expect(limited.texts == ["w0"])
        }
    }

    @Test("if the store fails when the words that wait are read, they are read again, and the status says so meanwhile")
    func failingRead() async throws {
        let faulty = FaultyWordRepository(rig.repository)
        try await addWaiting(2)
        faulty.isFailing = true
        let service = rig.found("x")
        try await rig.running(service, repository: faulty) { queue, words in
            #expect(await time.nextSleep() == time.now + 2)
            #expect(queue.currentStatus.failure?.code == "storeUnreadable")
            try await time.advanceToNextSleep()
            #expect(await time.nextSleep() == time.now + 4)
            faulty.isFailing = false
            try await time.advanceToNextSleep()
            try await eventually { try await words.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty }
            #expect(queue.currentStatus.failure == nil)
        }
        #expect(service.texts == ["w0", "w1"])
    }

    @Test(
        "if the store fails once when a word is looked up, the word is looked up again, and no other waits for it",
        arguments: [false, true])
    func failingRecord(isFound: Bool) async throws {
        let faulty = FaultyWordRepository(rig.repository)
        try await addWaiting(1)
        let service = ScriptedTranslationService { text, direction throws(TranslationError) in
            if text.value == "w0" { faulty.isFailing = true }
            guard isFound else { throw .notFound }
            return try LookUpFakes.entry(text, direction, ["x"], .dict, ManualTime.start)
        }
        try await rig.running(service, providers: [.dict], repository: faulty) { queue, words in
            #expect(await time.nextSleep() == time.now + 2)
            #expect(queue.currentStatus.failure(of: WordID("0"))?.code == "storeUnreadable")
            #expect(queue.currentStatus.failure?.code == "storeUnreadable" && queue.currentStatus.waiting == 1)
            faulty.isFailing = false
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { try await words.word(WordID("new")).translation != .pending }
            #expect(try await words.word(WordID("0")).translation == .pending)
            service.change { text, direction throws(TranslationError) in
                try LookUpFakes.entry(text, direction, ["x"], .dict, ManualTime.start)
            }
            try await time.advanceToNextSleep()
            try await eventually { try await words.word(WordID("0")).translation != .pending }
            #expect(service.texts == ["w0", "new", "w0"])
            try await eventually { queue.currentStatus.failure(of: WordID("0")) == nil }
        }
    }
}

extension TranslationQueueRig {
    /// Adds words that no provider knew, and whose providers are not known.
    fileprivate func addUnknownWords(_ count: Int) async throws {
        try await words.add(
            (0..<count).map { try .make("u\($0)", "u\($0)", createdAt: time.now, translation: .notFound) })
    }
}
