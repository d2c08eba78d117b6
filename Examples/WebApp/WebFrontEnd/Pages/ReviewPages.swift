import CoreModule
import Foundation
import PersonalDictionary

extension Pages {
    /// The review of the words that are due.
    static func review(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: ReviewGraph = try await write.session.open(.review) else { return nil }
        await write.session.loadOnce(screen) { await screen.viewModel.load() }
        return write.session.draw(.review, showing: screen) { write.countingCards.review(screen) }
    }

    /// The reviews in numbers.
    static func reviewStatistics(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: ReviewStatisticsGraph = try await write.session.open(.reviewStatistics) else { return nil }
        await write.session.loadOnce(screen) { await screen.viewModel.load() }
        return write.session.draw(.reviewStatistics, showing: screen) { write.statistics(screen.viewModel) }
    }
}

extension PageWriter {
    fileprivate func review(_ screen: ReviewGraph) -> HTML {
        let model = screen.viewModel
        let undo: HTML = model.canUndo ? button(.undo, "undo-review", key: "u") : .empty
        return document(
            screen.title, answer: line(model.notice, style: "notice", id: "leech"),
            """
            \(card(model))
            \(line(model.message, style: model.phase.failure == nil ? "" : "notice bad", id: "phase"))
            \(line(model.summaryMessage, id: "summary"))
            \(phaseButtons(model))
            <div class="line">\(wordButtons(model))\(undo)\
            <a class="button" href="\(Address.reviewStatistics.path)">\(self(screen.statisticsTitle))</a></div>
            \(line(model.remainingMessage, id: "remaining"))
            """)
    }

    private func card(_ model: ReviewViewModel) -> HTML {
        guard let card = model.card, let word = model.word, let front = model.front else { return .empty }
        let (source, target) = (word.direction.source.code, word.direction.target.code)
        let isWord = card.id.side == .word
        let shown = text(front, id: "front", language: isWord ? source : target)
        guard let back = model.back else {
            return """
                <div id="card" class="card" data-tap="show-answer">\(shown)<p class="quiet">\(model.question.map { self($0) } ?? "")</p></div>
                """
        }
        let verdict: HTML = line(
            model.verdict, style: model.answer?.verdict == .right ? "notice good" : "notice bad", id: "verdict")
        let note: HTML = word.note.value.isEmpty ? .empty : #"<p class="text" dir="auto">\#(word.note.value)</p>"#
        return """
            <div id="card" class="card" data-swipe>\(shown)\(verdict)\
            \(text(back, id: "back", language: isWord ? target : source))\(senses(model.senses, of: word))\(note)</div>
            """
    }

    private func text(_ text: String, id: String, language: String) -> HTML {
        #"<p class="face" id="\#(id)" lang="\#(language)" dir="auto" data-say>\#(text)</p>"#
    }

    /// The controls of the phase. Each says of which card it is: a page that is out of date rates no other.
    private func phaseButtons(_ model: ReviewViewModel) -> HTML {
        let id = model.card?.id.description ?? ""
        switch model.phase {
        case .front:
            let answer: HTML = """
                <div class="line">\(hidden("card", id))\(field(model.answerTitle, "typed", ""))\(submit(model.checkTitle))</div>
                """
            return button(model.revealTitle, "show-answer", ["card": id], style: "main", key: " ")
                + form("check-answer", id: "check", answer)
        case .back:
            let ratings = ReviewRating.allCases.map { rating -> HTML in
                let date: HTML =
                    model.nextDate(after: rating).map { #"<span class="quiet">\#(self($0))</span>"# } ?? .empty
                let fits = model.answer.map { $0.rating == rating } ?? (rating == .good)
                return """
                    <li>\(button(
                        rating.title, "rate", ["card": id, "rating": "\(rating.rawValue)"], style: fits ? "main" : "",
                        key: "\(rating.rawValue)"))\(date)</li>
                    """
            }
            return #"<ul class="ratings" id="ratings">\#(ratings)</ul>"#
        case .done, .nothingDue:
            return """
                <div class="line">\(button(model.goOnTitle, "reload"))\
                <a class="button" href="\(Address.newWord.path)">\(self(Message("Add words")))</a></div>
                """
        case .failed: return button(.tryAgain, "reload")
        case .loading: return .empty
        }
    }

    private func wordButtons(_ model: ReviewViewModel) -> HTML {
        guard let card = model.card, let star = model.starTitle else { return .empty }
        let fields: KeyValuePairs = ["card": card.id.description, "on": model.isFavorite ? "" : "on"]
        return button(star, "star-card", fields, key: "*")
            + button(model.suspendTitle, "suspend-card", fields, key: "s")
                + """
                <a class="button" data-key="e" href="\(Address.word(card.id.word).path)">\(self(model.editTitle))</a>
                """
    }

    fileprivate func statistics(_ model: ReviewStatisticsViewModel) -> HTML {
        let isFailure = model.phase.failure != nil
        let charts = [model.history, model.forecast].compactMap(\.self).map { chart -> HTML in
            let picture = Data(chart.svg(session.localizer).utf8).base64EncodedString()
            let total = self(chart.title)
            return """
                <figure><figcaption>\(total)</figcaption>\
                <img class="chart" src="data:image/svg+xml;base64,\(picture)" alt="\(total)"></figure>
                """
        }
        return document(
            model.title,
            """
            \(line(model.message, style: isFailure ? "notice bad" : "", id: "phase"))
            \(isFailure ? button(.tryAgain, "reload") : .empty)
            <ul id="numbers">\(model.lines.map { line -> HTML in "<li>\(self(line))</li>" })</ul>
            \(charts)
            \(settings(model))
            <p><a class="button" href="\(Address.review.path)">\(self(Message("Review")))</a></p>
            """)
    }
}

extension PageWriter {
    /// How the user learns, to be changed.
    private func settings(_ model: ReviewStatisticsViewModel) -> HTML {
        guard let settings = model.settings else { return .empty }
        let orders = ReviewSettings.NewOrder.allCases.map { ($0.rawValue, self($0.title)) }
        return form(
            "review-settings", id: "settings",
            """
            \(was(Self.fields(of: settings)))<div class="line">\(field(model.newWordsTitle, "new", "\(settings.newWordsPerDay)"))\
            \(choice(model.orderTitle, "order", orders, settings.newOrder.rawValue))\
            \(field(model.retentionTitle, "retention", "\(settings.retention)"))\(submit(Message("Save")))</div>
            """)
    }
}

extension Actions {
    /// Stores how the user learns, if both numbers are such.
    private func change(_ model: ReviewStatisticsViewModel) async -> ActionResult {
        if let settings = model.settings, let conflict = await conflict(PageWriter.fields(of: settings)) {
            return conflict
        }
        let (new, retention) = (
            changed("new").map { Int($0) ?? -1 },
            changed("retention").map { Double($0.replacing(",", with: ".")) ?? 0 }
        )
        guard new.map({ 0...ReviewSettings.mostNewWordsPerDay ~= $0 }) ?? true,
            retention.map(ReviewScheduler.retentions.contains) ?? true
        else {
            let most = String(ReviewSettings.mostNewWordsPerDay)
            return await failed(Message("new words a day are 0 to \(most), and the wanted retention is 0.7 to 0.99"))
        }
        let order = changed("order").flatMap { ReviewSettings.NewOrder(rawValue: $0) }
        await model.change { settings in
            settings.newWordsPerDay = new ?? settings.newWordsPerDay
            settings.retention = retention ?? settings.retention
            settings.newOrder = order ?? settings.newOrder
        }
        return await done(model.failure, saying: .saved)
    }

    /// What the forms of the review do.
    func onReview(_ action: String) async throws(DictionaryError) -> ActionResult? {
        if page == .reviewStatistics {
            guard let screen: ReviewStatisticsGraph = try await session.open(page) else { return nil }
            if action == "review-settings" { return await change(screen.viewModel) }
            guard action == "reload" else { return nil }
            await screen.viewModel.load()
            return await done()
        }
        guard let screen: ReviewGraph = try await session.open(page) else { return nil }
        let model = screen.viewModel
        switch action {
        case "reload":
            await model.load()
            return await done()
        case "undo-review": await model.undo()
        // Another page of this session has gone on meanwhile: this one shows where.
        case _ where form["card"] != model.card?.id.description: return await done()
        case "show-answer": model.reveal()
        case "check-answer":
            model.typed = form["typed"] ?? ""
            model.check()
        case "rate":
            guard let rating = form["rating"].flatMap({ Int($0) }).flatMap(ReviewRating.init) else { return nil }
            await model.rate(rating)
        case "star-card": await model.setFavorite(form["on"] == "on")
        case "suspend-card":
            let text = model.word?.text.value
            await model.suspend()
            return await done(
                model.failure,
                saying: text.map { Message("“\($0)” is suspended: it is not asked until it is resumed") })
        default: return nil
        }
        return await done(model.failure)
    }
}
