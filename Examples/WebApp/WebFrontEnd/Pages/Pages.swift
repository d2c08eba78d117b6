import CoreModule
import Foundation
import PersonalDictionary

/// The pages of the web front end, each bound to the view models of its screen.
@MainActor
enum Pages {
    /// The page of an address, as it is now.
    /// - Parameter refused: the form that was refused, if the page is its answer.
    static func page(
        _ session: WebSession, _ address: Address, notice: PageWriter.Notice? = nil, refused: Form? = nil
    ) async -> Page {
        let cards = session.app.mainScreen.mainNavigator.dueReviews.viewModel
        if cards.count == nil { await cards.load() }
        let write = PageWriter(session: session, address: address, notice: notice, refused: refused)
        do throws(DictionaryError) {
            return try await content(write).map { Page($0) } ?? notFound(write)
        } catch {
            return failure(write, error.explanation)
        }
    }

    /// Nil if what the address names does not exist.
    private static func content(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        switch write.address.base {
        case .main: await words(write)
        case .newWord: try await newWord(write)
        case .search(let text): try await search(write, text)
        case .favorites: try await favorites(write)
        case .word: try await entry(write)
        case .importFile: importFile(write)
        case .exportFile: exportFile(write)
        case .review: try await review(write)
        case .reviewStatistics: try await reviewStatistics(write)
        case .bin: try await wordBin(write)
        case .todoBin: try await todoBin(write)
        case .devices: try await devices(write)
        case .todo: try await todoList(write)
        case .newTask, .task: try await task(write)
        case .conflicts: try await conflicts(write)
        case .tree: tree(write)
        case .settings: try await settings(write)
        case .deletion: deletion(write)
        case .offline: try await offline(write)
        // A base has no part of a list.
        case .part, .filtered: nil
        }
    }

    /// The page in place of one that cannot be shown. A reload tries again.
    private static func failure(_ write: PageWriter, _ reason: Message) -> Page {
        Page(
            write.document(
                Message("This page cannot be shown"),
                """
                <p class="notice bad" id="phase" data-failure data-say>\(write(reason))</p>
                <p><a class="button" href="\(write.address.path)">\(write(.tryAgain))</a></p>
                """), status: 503)
    }

    /// The page of what does not exist, or no longer.
    static func notFound(_ write: PageWriter) -> Page {
        Page(
            write.document(
                Message("There is nothing here"),
                """
                <p id="phase" data-say>\(write(Message("It was removed, or it never existed.")))</p>
                <p><a class="button" href="/">\(write(write.session.app.mainScreen.title))</a></p>
                """), status: 404)
    }

    /// The live tree of this session, as a picture and as text. The picture has a style of its own, which a page may not have, so it is
    /// an image.
    private static func tree(_ write: PageWriter) -> HTML {
        let nodes = write.session.tree.snapshot()
        let picture = Data(nodes.drawing(.svg, localizer: write.session.localizer).utf8).base64EncodedString()
        return write.document(
            Message("Feature tree"),
            """
            <div class="picture" tabindex="0"><img id="picture" src="data:image/svg+xml;base64,\(picture)" \
            alt="\(write(Message("Feature tree")))"></div>
            <details id="as-text"><summary>\(write(Message("As text")))</summary>\
            <pre tabindex="0">\(nodes.drawing(localizer: write.session.localizer))</pre></details>
            """)
    }
}
