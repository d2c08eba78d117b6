/// What the program says of itself.
enum Help {
    static let version = "0.1.0"

    static let overview = """
        superapp – a personal dictionary and a to-do list in the terminal

        usage: superapp [OPTIONS] [COMMAND [ARGUMENT…]]

        Without a command it opens a session: on a terminal with a prompt, otherwise one command a line.

        words   add TEXT [--from L] [--to L] [--wait SECONDS]   list [--limit N] [--offset N]
                search TEXT [--by word|translation|both]        show ID      star ID      unstar ID
                favorites    translate ID TEXT    retry [ID…]    remove ID…
                langs        langs set FROM TO    langs swap
                import FILE [--format csv|tsv|jsonl] [--dry-run]    export FILE [--format csv|tsv|jsonl]
                remind [--at HH:MM] [--unless-added on|off]
        tasks   todo add|list|edit|done|undone|remove|count
        app     tour     tree [--format text]     help [COMMAND]

        --store FILE      the file with all data (default: superapp.sqlite in the application-data folder)
        --ephemeral       keep everything in memory
        --translator LIST where translations come from, in this order: glossary, pons, dict
                          (default: glossary, then whichever of the others is configured)
        --locale en|ru    the language of the screens (default: from the environment)
        --json            one JSON value on one line per command; errors as JSON on standard error
        --log LEVEL       log to standard error: debug, info, warning or error (default: error)
        --help, --version

        environment: PONS_SECRET, PONS_URL, DICT_URL (dict://host[:port]), NO_COLOR

        New here? superapp tour
        """

    /// What there is to know of a command; `nil` where there is none of that name.
    static func text(of command: String) -> String? {
        // `help todo add` is about todo.
        let name = command.split(separator: " ").first.map(String.init) ?? command
        return commands.first { $0.name == name }.map { "usage: superapp \($0.usage)\n\n\($0.text)" }
    }

    private static let commands: [(name: String, usage: String, text: String)] = [
        (
            "add", "add TEXT [--from L] [--to L] [--wait SECONDS]",
            """
            Saves a word or phrase, then waits for its translation: up to 5 seconds, or as long as --wait says (0: not at
            all). Without --from and --to it is in the current direction (see langs).
            """
        ),
        ("list", "list [--limit N] [--offset N]", "Shows the words, newest first."),
        (
            "search", "search TEXT [--by word|translation|both] [--limit N]",
            "Finds words by any part of them or of their translation, whatever case and accents; best match first."
        ),
        ("show", "show ID", "Shows the dictionary entry of a word: its senses, and where they came from."),
        ("star", "star ID", "Puts a word among the favourites."),
        ("unstar", "unstar ID", "Takes a word out of the favourites."),
        ("favorites", "favorites [--limit N] [--offset N]", "Shows the favourite words, newest first."),
        ("translate", "translate ID TEXT", "Gives a word your own translation, which no look-up replaces."),
        (
            "retry", "retry [ID…]",
            "Looks up again the words named, or all whose translation is pending or failed."
        ),
        ("remove", "remove ID…", "Removes words, all or none."),
        (
            "langs", "langs | langs set FROM TO | langs swap",
            "Shows the languages and the current direction; sets it; turns it round. It is remembered."
        ),
        (
            "import", "import FILE [--format csv|tsv|jsonl] [--dry-run]",
            """
            Takes the words of a file over; - is standard input. Words that are there keep what they have; to import a file
            again changes nothing. --dry-run only says what would be done. The format is known by the file's name:
            .csv (RFC 4180), .tsv or .txt (Anki's header lines are understood), .jsonl (a word a line, as --json shows it).
            """
        ),
        (
            "export", "export FILE [--format csv|tsv|jsonl]",
            "Writes all words to a file, whole or not at all; - is standard output."
        ),
        (
            "remind", "remind [--at HH:MM] [--unless-added on|off]",
            """
            Reminds you once a day to add a word, for as long as it runs: in the terminal, and on a Linux desktop by notify-send
            where that is there. Ctrl-C ends it. The time is 19:30 unless --at sets another, and is remembered; one that
            has passed counts from tomorrow. A reminder that was missed, because the machine slept or this did not run,
            comes late, but not on another day. With --unless-added on, which is remembered too, none comes on a day on
            which you have added a word before its time.
            """
        ),
        (
            "todo",
            """
            todo add TEXT [--priority low|normal|high] [--deadline YYYY-MM-DD]
                   superapp todo list [--all]
                   superapp todo edit ID [--text T] [--priority P] [--deadline D|none]
                   superapp todo done ID | todo undone ID | todo remove ID… | todo count
            """, "Keeps a to-do list; it is shown in the order of creation, without what is done unless with --all."
        ),
        ("tree", "tree [--format text]", "Draws the live feature tree; screens stand in brackets."),
        ("tour", "tour", "Walks through every screen, on data in memory: nothing is written, no network is used."),
        ("help", "help [COMMAND]", "Says what the program, or a command of it, does."),
    ]
}
