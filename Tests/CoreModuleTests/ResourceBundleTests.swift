import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Resources of modules", .bounded)
struct ResourceBundleTests {
    private let missing = ResourceBundle("superapp_Nothing")

    @Test("the folder of a module is found beside the tests, with its files")
    func found() throws {
        let resources = ResourceBundle("superapp_CoreModule")
        #expect(resources.url != nil)
        #expect(try resources.required().localizations.contains("ru"))
        let folder = try resources.required().url(forResource: "ru", withExtension: "lproj")
        #expect(folder != nil)
    }

    @Test(
        "a folder is found where the environment says, as in a preview, before any other place",
        arguments: ["PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL"])
    func environment(name: String) async throws {
        try await withTemporaryFolder { folder in
            let resources = ResourceBundle("superapp_CoreModule")
            let folders = ResourceBundle.folders([name: folder.path(percentEncoded: false)])
            #expect(resources.url(in: folders) == resources.url)
            let own = folder.appending(path: resources.folderName, directoryHint: .isDirectory)
            try Data().write(to: folder.appending(path: resources.folderName))
            #expect(resources.url(in: folders) == resources.url, "a file of that name is no folder")
            try FileManager.default.removeItem(at: own)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            #expect(resources.url(in: folders)?.standardizedFileURL == own.standardizedFileURL)
        }
    }

    @Test("a missing folder is an error that names it, and not the end of the process")
    func missingFolder() throws {
        #expect(missing.url == nil && missing.bundle == nil)
        let error = #expect(throws: MissingResources([missing])) { try missing.required() }
        #expect(error?.description.contains(missing.folderName) == true)
        #expect(throws: MissingResources([missing])) { try missing.file("glossary", "tsv") }
        #expect(missing.folderName.hasPrefix("superapp_Nothing."))
    }

    @Test("a missing file of a folder that exists is an error that names both")
    func missingFile() throws {
        let resources = ResourceBundle("superapp_CoreModule")
        let error = #expect(throws: MissingResources([resources], file: "nothing.tsv")) {
            try resources.file("nothing", "tsv")
        }
        #expect(error?.description.contains("nothing.tsv") == true)
        #expect(error?.description.contains(resources.folderName) == true)
    }

    @Test("the texts of a missing table are the English ones, in every language")
    func messages() {
        let table = MessageTable(missing, englishIsKeys: true)
        for language in ["en", "ru"] {
            let localizer = Localizer(locale: Locale(identifier: language), tables: [table])
            #expect(localizer(Message("there are \(2) files in \("a")")) == "there are 2 files in a")
            #expect(localizer.text(forKey: "x") == nil)
        }
        #expect(table.languages.isEmpty)
    }

    @Test("a localizer names the folders that its tables lack")
    func localizer() {
        let russian = Localizer(locale: Locale(identifier: "ru"), tables: [.coreModule])
        #expect(russian.missingResources == nil)
        let lacking = russian.adding(MessageTable(missing), MessageTable(["ru": ["a": "б"]]))
        #expect(lacking.missingResources == MissingResources([missing]))
        let explanation = lacking.missingResources.map { lacking($0.explanation) }
        #expect(explanation?.contains(missing.folderName) == true)
        #expect(explanation?.contains("скопируйте") == true)
        // Without any table the explanation is in English.
        let alone = Localizer(locale: Locale(identifier: "ru"), tables: [MessageTable(missing)])
        #expect(alone.missingResources.map { alone($0.explanation) }?.contains("copy superapp_Nothing.") == true)
    }
}

@Suite("UTF-8", .bounded)
struct ValidUTF8Tests {
    @Test(
        "valid bytes are the text, whatever collection they are in",
        arguments: HostileText.all + ["", "\u{FFFD}", "a\0b"])
    func valid(text: String) {
        let bytes = Array(text.utf8)
        #expect(String(validUTF8: bytes)?.utf8.elementsEqual(bytes) == true)
        #expect(String(validUTF8: ([0x41] + bytes)[1...])?.utf8.elementsEqual(bytes) == true)
        #expect(String(validUTF8: AnyCollection(bytes.lazy.map { $0 }))?.utf8.elementsEqual(bytes) == true)
    }

    @Test(
        "bytes that are not UTF-8 are no text",
        arguments: [
            [0xFF], [0xC3], [0x61, 0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        #expect(String(validUTF8: bytes) == nil)
        #expect(String(validUTF8: AnyCollection(bytes.lazy.map { $0 })) == nil)
    }
}
