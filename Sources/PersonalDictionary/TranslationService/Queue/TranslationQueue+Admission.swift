import CoreModule
import Foundation

/// Which words the queue looks up: those that wait in the store, and what changes from then on.
extension TranslationQueue {
    /// Words that cannot be read are read again soon, and later and later, up to an hour.
    private static let storeBackoff = Backoff(first: .seconds(2), longest: .seconds(3600))

    func follow(_ changes: ModelStreamEvents<WordChange>) async {
        for await change in changes {
            switch change {
            // What the device knows of it was stored with it.
            case .added(let word):
                news[word.id] = word.translation.isWaiting
                if word.translation.isWaiting { schedule(word, .added) }
            case .updated(let word):
                let waits = await isPending(word)
                news[word.id] = waits
                if !waits {
                    schedule.remove(word.id)
                } else {
                    if word.translation == .pending { schedule.startOver(word.id) }
                    // Another process, which has other providers, may have saved it.
                    if !schedule.contains(word.id) { await admit(word, .waiting) }
                }
            case .removed(let id):
                news[id] = false
                schedule.remove(id)
            case .reloaded:
                isOutdated = true
                reading.interrupt()
            }
            wake()
        }
    }

    /// Reads the words that wait, at the start and each time when many may have changed. If the store fails, it is read again later.
    func keepUpToDate() async {
        var failures = 0
        while !Task.isCancelled {
            var next: Date?
            if isOutdated {
                isOutdated = false
                do throws(DictionaryError) {
                    try await admitWaiting()
                    (failures, storeFailure) = (0, nil)
                } catch {
                    warn(error, "the words that wait cannot be read")
                    (failures, storeFailure, isOutdated) = (failures + 1, error.translationError, true)
                    next = Self.storeBackoff.end(afterFailures: failures, now: clock.now(), jitter: 0)
                }
                wake()
            }
            if next != nil || !isOutdated { await reading.sleep(until: next) }
        }
    }

    /// Admits the words of the store that wait, but for those that are scheduled already. Those that wait no longer are removed.
    private func admitWaiting() async throws(DictionaryError) {
        news = [:]
        var waiting: Set<WordID> = []
        try await pending.forEachPage { words in
            for word in words where !Task.isCancelled {
                waiting.insert(word.id)
                // What a change has said since is newer.
                if news[word.id] == nil, !schedule.contains(word.id) { await admit(word, .waiting) }
            }
            wake()
        }
        guard !Task.isCancelled else { return }
        schedule.keep(only: waiting.union(news.keys))
    }

    /// Translates a word at once if the device knows it, or has it wait.
    private func admit(_ word: Word, _ rank: TranslationSchedule.Rank) async {
        if [.pending, .notFound].contains(word.translation) {
            admitting.insert(word.id)
            defer { admitting.remove(word.id) }
            do throws(DictionaryError) {
                let entry = await services.entryOnDevice(word.text, word.direction)
                if let entry, let waiting = try await pending.word(word.id), waiting.asksSame(as: word) {
                    _ = try await record(.found(entry), of: word)
                    return
                }
            } catch {
                warn(error, "a translation cannot be recorded")
            }
            // It may have been removed, or translated, meanwhile.
            if news[word.id] == false { return }
        }
        schedule(word, rank)
    }

    /// Whether a word waits that was read before.
    private func isPending(_ word: Word) async -> Bool {
        do throws(DictionaryError) {
            return try await pending.contains(word)
        } catch {
            // Assume that it waits; it is checked again before its look-up.
            warn(error, "the asked providers of a word cannot be read")
            return true
        }
    }

    func schedule(_ word: Word, _ rank: TranslationSchedule.Rank) {
        let date: Date? = if case .failed(let until) = word.translation { until } else { nil }
        schedule.add(
            word.id, rank: word.translation == .notFound ? .recheck : rank, notBefore: date, now: clock.now())
    }
}
