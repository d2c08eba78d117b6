import CoreModule
import PersonalDictionary

extension Pages {
    /// The devices that have the same words, and the values that lost a merge.
    static func devices(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: DevicesGraph = try await write.session.open(.devices) else { return nil }
        let model = screen.viewModel
        await write.session.loadOnce(screen) { await model.load() }
        return write.session.draw(.devices, showing: screen) { write.document(model.title, write.devices(model)) }
    }
}

extension PageWriter {
    fileprivate func devices(_ model: DevicesViewModel) -> HTML {
        let devices = model.devices.map { device -> HTML in
            let retire = button(model.retireTitle, "retire-device", ["device": device.id], of: device.name)
            return """
                <li id="device-\(device.id)"><span class="what" dir="auto">\(device.name)<br>\
                <span class="quiet">\(self(model.message(of: device)))</span></span>\(device.isThis ? .empty : retire)</li>
                """
        }
        let synchronize =
            model.status.folder == nil
            ? HTML.empty : button(model.synchronizeTitle, "synchronize-words", isEnabled: model.canSynchronize)
        let isUnset = model.isPossible && model.status.folder == nil
        return """
            <div class="line" id="synchronization"><span data-say>\(self(model.message))</span>\(synchronize)</div>
            \(line(model.folderMessage, id: "folder"))
            \(line(isUnset ? Message("“superapp sync” chooses the folder.") : nil, id: "how"))
            \(line(model.phase.failure?.explanation, style: "notice bad", id: "phase"))
            <ul class="rows" id="devices">\(devices)</ul>
            \(model.conflicts.isEmpty ? .empty : conflicts(model))
            """
    }

    private func conflicts(_ model: DevicesViewModel) -> HTML {
        let rows = model.conflicts.map { conflict -> HTML in
            let fields: KeyValuePairs = ["conflict": "\(conflict.id)"]
            return """
                <li id="conflict-\(conflict.id)"><span class="what" dir="auto">\(conflict.text)<br>\
                <span class="quiet">\(self(conflict.message))</span></span>\
                \(button(model.restoreTitle, "restore-value", fields, of: conflict.text))\
                \(button(model.dismissTitle, "dismiss-value", fields, of: conflict.text))</li>
                """
        }
        return """
            <h2 id="conflicts-title">\(self(model.conflictsTitle))</h2>
            <ul class="rows" id="conflicts" aria-labelledby="conflicts-title">\(rows)</ul>
            \(button(model.dismissAllTitle, "dismiss-values"))
            """
    }
}

extension Actions {
    /// The forms of the page of the devices.
    func onDevices(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard let screen: DevicesGraph = try await session.open(page) else { return nil }
        let model = screen.viewModel
        let conflict = form["conflict"].flatMap { Int($0) } ?? 0
        switch action {
        case "synchronize-words":
            await model.synchronize()
            return await done(model.failure)
        case "restore-value":
            await model.restore(conflict)
            return await done(model.failure, saying: .saved)
        case "dismiss-value":
            await model.dismiss([conflict])
            return await done(model.failure)
        case "dismiss-values":
            await model.dismiss(model.conflicts.map(\.id))
            return await done(model.failure)
        case "retire-device":
            await model.retire(form["device"] ?? "")
            return await done(model.failure)
        case "reload":
            await model.load()
            return await done()
        default: return nil
        }
    }
}
