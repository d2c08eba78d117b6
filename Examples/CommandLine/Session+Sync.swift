import CoreModule
import Foundation
import PersonalDictionary

extension Command {
    /// Words and reviews on several devices.
    static let sync: [Command] = [
        Command(
            "sync", "[--folder DIR] [--url URL [--user U]] [--name NAME] [--allow-insecure]", .words,
            store: .createdIf { $0.has("--folder") || $0.has("--url") },
            help: Message(
                "Synchronizes words and reviews with other devices through a folder that all of them have: a local one that Syncthing, Dropbox or Nextcloud's program carries (--folder), or one on a WebDAV server (--url, --user; the password is read from SYNC_PASSWORD). It is named the first time, and this device with --name; all but the password is remembered. The folder must exist. What is in it is not encrypted. --allow-insecure sends the password over plain HTTP to another host than this one."
            ),
            check: { arguments in
                try arguments.checkNotEmpty("--folder")
                try arguments.checkNotEmpty("--name")
                try arguments.check("--folder", without: ["--url", "--user", "--allow-insecure"])
                _ = try SyncRequest(arguments, passwordIn: "SYNC_PASSWORD")
            },
            run: Session.synchronizeWords),
        Command(
            "sync status", "", .words,
            help: Message("Says with which folder words are synchronized, and when they last were."),
            run: Session.syncStatus),
        Command(
            "sync devices", "", .words,
            help: Message("Lists the devices that take part, and when each last wrote, as far as this one knows."),
            run: Session.syncDevices),
        Command(
            "sync retire", "DEVICE", .words,
            help: Message(
                "Takes a device that nobody uses any more off the list of all devices, by its name or the beginning of its identifier. What it wrote stays. The next synchronization tells the others. If the device synchronizes again, it is back on the list."
            ),
            check: { arguments in
                guard !arguments.positional[0].allSatisfy(\.isWhitespace) else {
                    throw CommandLineError.missing("DEVICE")
                }
            },
            run: Session.retireDevice),
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
        if value(option)?.allSatisfy(\.isWhitespace) == true {
            throw CommandLineError.usage(Message("\(option) is empty"))
        }
    }

    /// The folder that is named, or the remembered one with another user or name. Nil if nothing is said of it.
    fileprivate func syncFolder(known: SyncFolder?, name: String?) throws -> SyncFolder? {
        let device = value("--name") ?? known?.device ?? name ?? ProcessInfo.processInfo.hostName
        if let path = value("--folder") {
            return SyncFolder(path: URL(filePath: path).standardizedFileURL.path(percentEncoded: false), device: device)
        }
        let request = try SyncRequest(self, passwordIn: "SYNC_PASSWORD")
        guard let url = request.url ?? known?.url else {
            guard !has("--user"), !has("--allow-insecure") else {
                throw CommandLineError.usage(Message("--url is needed the first time; it is remembered then"))
            }
            return known.flatMap { has("--name") ? SyncFolder(path: $0.address, device: device) : nil }
        }
        guard ["--url", "--user", "--name", "--allow-insecure"].contains(where: has) else { return nil }
        let isKnown = url == known?.url
        let isKnownHost = url.host() == known?.url?.host() && url.port == known?.url?.port
        return SyncFolder(
            url: url, user: request.user ?? (isKnownHost ? known?.user : nil),
            allowsInsecureConnections: request.allowsInsecure || isKnown && known?.allowsInsecureConnections == true,
            device: device)
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
        let report = try await synchronized(arguments)
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

    private func synchronized(_ arguments: Arguments) async throws -> ReplicaReport {
        let known = try await app.sync?.folder()
        // Also after “sync off”.
        let name = try await app.sync?.devices().first?.name
        let folder = try arguments.syncFolder(known: known, name: name)
        guard folder != nil || known != nil else {
            throw CommandLineError.usage(Message("--folder or --url is needed the first time; it is remembered then"))
        }
        let sync = try sync
        do throws(ReplicaError) {
            return try await ProgressLine.following(sync.status, localizer, from: ()) { _, status in
                status.progress.map { Message("\($0.completed) of \($0.total) changes") }
            } while: { () throws(ReplicaError) in
                guard let folder else { return try await sync.synchronize() }
                return try await sync.begin(
                    with: folder, acceptsEmptied: arguments.has("--folder") || arguments.has("--url"))
            }
        } catch {
            guard case .folder(.server(_, .passwordMissing)) = error else { throw error }
            throw CommandLineError.passwordMissing(in: "SYNC_PASSWORD")
        }
    }

    func syncStatus(_ arguments: Arguments) async throws -> Presentation? {
        guard let folder = try await app.sync?.folder() else { return withoutSync }
        return try await onDevices { model in
            try await wait { model.status.folder == folder }
            let message = Message("words are synchronized with \(folder.address), as “\(folder.device)”")
            return Presentation(
                [message, model.message].map { localizer($0) },
                json: [
                    "folder": .string(folder.path), "url": .string(folder.url?.absoluteString),
                    "user": .string(folder.user), "device": .string(folder.device),
                    "lastSync": .date(model.status.lastSync),
                ])
        }
    }

    private var withoutSync: Presentation {
        Presentation(
            [localizer(Message("words are not synchronized"))],
            json: ["folder": .null, "url": .null, "user": .null, "device": .null, "lastSync": .null])
    }

    /// Calls a function with the screen of the devices, which was loaded.
    private func onDevices<Value>(_ body: (DevicesViewModel) async throws -> Value) async throws -> Value {
        let screen = navigator.toDevices.router.open()
        defer { close(screen) }
        await screen.viewModel.load()
        try check(screen.viewModel.phase.failure)
        return try await body(screen.viewModel)
    }

    func syncDevices(_ arguments: Arguments) async throws -> Presentation? {
        try await onDevices { model in
            let length = Presentation.idLength(model.devices.map(\.id), atLeast: 6)
            let lines = model.devices.map {
                "\($0.id.prefix(length))  \($0.name)  (\(localizer(model.message(of: $0))))"
            }
            let empty = localizer(Message("words are not synchronized"))
            return Presentation(
                lines.isEmpty ? [empty] : lines,
                json: .array(
                    model.devices.map { device in
                        [
                            "id": .string(device.id), "name": .string(device.name),
                            "lastWrite": .date(device.lastWrite), "isThis": .bool(device.isThis),
                        ]
                    }))
        }
    }

    func retireDevice(_ arguments: Arguments) async throws -> Presentation? {
        let name = arguments.positional[0]
        return try await onDevices { model in
            let others = model.devices.filter { !$0.isThis }
            // A name may be the beginning of another device's identifier.
            let found = others.filter { $0.name == name || $0.id.hasPrefix(name) }
            guard let device = found.first else {
                throw CommandLineError(code: "notFound", message: Message("no other device is called “\(name)”"))
            }
            guard found.count == 1 else {
                throw CommandLineError.ambiguous(name, Presentation(found.map { "\($0.id)  \($0.name)" }, json: .null))
            }
            guard await model.retire(device.id) != nil else { throw CommandLineError(model.failure) }
            return Presentation(
                [localizer(Message("off the list: \(device.name)"))], json: ["retired": .string(device.id)])
        }
    }

    func syncConflicts(_ arguments: Arguments) async throws -> Presentation? {
        try await onDevices { model in
            let lines = model.conflicts.map { "\($0.id)  \($0.text)  \(localizer($0.message))" }
            let empty = localizer(Message("no value has lost"))
            return Presentation(
                lines.isEmpty ? [empty] : lines,
                json: .array(model.conflicts.map(\.json)))
        }
    }

    func restoreSync(_ arguments: Arguments) async throws -> Presentation? {
        let number = arguments.positional[0]
        let id = try await onDevices { model in
            guard let id = await model.restore(Int(number) ?? 0) else {
                if let failure = model.failure { throw failure }
                throw CommandLineError(code: "notFound", message: Message("there is no conflict \(number)"))
            }
            return id
        }
        // A text is looked up, as after “edit”.
        return try await change(try await app.words.word(id), wait: startToWait(arguments)) { _ in }
    }

    func dismissSync(_ arguments: Arguments) async throws -> Presentation? {
        let number = arguments.positional[0]
        return try await onDevices { model in
            let ids = number == "all" ? model.conflicts.map(\.id) : [Int(number) ?? 0]
            guard let count = await model.dismiss(ids) else { throw CommandLineError(model.failure) }
            guard count > 0 || number == "all" else {
                throw CommandLineError(code: "notFound", message: Message("there is no conflict \(number)"))
            }
            return Presentation(
                [localizer(Message("dismissed: \(String(count))"))], json: ["dismissed": .number(count)])
        }
    }

    func turnSyncOff(_ arguments: Arguments) async throws -> Presentation? {
        try await app.sync?.turnOff()
        return withoutSync
    }
}

extension SyncConflict {
    fileprivate var json: JSON {
        let all: JSON = [
            "id": .number(conflict.id), "word": .string(conflict.key.id), "text": .string(text),
            "sourceLang": .string(direction?.source.code), "targetLang": .string(direction?.target.code),
            "field": .string(conflict.field), "lost": .string(lostText?.text ?? conflict.lost),
            "kept": .string(keptText?.text ?? conflict.kept), "device": .string(conflict.device),
            "date": .date(conflict.date),
        ]
        guard let lostText else { return all }
        return all + [
            "lostSourceLang": .string(lostText.source.code), "lostTargetLang": .string(lostText.target.code),
            "keptSourceLang": .string(keptText?.source.code), "keptTargetLang": .string(keptText?.target.code),
        ]
    }
}
