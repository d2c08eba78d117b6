import CoreModule
package import Foundation

extension VTodo {
    /// The categories of all lines (RFC 5545, section 3.8.1.2).
    var categories: [String] {
        component.lines("CATEGORIES").flatMap { ICalendarText.list($0.valueBytes) }
    }

    /// Sets the categories, in one line. None removes them.
    mutating func setCategories(_ names: [String]) {
        let line = component.line("CATEGORIES")
        component.remove("CATEGORIES")
        guard !names.isEmpty else { return }
        let value = names.map { String(decoding: ICalendarText.escaped($0), as: UTF8.self) }.joined(separator: ",")
        component.set(line?.with(value: value) ?? ContentLine(name: "CATEGORIES", value: value))
    }

    /// The page about the task (RFC 5545, section 3.8.4.6); nil if there is none, or no address can be made of it.
    package var url: URL? {
        guard let text = component.line("URL")?.value.trimmingCharacters(in: .whitespacesAndNewlines),
            !text.isEmpty
        else { return nil }
        return URL(string: text)
    }

    /// Sets or removes the page.
    mutating func setURL(_ url: URL?) { set("URL", value: url?.absoluteString) }

    /// The identifier of the task of which this one is a part (RFC 5545, section 3.8.4.5).
    package var parentUID: String? {
        component.lines("RELATED-TO").first(where: Self.isParent).map(\.text).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isParent(_ line: ContentLine?) -> Bool {
        line?.name == "RELATED-TO" && (line?.parameter("RELTYPE")?.uppercased() ?? "PARENT") == "PARENT"
    }

    /// Sets or removes the task of which this one is a part. Other relations stay.
    mutating func setParentUID(_ uid: String?) {
        guard let uid else { return component.elements.removeAll { Self.isParent($0.line) } }
        let place = component.elements.firstIndex { Self.isParent($0.line) }
        if let place, let line = component.elements[place].line {
            component.elements[place] = .line(line.with(text: uid))
        } else {
            let end = component.elements.firstIndex { $0.component != nil } ?? component.elements.endIndex
            component.elements.insert(.line(ContentLine(name: "RELATED-TO", text: uid)), at: end)
        }
    }
}
