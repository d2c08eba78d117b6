import CoreModule
import Foundation
import PersonalDictionary

extension Command {
    /// Words and reviews on several devices.
    static let sync: [Command] = [
        Command(
            "sync", "[--folder DIR] [--name NAME]", .words, store: .createdIf { $0.has("--folder") },
            help: Message(
                "Synchronizes words and reviews with other devices through a folder that all of them have, such as one that Syncthing, Dropbox or Nextcloud's program carries. --folder names it the first time, and --name this device; both are remembered. The folder must exist. What is in it is not encrypted."
            ),
            check: { arguments in
                try arguments.checkNotEmpty("--folder")
                try arguments.checkNotEmpty("--name")
            },
            run: Session.synchronizeWords),
        Command(
            "sync status", "", .words, help: Message("Says with which folder words are synchronized."),
            run: Session.syncStatus),
        Command(
            "sync devices", "", .words,
            help: Message("Lists the devices that take part, and when each last wrote, as far as this one knows."),
            run: Session.syncDevices),
        Command(
            "sync conflicts", "", .words,
            help: Message("Shows the values that lost because another device had changed the same at the same time."),
            run: Session.syncConflicts),
        Command(
            "sync restore", "N", .words, help: Message("Brings back a value that lost, by its number."),
            check: { arguments in
                guard Int(arguments.positional[0]) != nil else {
                    throw CommandLineError.usage(Message("“\(arguments.positional[0])” is no number of a conflict"))
                }
            },
            run: Session.restoreSync),
        Command(
            "sync dismiss", "N|all", .words,
            help: Message("Leaves the words as they are, and shows a value that lost, or all, no more."),
            check: { arguments in
                guard arguments.positional[0] == "all" || Int(arguments.positional[0]) != nil else {
                    throw CommandLineError.usage(Message("“\(arguments.positional[0])” is no number of a conflict"))
                }
            },
            run: Session.dismissSync),
        Command(
            "sync off", "", .words,
            help: Message("Forgets the folder. It stays as it is, and so do the words."),
            run: Session.turnSyncOff),
    ]
}

extension Arguments {
    fileprivate func checkNotEmpty(_ option: String) throws {
        if value(option)?.isEmpty == true { throw CommandLineError.usage(Message("\(option) is empty")) }
    }
}

/// Synchronization of words and reviews.
extension Session {
    private var sync: DictionarySync {
        get throws {
            guard let sync = app.sync else {
                throw CommandLineError(code: "sync", message: Message("only a store in a file can be synchronized"))
            }
            return sync
        }
    }

    func synchronizeWords(_ arguments: Arguments) async throws -> Presentation? {
        let known = try await app.sync?.folder()
        let path = arguments.value("--folder").map {
            URL(filePath: $0).standardizedFileURL.path(percentEncoded: false)
        }
        guard let folder = path ?? known?.path else {
            throw CommandLineError.usage(Message("--folder is needed the first time; it is remembered then"))
        }
        let report: ReplicaReport
        if path != nil || arguments.has("--name") {
            let name = arguments.value("--name") ?? known?.device
            report = try await sync.begin(
                with: name.map { SyncFolder(path: folder, device: $0) } ?? SyncFolder(path: folder),
                acceptsEmptied: path != nil)
        } else {
            report = try await sync.synchronize()
        }
        var json: JSON = [
            "sent": .number(report.sent), "received": .number(report.received), "conflicts": .number(report.conflicts),
        ]
        var lines = [Message("sent \(report.sent), received \(report.received), conflicts \(report.conflicts)")]
        if !report.unreadable.isEmpty {
            json = json + ["unreadable": .strings(report.unreadable)]
            lines.append(
                Message(
                    "files that are not complete or of a newer version: \(report.unreadable.joined(separator: ", "))"))
        }
        return Presentation(lines.map { localizer($0) }, json: json)
    }

    func syncStatus(_ arguments: Arguments) async throws -> Presentation? {
        let folder = try await app.sync?.folder()
        let message =
            folder.map { Message("words are synchronized with \($0.path), as “\($0.device)”") }
            ?? Message("words are not synchronized")
        return Presentation(
            [localizer(message)], json: ["folder": .string(folder?.path), "device": .string(folder?.device)])
    }

    func syncDevices(_ arguments: Arguments) async throws -> Presentation? {
        let devices = try await sync.devices()
        let lines = devices.map { device in
            let note =
                device.isThis
                ? Message("this device")
                : device.lastWrite.map { Message("last wrote \($0)") } ?? Message("never wrote")
            return "\(device.name)  (\(localizer(note)))"
        }
        let empty = localizer(Message("words are not synchronized"))
        return Presentation(
            lines.isEmpty ? [empty] : lines,
            json: .array(
                devices.map { device in
                    [
                        "id": .string(device.id), "name": .string(device.name), "lastWrite": .date(device.lastWrite),
                        "isThis": .bool(device.isThis),
                    ]
                }))
    }

    func syncConflicts(_ arguments: Arguments) async throws -> Presentation? {
        let found = try await sync.conflicts()
        let lines = found.map { conflict, word in
            "\(conflict.id)  \(word?.text.value ?? conflict.key.id)  \(localizer(conflict.message))"
        }
        let empty = localizer(Message("no value has lost"))
        return Presentation(
            lines.isEmpty ? [empty] : lines,
            json: .array(
                found.map { conflict, word in
                    [
                        "id": .number(conflict.id), "word": .string(conflict.key.id), "text": .string(word?.text.value),
                        "field": .string(conflict.field), "lost": .string(conflict.lost),
                        "kept": .string(conflict.kept),
                        "device": .string(conflict.device), "date": .date(conflict.date),
                    ]
                }))
    }

    func restoreSync(_ arguments: Arguments) async throws -> Presentation? {
        let number = arguments.positional[0]
        guard let id = try await sync.restore(Int(number) ?? 0) else {
            throw CommandLineError(code: "notFound", message: Message("there is no conflict \(number)"))
        }
        return Presentation(try await app.words.word(id), in: localizer)
    }

    func dismissSync(_ arguments: Arguments) async throws -> Presentation? {
        let number = arguments.positional[0]
        let ids = try await number == "all" ? sync.conflicts().map(\.conflict.id) : [Int(number) ?? 0]
        let count = try await sync.dismiss(ids)
        guard count > 0 || number == "all" else {
            throw CommandLineError(code: "notFound", message: Message("there is no conflict \(number)"))
        }
        return Presentation([localizer(Message("dismissed: \(String(count))"))], json: ["dismissed": .number(count)])
    }

    func turnSyncOff(_ arguments: Arguments) async throws -> Presentation? {
        try await app.sync?.turnOff()
        return Presentation(
            [localizer(Message("words are not synchronized"))], json: ["folder": .null, "device": .null])
    }
}
