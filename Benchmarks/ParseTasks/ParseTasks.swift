import Foundation
import TodoList

/// Reads an iCalendar file and looks at the text of each task: the counterpart of a Python script in `Scripts/benchmark-sync`.
@main
enum ParseTasks {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: ParseTasks FILE\n".utf8))
            exit(2)
        }
        let object = try ICalendarObject(parsing: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
        print(object.todos.reduce(0) { $0 + ($1.summary?.count ?? 0) })
    }
}
