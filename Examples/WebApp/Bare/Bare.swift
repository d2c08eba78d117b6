import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What `Scripts/load` compares the app with: the same pages made by plain Hummingbird handlers with one SQL statement each.
/// It has no sessions, features or view models, checks no request, and looks up no translation.
///
/// `bare DATABASE` uses the table `word` of a file that `web --store` has made, or of a database of `web --postgres`, whose
/// address must set `app.person` then. It prints its own address like `web`.
@main
struct Bare {
    static func main() async throws {
        let place = CommandLine.arguments.last ?? ""
        let words: any Words = place.contains("://") ? try PostgresRows(place) : try await SQLiteRows(place)
        let router = Router()
        router.get("/") { _, _ in
            page("Words", "/", try await words.rows("SELECT \(words.columns) FROM word \(newest)"))
        }
        router.get("/search") { request, _ in
            let text = request.uri.queryParameters["text"].map { String($0) } ?? ""
            let found = try await words.rows(
                "SELECT \(words.columns) FROM word WHERE text LIKE $1 OR translation LIKE $1 \(newest)", ["%\(text)%"])
            return page("Search “\(escaped(text))”", "/search?text=\(escaped(text))", found)
        }
        router.post("/add") { request, context in
            let text = try await URLEncodedFormDecoder().decode(NewWord.self, from: request, context: context).text
            let now = "\(Int(Date.now.timeIntervalSince1970 * 1000))"
            _ = try await words.rows(
                """
                INSERT INTO word(id, text, identity, folded, created_at, updated_at, source, target, status, alternatives,
                    is_favorite, note, revision)
                VALUES ($1, $2, $3, $4, $5, $6, 'en', 'ru', 'pending', '', $7, '', 0)
                """, [UUID().uuidString.lowercased(), text, text, text, now, now, "0"])
            return Response.redirect(to: "/new", type: .normal)
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/")
                fflush(nil)
            }, logger: logger)
        try await application.runService()
    }

    private struct NewWord: Decodable { let text: String }

    /// As many as the first page of the app.
    private static let newest = "ORDER BY created_at DESC, id DESC LIMIT 50"
    /// As long as the token of a session.
    private static let token = String(repeating: "0", count: 64)

    /// A page with the size and the elements of the app's.
    private static func page(_ title: String, _ address: String, _ words: [[String]]) -> Response {
        let links = (1...9).map { #"<li><a href="/\#($0)">Another screen \#($0)</a></li>"# }.joined(separator: "\n")
        let items = words.map { row($0, address) }.joined(separator: "\n")
        let page = """
            <!DOCTYPE html>
            <html lang="en" data-token="\(token)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) – Dictionary</title>
            <link rel="stylesheet" href="/style.css">
            <script src="/app.js" defer></script>
            </head>
            <body>
            <nav aria-label="Screens"><ul>\(links)</ul></nav>
            <main id="main" tabindex="-1" data-address="\(address)">
            <h1 id="title">\(title)</h1>
            <ul class="rows" id="words">\(items)</ul>
            </main>
            </body>
            </html>
            """
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }

    private static func row(_ word: [String], _ address: String) -> String {
        let (id, text, source, target) = (escaped(word[0]), escaped(word[1]), escaped(word[2]), escaped(word[3]))
        let isFavorite = word[5] == "1"
        let fields = """
            <input type="hidden" name="token" value="\(token)"><input type="hidden" name="from" value="\(address)">\
            <input type="hidden" name="id" value="\(id)">
            """
        return """
            <li id="word-\(id)"><span class="what"><a href="/word/\(id)" lang="\(source)" dir="auto">\(text)</a> \
            <span class="quiet"><abbr title="English → Russian">\(source)→\(target)</abbr></span><br>\
            <span lang="\(target)" dir="auto">\(escaped(word[4]))</span></span><span class="buttons">\
            <form method="post" action="/action/star">\(fields)<input type="hidden" name="on" value="\(isFavorite ? "" : "on")">\
            <button class="icon " aria-label="Add to favourites: \(text)" title="Add to favourites">\(isFavorite ? "★" : "☆")\
            </button></form>\
            <form method="post" action="/action/remove">\(fields)<button class="icon " aria-label="Delete: \(text)" \
            title="Delete">✕</button></form></span></li>
            """
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
