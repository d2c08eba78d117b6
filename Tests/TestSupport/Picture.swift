package import Foundation

#if canImport(FoundationXML)
package import FoundationXML
#endif

/// A picture of a tree, read back from its SVG.
package final class Picture: NSObject, XMLParserDelegate {
    /// The frame of a feature's card.
    package struct Card {
        package let x: Int, y: Int, width: Int, height: Int

        func touches(_ other: Card) -> Bool {
            x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height && other.y <= y + height
        }
    }

    package private(set) var root: [String: String] = [:]
    package private(set) var elements: Set<String> = []
    package private(set) var cards: [Card] = []
    package private(set) var tooltips: [String] = []
    package private(set) var texts: [String] = []
    /// The open groups, with their positions, if any.
    private var groups: [(x: Int, y: Int)?] = []
    private var text = ""

    /// Reads a picture; throws the parser's error.
    package init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    /// Whether no two cards touch, and all are within the picture.
    package var isSound: Bool {
        let width = Int(root["width"] ?? "") ?? 0
        let height = Int(root["height"] ?? "") ?? 0
        let isWithin = cards.allSatisfy { $0.x > 0 && $0.y > 0 && $0.x + $0.width < width && $0.y + $0.height < height }
        // Sorted by column and height, it is enough to look at neighbours: in a column all begin at one edge.
        let sorted = cards.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        let touchNone = zip(sorted, sorted.dropFirst()).allSatisfy { !$0.touches($1) }
        let ends = Dictionary(grouping: cards, by: \.x).mapValues { $0.map { $0.x + $0.width }.max() ?? 0 }
        let columns = ends.sorted { $0.key < $1.key }
        return isWithin && touchNone && zip(columns, columns.dropFirst()).allSatisfy { $0.value < $1.key }
    }

    package func parser(
        _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
        attributes: [String: String]
    ) {
        if elements.isEmpty { root = attributes }
        elements.insert(name)
        text = ""
        if name == "g" {
            // Cards are moved to their places; badges and the legend are not.
            let numbers = (attributes["transform"] ?? "").split { !"0123456789".contains($0) }.compactMap { Int($0) }
            groups.append(numbers.count == 2 ? (numbers[0], numbers[1]) : nil)
        } else if attributes["class"] == "card", let place = groups.last ?? nil {
            let size = ["width", "height"].map { attributes[$0].flatMap(Int.init) ?? 0 }
            cards.append(Card(x: place.x, y: place.y, width: size[0], height: size[1]))
        }
    }

    package func parser(_: XMLParser, foundCharacters string: String) { text += string }

    package func parser(
        _: XMLParser, didEndElement name: String, namespaceURI _: String?, qualifiedName _: String?
    ) {
        switch name {
        case "title": if groups.last ?? nil != nil { tooltips.append(text) }
        case "text": texts.append(text)
        case "g": groups.removeLast()
        default: break
        }
    }
}
