import CoreModule
import PersonalDictionary
import TodoList

/// Every command of the program, in the order of help.
extension Command {
    static let all = words + sync + tasks + app + leaving

    private static let words: [Command] = [
        Command(
            "add", "TEXT [--from L] [--to L] [--wait SECONDS]", .words, store: .created, mayLackText: true,
            help: Message(
                "Saves a word or phrase, then waits for its translation: up to 5 seconds, or as long as --wait says (0: not at all). Without --from and --to it is in the current direction (see langs)."
            ),
            run: Session.add),
        Command(
            "list", "[--tag T] [--limit N] [--offset N]", .words,
            help: Message("Shows the words, newest first. --tag leaves those with a tag or a part of it."),
            run: Session.list),
        Command(
            "search", "TEXT [--by word|translation|both] [--limit N]", .words,
            help: Message(
                "Finds words by any part of them, of their translations, of your note or of your tags, or by several words in any order, ignoring case and accents; best match first."
            ),
            run: Session.search),
        Command(
            "look", "TEXT [--from L] [--to L]", .words, mayLackText: true,
            help: Message(
                "Looks a text up without saving it, in every direction that has an answer; if none has, it shows similar words. --from and --to leave only some directions. Services over the network are asked in those, or, without both options, in the current direction only (in its reverse if the letters say so)."
            ),
            run: Session.look),
        Command(
            "show", "ID", .words,
            help: Message("Shows the dictionary entry of a word: its senses, and where they came from."),
            run: Session.show),
        Command("star", "ID", .words, help: Message("Puts a word among the favourites."), run: { $0.star(true) }),
        Command("unstar", "ID", .words, help: Message("Takes a word out of the favourites."), run: { $0.star(false) }),
        Command(
            "favorites", "[--limit N] [--offset N]", .words, help: Message("Shows the favourite words, newest first."),
            run: Session.favorites),
        Command(
            "translate", "ID [TEXT] [--add] [--clear]", .words,
            help: Message(
                "Gives a word your own translation, which no look-up replaces; what a service says stays beside it. With --add the translations that you gave it before stay too. --clear takes yours back."
            ),
            check: { try $0.check("TEXT", at: 1, or: "--clear") },
            run: Session.translate),
        Command(
            "edit", "ID [--text TEXT] [--from L] [--to L] [--note TEXT] [--tag T]… [--untag T]… [--wait SECONDS]",
            .words,
            help: Message(
                "Changes the text, the languages, the note or the tags of a word; an empty note removes it. A tag is one word; case counts. The word keeps its star and your translations; another text is looked up, and waited for as by add."
            ),
            check: { arguments in
                try arguments.checkEdit("edit", "--text", "--from", "--to", "--note", "--tag", "--untag")
                guard let tag = arguments.values("--tag").first(where: arguments.values("--untag").contains) else {
                    return
                }
                throw CommandLineError.usage(Message("--tag and --untag both name “\(tag)”"))
            },
            run: Session.edit),
        Command(
            "retry", "[ID…]", .words,
            help: Message("Looks up again the words named, or all that wait to be looked up."),
            run: Session.retry),
        Command(
            "remove", "ID…", .words, help: Message("Removes words, all or none. They are in the bin for 30 days."),
            run: Session.remove),
        Command(
            "bin", "", .words,
            help: Message("Shows the removed words, latest removal first, with the day on which each goes for good."),
            run: Session.bin),
        Command(
            "bin restore", "ID…", .words,
            help: Message("Brings removed words back with everything they had, all or none."),
            run: Session.restoreWords),
        Command(
            "bin empty", "", .words, help: Message("Deletes everything in the bin for good, without a question."),
            run: Session.emptyBin),
        Command(
            "undo", "", .words, place: .session,
            help: Message(
                "Takes the last change of this session back: a removal of words or tasks, or a task that was done, skipped or edited. Given again, it takes back the one before. It is a command of sessions only."
            ),
            run: Session.undo),
        Command(
            "langs", "", .words,
            help: Message("Shows the languages and the current direction; sets it; swaps it. It is remembered."),
            run: { $0.languages { _, _ in true } }),
        Command(
            "langs set", "FROM TO", .words, store: .created,
            help: Message("Sets the current direction, which is remembered."),
            run: { $0.languages { await $0.choose(from: $1.positional[0], to: $1.positional[1]) } }),
        Command(
            "langs swap", "", .words, store: .created,
            help: Message("Swaps the two languages of the current direction."),
            run: { $0.languages { model, _ in await model.swap() } }),
        Command(
            "langs add", "L", .words, store: .created,
            help: Message(
                "Adds a language by its code, such as es, to those of words and translations. It is remembered."),
            run: { $0.languages { await $0.add($1.positional[0]) } }),
        Command(
            "langs drop", "L", .words, store: .created,
            help: Message("Drops a language that no word has."),
            run: { $0.languages { await $0.drop($1.positional[0]) } }),
        Command(
            "import",
            "[FILE] [--undo] [--format csv|tsv|jsonl] [--delimiter C] [--encoding utf-8|utf-16|windows-1251|windows-1252] [--columns LIST] [--no-header] [--from L] [--to L] [--dry-run]",
            .words, store: .createdIf { !$0.has("--undo") },
            help: Message(
                "Imports the words of a file, all or none; - is standard input. Words that are there keep what they have; importing a file again changes nothing. The format is known by the file's name: .csv, .tsv or .txt (Anki's header lines are understood), .jsonl or .json (also what --json list shows). Delimiter, encoding, the columns of a header and languages are recognized and shown; the options name them: --delimiter a character or tab, --columns text,translation and so on (any other name skips a column), --no-header a first row that is a word, --from and --to the languages of words without one; a header that names others is refused. --dry-run only says what would be done, and shows the first words. --undo takes the last import back that changed anything: the words that it added are removed, and those that it changed are as before; a word that you have changed or reviewed since stays."
            ),
            check: { _ = try $0.importOptions() },
            run: Session.importWords),
        Command(
            "export", "FILE [--format csv|tsv|jsonl] [--bom]", .words,
            help: Message(
                "Writes all words to a file, whole or not at all; - is standard output. For Excel, --bom begins a table with a byte-order mark, and puts an apostrophe before cells that would be formulas; an import takes it away again."
            ),
            check: { _ = try $0.exportForm() },
            run: Session.exportWords),
        Command(
            "review", "", .words, place: .alone,
            help: Message(
                "Reviews the words that are due, in the window of a terminal: Space shows the answer, 1 to 4 rate it (again, hard, good, easy), t types it, u takes the last step back, e edits the word, s does not ask it any more, i shows the statistics, q ends. A word with a translation is asked in both directions, just before it would be forgotten (FSRS-6); a day begins at 4 in the morning."
            ),
            run: Session.review),
        Command(
            "review due", "[--limit N] [--side word|meaning]", .words,
            help: Message(
                "Lists the cards of this day in the order of a review: those that are due, the most probably forgotten first, then new ones."
            ),
            run: Session.dueCards),
        Command(
            "review rate", "ID again|hard|good|easy [--side word|meaning]", .words,
            help: Message(
                "Stores how well a word was recalled: its meaning, or, with --side meaning, the word itself."),
            check: { guard $0.rating() != nil else { throw CommandLineError.usage(Arguments.unknownRating) } },
            run: Session.rateCard),
        Command(
            "review undo", "", .words,
            help: Message("Takes the last rating or suspension of this device back, for a day."),
            run: Session.undoReview),
        Command(
            "review suspend", "ID", .words, help: Message("Does not ask a word any more."), run: { $0.suspend(true) }),
        Command(
            "review resume", "ID", .words, help: Message("Asks a suspended word again."), run: { $0.suspend(false) }),
        Command(
            "review stats", "", .words,
            help: Message("Shows how many cards are due, what was remembered, and how many words are known."),
            run: Session.reviewStatistics),
        Command(
            "review settings", "[--new N] [--order newest|oldest] [--retention P]", .words,
            store: .createdIf { arguments in ["--new", "--order", "--retention"].contains { arguments.has($0) } },
            help: Message(
                "Shows and changes how words are learnt: --new how many are begun on a day, --order whether the newest or the oldest come first, --retention how much is to be remembered when a card comes again: from 0.7 to 0.99, at first 0.9. With more, cards come sooner."
            ),
            check: { _ = try ($0.newWords(), $0.retention()) },
            run: Session.reviewSettings),
        Command(
            "review log", "export|import FILE", .words, store: .createdIf { $0.positional[0] == "import" },
            help: Message(
                "Writes the log of reviews to a file, or adds that of a file: as JSON Lines, or, without suspensions, in the columns of Anki's revlog if its name ends with .csv; - is standard input or output. Importing a file again changes nothing."
            ),
            check: {
                guard ["export", "import"].contains($0.positional[0]) else {
                    throw CommandLineError.usage(Message("review log needs export or import"))
                }
            },
            run: Session.reviewLog),
        Command(
            "remind", "[--at HH:MM] [--unless-added on|off]", .words, place: .alone, store: .created,
            help: Message(
                "Reminds you once a day to add a word, for as long as it runs: in the terminal, and on a Linux desktop by notify-send where that is there. Ctrl-C ends it. The time is 19:30 unless --at sets another, and is remembered; one that has passed counts from tomorrow. A reminder that was missed, because the machine slept or this did not run, comes late, but not on another day. With --unless-added on, which is remembered too, none comes on a day on which you have added a word before its time."
            ),
            check: { _ = try $0.reminderTime() },
            run: Session.remind),
    ]

    private static let tasks: [Command] = [
        Command(
            "todo", "[--all] [--tag T] [--today] [--overdue]", .tasks,
            help: Message(
                "Keeps a to-do list. Without a subcommand it lists the tasks, like “todo list”. ID is the number of a task in the last list, the beginning of its identifier, or its text."
            ),
            run: Session.listTasks),
        Command(
            "todo add",
            "TEXT [--priority low|normal|high] [--start D|none] [--deadline D|none] [--repeat R|none] [--tag T]… [--link URL] [--parent ID] [--notes TEXT]",
            .tasks,
            store: .created, mayLackText: true,
            help: Message(
                "Adds a task. The text may have parts of todo.txt: (A) call mum due:fri +family @phone rec:1w; an option counts before them. The deadline is YYYY-MM-DD[THH:MM], or words such as tomorrow, fri 18:00, in 3 days; so is the start, before which it is not listed. It recurs daily, weekly, monthly, yearly, “every 2 weeks on mon,thu”, “monthly on the 31st”, “every month on the last fri”, “every week until fri”, or “every 3 days 5 times”. Each of the three may be none. --parent names the task of which it is a part."
            ),
            run: Session.addTask),
        Command(
            "todo list", "[--all] [--tag T] [--today] [--overdue]", .tasks,
            help: Message(
                "Lists the tasks that are not done and have begun, or all, in the order of creation: those with a tag, due today, overdue. A part of another task is below it. Their numbers stand for an ID until the next list."
            ),
            run: Session.listTasks),
        Command(
            "todo search", "TEXT", .tasks,
            help: Message(
                "Lists the tasks, also done ones, whose text, notes, tags or link contain all words of the text."),
            run: Session.searchTasks),
        Command("todo show", "ID", .tasks, help: Message("Shows all fields of a task."), run: Session.showTask),
        Command(
            "todo edit",
            "ID [--text T] [--priority low|normal|high] [--start D|none] [--deadline D|none] [--repeat R|none] [--tag T|none]… [--link URL|none] [--parent ID|none] [--notes TEXT]",
            .tasks,
            help: Message("Changes the given fields of a task. The given tags replace all."),
            check: {
                try $0.checkEdit(
                    "todo edit", "--text", "--priority", "--start", "--deadline", "--repeat", "--tag", "--link",
                    "--parent",
                    "--notes")
            },
            run: Session.editTask),
        Command(
            "todo done", "ID [--with-subtasks] [--only]", .tasks,
            help: Message(
                "Ticks a task off. A recurring task moves to its next time. If parts of it are open, a terminal asks; --with-subtasks ticks them off too, --only leaves them open."
            ),
            check: { try $0.check("--with-subtasks", without: ["--only"]) },
            run: Session.completeTask),
        Command(
            "todo undone", "ID", .tasks,
            help: Message(
                "Reopens a task. A recurring task moves back to the time that was done or skipped last, and then to the one before. Its parts stay done; undo reopens those that were done with it."
            )
        ) { session in
            { try await session.changeTask($0) { await $0.setCompleted(false, $1) } }
        },
        Command(
            "todo skip", "ID", .tasks,
            help: Message(
                "Moves a recurring task to its next time without doing it. After the last time it is done; undo brings it back."
            )
        ) {
            session in { try await session.changeTask($0) { await $0.skip($1) } }
        },
        Command(
            "todo remove", "ID…", .tasks, help: Message("Removes tasks, all or none. They are in the bin for 30 days."),
            run: Session.removeTasks),
        Command(
            "todo bin", "[restore|empty] [ID…]", .tasks,
            help: Message(
                "Shows the removed tasks, also those that were removed on another device, with the day on which each goes for good. “todo bin restore ID…” brings tasks back, “todo bin empty” deletes everything in the bin for good, without a question."
            ),
            check: { arguments in
                switch (arguments.positional.first, arguments.positional.count) {
                case (nil, _), ("empty", 1), ("restore", 2...): break
                default: throw CommandLineError.usage(Message("todo bin takes restore ID… or empty"))
                }
            },
            run: Session.taskBin),
        Command(
            "todo count", "", .tasks, help: Message("Counts all tasks and the completed ones."),
            run: Session.countTasks),
        Command(
            "todo sync", "--url URL [--user U] [--full] [--accept-deletions] [--allow-insecure]", .tasks,
            store: .createdIf { $0.has("--url") },
            help: Message(
                "Synchronizes the list with a CalDAV server or collection. The password is read from CALDAV_PASSWORD; the address and the user are remembered. --full compares everything, not only what the server calls changed; --accept-deletions continues even if all known tasks have disappeared from the server; --allow-insecure sends the password over plain HTTP to another host than this one."
            ),
            check: { _ = try SyncRequest($0, passwordIn: "CALDAV_PASSWORD") },
            run: Session.synchronize),
        Command(
            "todo conflicts", "", .tasks, help: Message("Shows the values that lost a merge."), run: Session.conflicts),
        Command(
            "todo restore", "CONFLICT", .tasks, help: Message("Brings back a value that lost a merge."),
            run: Session.restore),
        Command(
            "todo import", "FILE [--format ics|txt] [--dry-run]", .tasks, store: .createdIf { !$0.has("--dry-run") },
            help: Message(
                "Imports the tasks of a file: iCalendar (.ics) or todo.txt (.txt); - is standard input. Importing a file again changes nothing; --dry-run only says what would be done."
            ),
            run: Session.importTasks),
        Command(
            "todo export", "FILE [--format ics|txt]", .tasks,
            help: Message(
                "Writes all tasks to a file: iCalendar (.ics) or todo.txt (.txt); - is standard output."),
            run: Session.exportTasks),
    ]

    private static let app: [Command] = [
        Command(
            "tree", "[--format text|mermaid|dot|svg] [--details]", .app, store: .memory,
            help: Message(
                "Draws the live feature tree with every screen open. As text, screens stand in brackets; mermaid and dot are for Mermaid and Graphviz, svg is a picture for a browser. --details also says since when a feature is there, what it needs and what it gives."
            ),
            run: Session.tree),
        Command(
            "tour", "", .app, place: .alone, store: .memory,
            help: Message("Walks through every screen, on data in memory: nothing is written, no network is used."),
            run: Session.tour),
        Command(
            "completions", "bash|zsh|fish", .app, store: .memory,
            help: Message("Prints a script that completes commands and options in a shell."),
            check: { _ = try $0.shell() },
            run: { session in
                { arguments in
                    let script = try arguments.shell().script(session.localizer)
                    return Presentation(text: script, json: .string(script))
                }
            }),
        Command(
            "help", "[COMMAND]", .app, store: .memory,
            help: Message("Says what the program, or a command of it, does."),
            run: { session in { try Presentation(helpOn: $0.positional, in: session.localizer) } }),
    ]

    /// The loop that reads commands ends at these before it runs them.
    private static let leaving = ["quit", "exit"].map {
        Command($0, "", nil, place: .session, store: .memory, help: Message("Ends the session.")) { _ in { _ in nil } }
    }
}
