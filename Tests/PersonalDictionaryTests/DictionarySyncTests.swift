import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Words and reviews of several devices, through one folder.
@Suite("Words on several devices", .bounded)
@MainActor
struct DictionarySyncTests {
    private let tree = FeatureTree()

    private struct Device {
        let app: AppGraph
        let time: ManualTime
        let sync: DictionarySync
        let folder: SyncFolder

        func synchronize() async throws -> ReplicaReport { try await sync.begin(with: folder) }

        @discardableResult
        func add(_ text: String, _ translation: String? = nil, id: String) async throws -> Word {
            time.advance(by: 1)
            let state = translation.map {
                TranslationState.translated(
                    Translation(text: $0, provider: TranslationProvider(rawValue: "dict"), date: time.now))
            }
            let word = try Word(
                id: WordID(id), text: WordText(text), direction: .englishToRussian, translation: state ?? .pending,
                createdAt: time.now, updatedAt: time.now)
            return try await app.words.add(word).word
        }

        func edit(_ id: String, _ change: @escaping @Sendable (inout Word) throws -> Void) async throws {
            time.advance(by: 1)
            _ = try await app.words.edit(WordID(id), at: time.now, change)
        }

        func words() async throws -> [Word] { try await app.words.words(.newest(100)) }
    }

    private func withDevices(_ count: Int, _ body: ([Device]) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let shared = folder.appending(path: "shared")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
            var devices: [Device] = []
            var stores: [DictionaryStore] = []
            for number in 0..<count {
                let time = ManualTime()
                let store = try await DictionaryStore.open(folder.appending(path: "\(number).sqlite"))
                stores.append(store)
                let dependencies = AppDependencies(
                    store: store, providers: TranslationConfiguration([]), direction: .englishToRussian,
                    environment: AppEnvironment(clock: time.clock))
                let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
                devices.append(
                    Device(
                        app: app, time: time, sync: try #require(app.sync),
                        folder: SyncFolder(path: shared.systemPath, device: "device \(number)")))
            }
            try await body(devices)
            for device in devices { device.app.scope.detach() }
            for store in stores { await store.close() }
        }
    }

    private func synchronizeAll(_ devices: [Device]) async throws {
        for _ in 0..<3 { for device in devices { _ = try await device.synchronize() } }
    }

    @Test("words, stars, notes, tags, own translations, edits and removals arrive")
    func arrival() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            try await one.add("dog", "собака", id: "a")
            try await one.add("cat", id: "b")
            try await one.edit("a") { word in
                word.isFavorite = true
                word.note = try WordNote("of the\nneighbour")
                word.tags = try WordTags(["book::one", "pets"])
            }
            _ = try await one.app.words.setUserTranslations(["кошка", "кот"], of: WordID("b"), at: one.time.now)
            try await synchronizeAll(devices)
            let (first, second) = (try await one.words(), try await two.words())
            #expect(first == second)
            #expect(try await two.words().map(\.text.value) == ["cat", "dog"])

            try await two.edit("a") { $0.tags = try WordTags(["pets"]) }
            two.time.advance(by: 1)
            _ = try await two.app.words.edit(WordID("a"), text: WordText("hound"), at: two.time.now)
            _ = try await two.app.words.remove([WordID("b")])
            try await synchronizeAll(devices)
            #expect(try await one.words() == two.words())
            #expect(try await one.words().map(\.text.value) == ["hound"])
            #expect(try await one.words()[0].tags.names == ["pets"])
            #expect(try await one.app.words.removedWords().map(\.word.text.value) == ["cat"])

            _ = try await one.app.words.restore([WordID("b")])
            try await synchronizeAll(devices)
            #expect(try await two.words() == one.words())
            #expect(try await two.words().count == 2)
            #expect(try await two.app.words.removedWords().isEmpty)
        }
    }

    @Test(
        "the same word of three devices becomes one, with the stars, notes, tags, own translations and reviews of all")
    func twins() async throws {
        try await withDevices(3) { devices in
            for (number, device) in devices.enumerated() {
                // The smallest identifier comes last.
                let id = "\(3 - number)"
                try await device.add(number == 1 ? "small  dog" : "small dog", "пёс", id: id)
                try await device.edit(id) { word in
                    word.isFavorite = number == 0
                    word.note = try WordNote("note \(number)")
                    word.tags = try WordTags(["tag\(number)"])
                }
                _ = try await device.app.words.setUserTranslations(
                    ["перевод \(number)"], of: WordID(id), at: device.time.now)
                try await device.app.reviews.rate(ReviewCardID(WordID(id), .word), .good)
            }
            try await synchronizeAll(devices)
            for device in devices {
                let words = try await device.words()
                #expect(words.map(\.id.rawValue) == ["1"] && words.first?.isFavorite == true)
                #expect(words.first?.note.value == "note 2\nnote 1\nnote 0")
                #expect(Set(words.first?.tags.names ?? []) == ["tag0", "tag1", "tag2"])
                #expect(words.first?.translation.translation?.all == ["перевод 2", "перевод 1", "перевод 0"])
                let events = try await device.app.reviews.events(limit: 10)
                #expect(events.count == 3 && events.allSatisfy { $0.card.word == WordID("1") })
                #expect(try await device.app.words.removedWords().isEmpty)
            }
            // It can be edited and removed as one.
            try await devices[1].edit("1") { word in
                word.isFavorite = false
                word.note = .empty
            }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(try await device.words().map(\.isFavorite) == [false])
                #expect(try await device.words().map(\.note) == [.empty])
            }
            _ = try await devices[2].app.words.remove([WordID("1")])
            try await synchronizeAll(devices)
            for device in devices { #expect(try await device.words().isEmpty) }
        }
    }

    @Test("what a device knows of a word stays when the word becomes one with that of another device, or comes back")
    func entries() async throws {
        try await withDevices(2) { devices in
            for (device, id) in zip(devices, ["1", "2"]) {
                try await device.add("dog", id: id)
                let entry = try DictionaryEntry(
                    headword: "dog", direction: .englishToRussian, senses: [.init(translations: ["собака", "пёс"])],
                    provider: .glossary, date: device.time.now)
                _ = try await device.app.words.record(.found(entry), of: WordID(id), at: device.time.now)
            }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(
                    try await device.app.words.entry(of: WordID("1"))?.senses.first?.translations == ["собака", "пёс"])
            }
            _ = try await devices[0].app.words.remove([WordID("1")])
            try await devices[1].edit("1") { $0.isFavorite = true }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(
                    try await device.app.words.entry(of: WordID("1"))?.senses.first?.translations == ["собака", "пёс"])
            }
        }
    }

    @Test("of two notes, the later one wins, and the other one can be seen and restored")
    func conflict() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            try await one.add("dog", id: "a")
            try await synchronizeAll(devices)
            try await one.edit("a") { $0.note = try WordNote("first") }
            two.time.advance(by: 60)
            try await two.edit("a") { $0.note = try WordNote("second") }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(try await device.words().map(\.note.value) == ["second"])
                let conflicts = try await device.sync.conflicts()
                #expect(conflicts.map(\.conflict.lost) == ["first"] && conflicts.map(\.conflict.kept) == ["second"])
                #expect(conflicts.first?.word?.text.value == "dog" && conflicts.first?.conflict.device == "device 0")
                #expect("\(conflicts[0].conflict.message)" == "note: “second” was kept, “first” of device 0 lost")
            }
            let conflict = try #require(try await two.sync.conflicts().first?.conflict.id)
            #expect(try await two.sync.restore(conflict) == WordID("a"))
            #expect(try await two.sync.restore(conflict) == nil)
            #expect(try await two.words().map(\.note.value) == ["first"])
            try await synchronizeAll(devices)
            #expect(try await one.words().map(\.note.value) == ["first"])
        }
    }

    @Test("reviews come together, and one that is taken back goes everywhere")
    func reviews() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            try await one.add("dog", "собака", id: "a")
            try await synchronizeAll(devices)
            let card = ReviewCardID(WordID("a"), .word)
            try await one.app.reviews.rate(card, .good)
            two.time.advance(by: 3 * 86_400)
            try await two.app.reviews.rate(card, .again)
            try await synchronizeAll(devices)
            #expect(try await one.app.reviews.cards(of: WordID("a")) == two.app.reviews.cards(of: WordID("a")))
            #expect(try await one.app.reviews.events(limit: 9).map(\.rating) == [.good, .again])
            #expect(try await one.app.reviews.undo().map(\.rating) == [.good])
            try await synchronizeAll(devices)
            #expect(try await two.app.reviews.events(limit: 9).map(\.rating) == [.again])
            #expect(try await one.app.reviews.cards(of: WordID("a")) == two.app.reviews.cards(of: WordID("a")))
        }
    }

    @Test(
        "the reviews of words that became one stay with it when it is removed and comes back",
        arguments: ["edited elsewhere", "restored there", "restored here", "added again"])
    func reviewsOfReturning(how: String) async throws {
        try await withDevices(3) { devices in
            let (one, two) = (devices[0], devices[1])
            for (device, id) in [(one, "a"), (two, "b")] {
                try await device.add("cat", "кот", id: id)
                try await device.app.reviews.rate(ReviewCardID(WordID(id), .word), .good)
                device.time.advance(by: 60)
            }
            try await synchronizeAll(Array(devices.prefix(2)))
            _ = try await one.app.words.remove([WordID("a")])
            if how == "edited elsewhere" {
                try await two.edit("a") { $0.note = try WordNote("x") }
            } else {
                try await synchronizeAll(Array(devices.prefix(2)))
                switch how {
                case "restored there": _ = try await two.app.words.restore([WordID("a")])
                case "restored here": _ = try await one.app.words.restore([WordID("a")])
                default: try await one.add("cat", "кот", id: "c")
                }
            }
            try await synchronizeAll(devices)
            for device in devices {
                let word = try #require(try await device.words().first)
                let events = try await device.app.reviews.events(limit: 9)
                #expect(events.map(\.card.word) == [word.id, word.id] && events.map(\.rating) == [.good, .good])
                #expect(try await device.app.reviews.cards(of: word.id) == one.app.reviews.cards(of: word.id))
            }
        }
    }

    @Test("what was removed long ago is not in the bin with the word that was added again")
    func addedAgain() async throws {
        try await withDevices(2) { devices in
            try await devices[0].add("cat", "кот", id: "a")
            try await devices[0].edit("a") { $0.note = try WordNote("old") }
            try await synchronizeAll(devices)
            for id in ["a", "c"] {
                _ = try await devices[0].app.words.remove([WordID(id)])
                try await synchronizeAll(devices)
                if id == "a" { try await devices[0].add("cat", "кошка", id: "c") }
                try await synchronizeAll(devices)
            }
            for device in devices {
                let bin = try await device.app.words.removedWords().sorted { $0.id < $1.id }
                #expect(bin.map(\.word.note.value) == ["old", ""])
            }
        }
    }

    @Test("an edit brings a word back that was removed elsewhere without knowledge of it")
    func removedAndEdited() async throws {
        try await withDevices(2) { devices in
            try await devices[0].add("dog", id: "a")
            try await devices[0].edit("a") { $0.note = try WordNote("kept") }
            try await synchronizeAll(devices)
            _ = try await devices[0].app.words.remove([WordID("a")])
            try await devices[1].edit("a") { $0.isFavorite = true }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(try await device.words().map(\.note.value) == ["kept"])
                #expect(try await device.words().map(\.isFavorite) == [true])
            }
        }
    }

    @Test("what was edited just before a removal is in every device's bin, and comes back with the word")
    func editedAndRemoved() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            try await one.add("dog", "собака", id: "a")
            try await one.add("cat", id: "b")
            try await synchronizeAll(devices)
            let lines = ["two lines:\nsecond", #"back\slash \n"#]
            for id in ["a", "b"] {
                try await one.edit(id) { word in
                    word.note = try WordNote("edited")
                    word.tags = WordTags(stored: "tag")
                }
                _ = try await one.app.words.setUserTranslations(lines, of: WordID(id), at: one.time.now)
            }
            _ = try await one.app.words.remove([WordID("a"), WordID("b")])
            two.time.advance(by: 60)
            try await two.edit("b") { $0.isFavorite = true }
            try await synchronizeAll(devices)
            #expect(try await two.app.words.removedWords().map(\.word.note.value) == ["edited"])
            _ = try await two.app.words.restore([WordID("a")])
            try await synchronizeAll(devices)
            for device in devices {
                for word in try await device.words() {
                    let own = word.translation.translation
                    #expect(word.note.value == "edited" && word.tags.stored == "tag" && own?.all == lines, "\(word)")
                }
                #expect(try await device.words().count == 2)
                #expect(try await device.app.words.word(WordID("b")).isFavorite)
            }
        }
    }

    @Test(
        "what a service finds brings no removed word back, and does not stay with a text that was corrected elsewhere")
    func services() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            try await one.add("dog", id: "a")
            try await one.add("cta", id: "b")
            try await synchronizeAll(devices)
            _ = try await one.app.words.remove([WordID("a")])
            one.time.advance(by: 1)
            _ = try await one.app.words.edit(WordID("b"), text: WordText("cat"), at: one.time.now)
            two.time.advance(by: 60)
            for id in ["a", "b"] {
                let word = try await two.app.words.word(WordID(id))
                let entry = try DictionaryEntry(
                    headword: word.text.value, direction: word.direction,
                    senses: [.init(translations: ["<\(word.text)>"])],
                    provider: .glossary, date: two.time.now)
                _ = try await two.app.words.record(.found(entry), of: word.id, at: two.time.now)
            }
            try await synchronizeAll(devices)
            for device in devices {
                let words = try await device.words()
                #expect(words.map(\.text.value) == ["cat"] && words.map(\.translation) == [.pending])
            }
        }
    }

    @Test("texts that look the same, begin with a mark, or have a tag that does, are carried; tags count by themselves")
    func characters() async throws {
        try await withDevices(2) { devices in
            let (one, two) = (devices[0], devices[1])
            func add(_ text: String, id: String) async throws {
                let word = Word(
                    id: WordID(id), text: WordText(stored: text), direction: .englishToRussian, createdAt: one.time.now,
                    updatedAt: one.time.now)
                _ = try await one.app.words.add(word)
            }
            try await add("\u{E9}", id: "a")
            try await add("e\u{301}", id: "b")
            try await add("\u{301}x", id: "c")
            try await one.edit("c") { $0.tags = WordTags(stored: "\u{301}t x y z") }
            try await synchronizeAll(devices)
            #expect(try await two.words().map(\.id.rawValue).sorted() == ["a", "c"])
            try await one.edit("c") { $0.tags = WordTags(stored: "\u{301}t y z") }
            two.time.advance(by: 60)
            try await two.edit("c") { $0.tags = WordTags(stored: "\u{301}t x z new") }
            try await synchronizeAll(devices)
            for device in devices {
                #expect(try await device.app.words.word(WordID("c")).tags.stored == "\u{301}t z new")
                #expect(try await device.words().count == 2)
                #expect(try await device.app.words.removedWords().isEmpty)
            }
        }
    }

    @Test("a service's translation stays beside the own one on every device")
    func both() async throws {
        try await withDevices(2) { devices in
            try await devices[0].add("dog", "собака", id: "a")
            _ = try await devices[0].app.words.setUserTranslations(["пёс"], of: WordID("a"), at: devices[0].time.now)
            try await synchronizeAll(devices)
            try await devices[1].edit("a") { $0.isFavorite = true }
            try await synchronizeAll(devices)
            for device in devices {
                let word = try await device.app.words.clearUserTranslation(of: WordID("a"), at: device.time.now)
                #expect(word.translation.translation?.text == "собака")
            }
        }
    }

    @Test("the folder is remembered until synchronization is turned off; without one, nothing is synchronized")
    func folder() async throws {
        try await withDevices(1) { devices in
            let device = devices[0]
            await #expect(throws: ReplicaError.off) { try await device.sync.synchronize() }
            _ = try await device.synchronize()
            #expect(try await device.sync.folder() == device.folder)
            try await device.add("dog", id: "a")
            #expect(try await device.sync.synchronize().sent == 1)
            #expect(try await device.sync.synchronize() == ReplicaReport())
            try await device.sync.turnOff()
            #expect(try await device.sync.folder() == nil)
        }
    }

    @Test("a store in memory is not synchronized")
    func memory() {
        let app = AppBuilder(dependencies: .preview(), parent: tree.root).build()
        #expect(app.sync == nil)
        app.scope.detach()
    }
}
