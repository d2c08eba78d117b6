import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("A store whose disk fails", .timeLimit(.minutes(15)), .longComputation)
struct StoreFaultTests {
    @Test(
        "if a call to the disk fails: a typed error, all acknowledged changes and no others, and the next try works",
        arguments: FaultyVFS.Fault.all)
    func script(fault: FaultyVFS.Fault) async throws {
        try await withTemporaryFolder { templates in
            // Created once: creating a store has its own test.
            let template = templates.appending(path: "a.sqlite")
            await (try DictionaryStore.open(template)).close()
            var failures = 0
            let faults = try await sweep(fault) { vfs, number, folder in
                let file = folder.appending(path: "a.sqlite")
                try FileManager.default.copyItem(at: template, to: file)
                var run = FaultyRun(file, vfs, fault, number)
                vfs.arm(fault, at: number)
                try await run.perform()
                failures += run.failures
            }
            #expect(faults > 0 && (failures > 0 || !fault.isAlwaysFelt), "\(faults) faults, \(failures) failures")
        }
    }

    @Test(
        "if a call fails while a store is created: a complete store or none, no draft, and the next try works",
        arguments: FaultyVFS.Fault.all)
    func making(fault: FaultyVFS.Fault) async throws {
        let time = ManualTime()
        var failures = 0
        // A new store is hundreds of calls, most of which write a page of tables that are alike.
        let faults = try await sweep(fault, step: TestScale.count(19, full: 5)) { vfs, number, folder in
            let file = folder.appending(path: "a.sqlite")
            vfs.arm(fault, at: number)
            do throws(DictionaryError) {
                await (try DictionaryStore.open(.file(file), options: vfs.options)).close()
            } catch {
                failures += 1
                #expect(error.code == fault.storeCode.rawValue, "\(fault) at \(number): \(error)")
            }
            vfs.lift()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.systemPath)
            #expect(names.allSatisfy { $0.hasPrefix("a.sqlite") }, "\(fault) at \(number): \(names)")
            if names.contains("a.sqlite") {
                // The file is complete, even without its log.
                let copy = folder.appending(path: "copy.sqlite")
                try FileManager.default.copyItem(at: file, to: copy)
                let whole = try await DictionaryStore.open(copy)
                #expect(try await whole.vocabulary.wordCount() == 0)
                await whole.close()
                #expect(try integrity(of: copy) == "ok")
            } else {
                #expect(names.isEmpty, "\(fault) at \(number): \(names)")
            }
            let store = try await DictionaryStore.open(.file(file), options: vfs.options)
            try await store.vocabulary.add(.make("1", "dog", createdAt: time.now))
            await store.close()
            let again = try await DictionaryStore.open(file)
            #expect(try await again.vocabulary.words(.newest(9)).map(\.text.value) == ["dog"])
            await again.close()
            #expect(try integrity(of: file) == "ok")
        }
        #expect(faults > 0 && (failures > 0 || !fault.isAlwaysFelt), "\(faults) faults, \(failures) failures")
    }

    @Test(
        "a store that another process locks for too long is busy; it can be read during the lock, and written after it")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let now = ManualTime().now
            // In this VFS, waiting takes no time.
            let store = try await DictionaryStore.open(.file(file), options: FaultyVFS().options)
            try await store.vocabulary.add(.make("1", "dog", createdAt: now))
            let holder = try SQLiteProbe(file.systemPath)
            #expect(holder.run("BEGIN IMMEDIATE"))
            let error = await #expect(throws: DictionaryError.self) {
                try await store.vocabulary.add(.make("2", "cat", createdAt: now))
            }
            #expect(error?.code == "storeBusy")
            #expect(try await store.vocabulary.wordCount() == 1)
            #expect(holder.run("ROLLBACK"))
            try await store.vocabulary.add(.make("2", "cat", createdAt: now))
            #expect(try await store.vocabulary.wordCount() == 2)
            await store.close()
        }
    }
}
