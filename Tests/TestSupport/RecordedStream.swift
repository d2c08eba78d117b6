package import CoreModule

extension ModelStreamEvents {
    /// Reads a number of elements; fewer if the stream ends or the task is cancelled.
    package func first(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        guard count > 0 else { return elements }
        for await element in self {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }

    /// Reads to the end of the stream.
    package func all() async -> [Element] {
        var elements: [Element] = []
        for await element in self { elements.append(element) }
        return elements
    }
}
