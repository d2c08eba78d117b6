/// A text of this program's own. The library's module of this name has a type of this name too.
package struct Message {
    package let text: String

    package init(_ text: String) { self.text = text }
}
