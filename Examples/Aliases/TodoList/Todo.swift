package import CoreModule

/// A line of a shopping list. The library's module of this name has a type of this name too.
package struct Todo {
    package let title: Message

    package init(_ title: String) { self.title = Message(title) }
}
