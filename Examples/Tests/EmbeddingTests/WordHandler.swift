import CoreModule
import Foundation
import PersonalDictionary

/// Answers a web server's requests with the words of a dictionary: `GET /words?search=do`, and `POST /words` with the word as
/// the body. It depends on no server, because each has its own types of requests and responses.
struct WordHandler: Sendable {
    struct Response: Sendable {
        var status: Int
        var body = Data()
    }

    struct Row: Codable, Sendable {
        let id: String
        let text: String
        let translation: String?
    }

    let words: Vocabulary
    let direction: TranslationDirection
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let localizer: Localizer

    func respond(_ method: String, _ url: URL, _ body: Data = Data()) async -> Response {
        do throws(DictionaryError) {
            switch (method, url.path) {
            case ("GET", "/words"):
                return json(200, try await find(url).map(row))
            case ("POST", "/words"):
                return json(201, row(try await add(String(decoding: body, as: UTF8.self))))
            default:
                return Response(status: 404)
            }
        } catch {
            // Errors that the client can correct are 4xx, all others 500.
            let message = ["error": error.code, "message": localizer(error.explanation)]
            switch error {
            case .emptyText, .textTooLong: return json(400, message)
            case .duplicate: return json(409, message)
            default: return json(500, message)
            }
        }
    }

    private func find(_ url: URL) async throws(DictionaryError) -> [Word] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        guard let text = items?.first(where: { $0.name == "search" })?.value else {
            return try await words.words(.newest(50))
        }
        return try await words.search(WordQuery(text))
    }

    private func add(_ text: String) async throws(DictionaryError) -> Word {
        let now = clock.now()
        let word = Word(
            id: identifiers.next(), text: try WordText(text), direction: direction, createdAt: now, updatedAt: now)
        try await words.add(word)
        return word
    }

    private func row(_ word: Word) -> Row {
        Row(id: word.id.rawValue, text: word.text.value, translation: word.translation.translation?.text)
    }

    private func json(_ status: Int, _ value: some Encodable) -> Response {
        do {
            return Response(status: status, body: try JSONEncoder().encode(value))
        } catch {
            return Response(status: 500)
        }
    }
}

/// Makes a handler over an app without screens. The words that it adds are translated in the background.
@MainActor
func wordHandler(_ dependencies: AppDependencies, _ app: AppGraph) -> WordHandler {
    app.startTranslating()
    return WordHandler(
        words: app.words, direction: dependencies.direction, clock: dependencies.environment.clock,
        identifiers: dependencies.environment.identifiers, localizer: app.localizer)
}
