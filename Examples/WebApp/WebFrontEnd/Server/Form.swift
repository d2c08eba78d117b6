package import Foundation

/// What a form has sent: its fields, and the files chosen in it.
package struct Form: Sendable, Equatable {
    /// A file that the user has chosen.
    package struct File: Sendable, Equatable {
        /// The name of its field.
        package let field: String
        /// The file's name, as the browser says it. Only to be shown.
        package let name: String
        /// Its contents.
        package let data: Data

        /// Makes a file.
        package init(field: String, name: String, data: Data) {
            (self.field, self.name, self.data) = (field, name, data)
        }
    }

    /// The fields in their order. A name may be there several times.
    package var fields: [(name: String, value: String)]
    /// The chosen files.
    package var files: [File]

    /// Makes a form.
    package init(_ fields: KeyValuePairs<String, String> = [:], files: [File] = []) {
        self.fields = fields.map { ($0.key, $0.value) }
        self.files = files
    }

    /// The value of a field; nil if it was not sent, as a box that is not ticked.
    package subscript(_ name: String) -> String? { fields.last { $0.name == name }?.value }

    /// What a person has typed, without the fields that the page itself sends.
    var typed: [String] {
        let own = ["token", "from", "once", "id", "on", "direction", "next", "password"]
        return fields.filter { name, value in !value.isEmpty && !own.contains(name) && !name.hasPrefix("was-") }
            .map(\.value)
    }

    /// Compares fields and files.
    package static func == (lhs: Form, rhs: Form) -> Bool {
        lhs.files == rhs.files && lhs.fields.elementsEqual(rhs.fields) { $0 == $1 }
    }
}

/// A page with the status of its answer.
package struct Page: Sendable {
    /// The whole page.
    package let html: HTML
    /// The status of HTTP.
    package var status: Int

    /// Makes a page.
    package init(_ html: HTML, status: Int = 200) {
        (self.html, self.status) = (html, status)
    }
}

/// What the server answers to an action.
package enum ActionResult: Sendable {
    /// The browser opens another page. A reload does not repeat the action.
    ///
    /// It begins at a row, if that is still there.
    case redirect(Address, row: String? = nil)
    /// A page, such as the form with what was wrong in it.
    case page(Page)
    /// The browser's own login has ended.
    case signedOut
    /// A plain text for a script. Without one, the action was done.
    case text(String, status: Int)
    /// A file to save.
    case file(name: String, type: String, data: Data)
}
