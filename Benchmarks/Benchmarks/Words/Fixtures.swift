import Foundation
import Measuring
import PersonalDictionary

/// The words and the files with words that the cases start from.
actor Fixtures {
    static let shared = Fixtures()

    private let folder = FixtureFolder.shared
    private var samples: [Int: Sample] = [:]

    func sample(_ count: Int) throws -> Sample {
        if let sample = samples[count] { return sample }
        let sample = try Sample(count: count)
        samples[count] = sample
        return sample
    }

    /// A file with as many words; not to be written to.
    func store(_ count: Int) async throws -> URL {
        try await folder.file("\(count).sqlite") { file in
            let store = try await DictionaryStore.open(file)
            try await Vocabulary(store.words).add(self.sample(count).words)
            await store.close()
        }
    }

    /// A file with as many words and a column for their folded translations, for `LIKE`; not to be written to.
    func foldedStore(_ count: Int) async throws -> URL {
        let source = try await store(count)
        return try await folder.file("\(count)-folded.sqlite") { file in
            try FileManager.default.copyItem(at: source, to: file)
            let store = try GRDBStore(file)
            try store.addFoldedColumn()
            try store.close()
        }
    }

    /// The same with a full-text index by three letters each; not to be written to.
    func trigramStore(_ count: Int) async throws -> URL {
        let source = try await foldedStore(count)
        return try await folder.file("\(count)-trigram.sqlite") { file in
            try FileManager.default.copyItem(at: source, to: file)
            let store = try GRDBStore(file)
            try store.addTrigrams()
            try store.close()
        }
    }

    /// A file of the caller's own with as many words.
    func copy(_ count: Int) async throws -> URL { try await folder.copy(of: store(count)) }
}
