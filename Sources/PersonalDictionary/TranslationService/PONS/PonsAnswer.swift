import CoreModule
import Foundation

/// An answer of PONS: a block for each language in which the word was found. Unknown kinds of hits are skipped.
struct PonsAnswer: Decodable {
    let blocks: [Block]

    /// Reads an answer. Throws ``TranslationError/malformedAnswer(_:)`` with the place of the error, not the content.
    init(json: Data) throws(TranslationError) {
        do {
            self = try JSONDecoder().decode(PonsAnswer.self, from: json)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context)
        {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            throw .malformedAnswer(Message("not in the form of PONS, at /\(path.joined(separator: "/"))"))
        } catch {
            throw .malformedAnswer(Message("not JSON"))
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            blocks = try container.decode([Element].self).flatMap(\.blocks)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            blocks = try container.decode(Element.self).blocks
        }
    }

    /// A block, or blocks in a wrapper, `{"content": […]}`, which some dictionaries are said to use.
    private struct Element: Decodable {
        let blocks: [Block]

        private enum CodingKeys: CodingKey { case content }

        init(from decoder: any Decoder) throws {
            let content = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                [Block].self, forKey: .content)
            blocks = try content ?? [Block(from: decoder)]
        }
    }

    /// The hits whose sources are in one language.
    struct Block: Decodable {
        let language: Language
        let hits: [Hit]

        private enum CodingKeys: String, CodingKey { case language = "lang", hits }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            language = try container.decode(Language.self, forKey: .language)
            hits = try container.decodeIfPresent([Hit].self, forKey: .hits) ?? []
        }
    }

    /// Words with their senses, or a line of a glossary. Empty if it is of an unknown kind.
    struct Hit: Decodable {
        /// Those of the primary entry before those of the secondary ones.
        private(set) var roms: [Rom] = []
        private(set) var translation: Translation?

        private enum CodingKeys: String, CodingKey {
            case type
            case primary = "primary_entry"
            case secondary = "secondary_entries"
        }

        init(from decoder: any Decoder) throws {
            let container: KeyedDecodingContainer<CodingKeys>
            // It need not be an object.
            do { container = try decoder.container(keyedBy: CodingKeys.self) } catch is DecodingError { return }
            switch try container.decodeIfPresent(String.self, forKey: .type) {
            case "entry":
                roms = try Entry(from: decoder).roms ?? []
            case "entry_with_secondary_entries":
                let primary = try container.decodeIfPresent(Entry.self, forKey: .primary)
                let secondary = try container.decodeIfPresent([Entry].self, forKey: .secondary) ?? []
                roms = ([primary] + secondary).flatMap { $0?.roms ?? [] }
            case "translation":
                translation = try Translation(from: decoder)
            default:
                break
            }
        }
    }

    private struct Entry: Decodable {
        let roms: [Rom]?
    }

    /// A headword as one part of speech.
    struct Rom: Decodable {
        let headword: String
        let fullHeadword: String?
        let partOfSpeech: String?
        let arabs: [Arab]?

        private enum CodingKeys: String, CodingKey {
            case headword, arabs
            case fullHeadword = "headword_full"
            case partOfSpeech = "wordclass"
        }
    }

    /// One sense of a headword, under an Arabic numeral.
    struct Arab: Decodable {
        /// Its number and the word, and notes on the sense; or a reference to another word.
        let header: String?
        let translations: [Translation]?
    }

    struct Translation: Decodable {
        let source: String?
        let target: String?
    }
}
