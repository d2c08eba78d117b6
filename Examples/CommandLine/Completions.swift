import CoreModule

/// Scripts that complete commands and options in a shell. They are made of the table of commands.
enum Completions: String, CaseIterable {
    case bash, zsh, fish

    /// The script, for the user's language.
    func script(_ localizer: Localizer) -> String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript(localizer)
        }
    }

    /// What can be typed outside a session.
    private static let commands = Command.all.filter { $0.place != .session && $0.section != nil }
    private static let global = Usage(Options.table.map(\.usage))
    private static let levels = "debug info warning error"

    /// The first words that others follow.
    private static var topics: [String] {
        var seen: Set<String> = []
        return commands.filter { $0.name.contains(" ") }.map(\.topic).filter { seen.insert($0).inserted }
    }

    private static var firstWords: [String] {
        var seen: Set<String> = []
        return commands.map(\.topic).filter { seen.insert($0).inserted }
    }

    private static func subcommands(of topic: String) -> [Command] {
        commands.filter { $0.topic == topic && $0.name != topic }
    }

    /// What an option or an argument is completed with.
    private enum Values {
        case none, files
        case words(String)
    }

    private static func values(_ option: String, _ value: Usage.Value) -> Values {
        switch (option, value) {
        case ("--store", _): .files
        case ("--log", _): .words(levels)
        case (_, .choice(let choices)): .words(choices.joined(separator: " "))
        default: .none
        }
    }

    /// What the arguments of a command are completed with.
    private static func arguments(_ command: Command) -> Values {
        guard let first = command.usage.placeholders.first else { return .none }
        if first.contains("FILE") { return .files }
        if first == "[COMMAND]" { return .words(firstWords.joined(separator: " ")) }
        let choices = first.split { "[|]".contains($0) }
        // Not what stands for a value, such as N.
        let words = choices.filter { $0.lowercased() == $0 }
        return choices.count > 1 ? .words(words.joined(separator: " ")) : .none
    }

    /// The options with a value, by command; those of the program have an empty one.
    private static var valued: [(command: String, option: String, values: Values)] {
        let all = [("", global.options)] + commands.map { ($0.name, $0.usage.options) }
        return all.flatMap { command, options in
            options.filter { $0.value != .flag }.map { (command, $0.name, values($0.name, $0.value)) }
        }
    }

    private static var optionsWithValue: [String] {
        Set(valued.map(\.option)).sorted()
    }

    private static func words(after command: Command) -> String {
        (subcommands(of: command.name).map { String($0.name.dropFirst(command.name.count + 1)) }
            + command.usage.options.map(\.name) + ["--help"]).joined(separator: " ")
    }

    // MARK: bash and zsh

    /// Finds the command before the cursor: what both shells do alike. `words` are those before the cursor.
    private static var findCommand: String {
        """
            local command= word skip=
            for word in "${words[@]}"; do
                if [[ -n $skip ]]; then skip=; continue; fi
                case "$word" in
                    \(optionsWithValue.joined(separator: "|"))) skip=1 ;;
                    -*) ;;
                    *)
                        if [[ -z $command ]]; then
                            command=$word
                        else
                            case "$command $word" in
                                \(commands.map(\.name).filter { $0.contains(" ") }.map { "\"\($0)\"" }.joined(separator: "|"))) command="$command $word" ;;
                            esac
                            break
                        fi ;;
                esac
            done
        """
    }

    /// The cases of both shells, which set `values` and `files`.
    private static var cases: String {
        var lines = ["    case \"$command:$previous\" in"]
        for (command, option, values) in valued {
            let pattern = command.isEmpty ? "*:\(option)" : "\"\(command):\(option)\""
            lines.append("        \(pattern)) \(assignment(values, none: "return")) ;;")
        }
        lines += ["        *)", "            case \"$command\" in"]
        lines.append(
            "                \"\") values=\"\((firstWords + global.options.map(\.name)).joined(separator: " "))\" ;;")
        for command in commands {
            let more = assignment(arguments(command), none: "", adding: words(after: command))
            lines.append("                \"\(command.name)\") \(more) ;;")
        }
        return (lines + ["            esac ;;", "    esac"]).joined(separator: "\n")
    }

    private static func assignment(_ values: Values, none: String, adding words: String = "") -> String {
        let all: String
        var files = ""
        switch values {
        case .none:
            if words.isEmpty { return none }
            all = words
        case .files: (all, files) = (words, " files=1")
        case .words(let own): all = words.isEmpty ? own : "\(own) \(words)"
        }
        return "values=\"\(all)\"\(files)"
    }

    private static var bashScript: String {
        """
        # bash completion of superapp. Save it as ~/.local/share/bash-completion/completions/superapp.
        _superapp() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} values= files=
            local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
        \(findCommand)
            COMPREPLY=()
        \(cases)
            COMPREPLY=($(compgen -W "$values" -- "$current"))
            if [[ -n $files ]]; then
                compopt -o filenames 2>/dev/null
                local IFS=$'\\n'
                COMPREPLY+=($(compgen -f -- "$current"))
            fi
        }
        complete -F _superapp superapp
        """
    }

    private static var zshScript: String {
        """
        #compdef superapp
        # zsh completion of superapp. Save it as _superapp in a folder of $fpath.
        _superapp() {
            local previous=${words[CURRENT-1]} values= files=
            local -a typed; typed=("${(@)words[2,CURRENT-1]}")
            _superapp_values "$previous" "${typed[@]}" || return 1
            [[ -n $values ]] && compadd -- ${=values}
            [[ -n $files ]] && _files
            return 0
        }
        # Sets values and files of the caller.
        _superapp_values() {
            local previous=$1; shift
            local -a words; words=("$@")
        \(findCommand)
        \(cases.replacing("return ;;", with: "return 1 ;;"))
        }
        if [[ $funcstack[1] == _superapp ]]; then _superapp "$@"; elif (( $+functions[compdef] )); then compdef _superapp superapp; fi
        """
    }

    // MARK: fish

    private static func fishScript(_ localizer: Localizer) -> String {
        var lines = [
            """
            # fish completion of superapp. Save it as ~/.config/fish/completions/superapp.fish.
            function __superapp_command
                set -l tokens (commandline -opc)
                set -l found
                set -l skip 0
                for token in $tokens[2..-1]
                    if test $skip = 1
                        set skip 0
                        continue
                    end
                    switch $token
                        case \(optionsWithValue.joined(separator: " "))
                            set skip 1
                        case '-*'
                        case '*'
                            set -a found $token
                    end
                end
                string join -- \\n $found
            end
            function __superapp_none
                test (count (__superapp_command)) = 0
            end
            function __superapp_topic
                set -l found (__superapp_command)
                test (count $found) = 1; and test $found[1] = $argv[1]
            end
            function __superapp_at
                set -l found (__superapp_command)
                test (count $found) -ge (count $argv); or return 1
                test "$found[1..$(count $argv)]" = "$argv"
            end
            complete -c superapp -f
            """
        ]
        for (usage, help) in Options.table {
            let option = Usage([usage]).options.first
            guard let option else { continue }
            lines.append(complete("", option.name, option.value, localizer(help)))
        }
        for command in commands {
            let summary = quoted(Self.summary(localizer(command.help())))
            let isSub = command.name.contains(" ")
            let condition = isSub ? "'__superapp_topic \(command.topic)'" : "__superapp_none"
            let word = isSub ? String(command.name.dropFirst(command.topic.count + 1)) : command.name
            lines.append("complete -c superapp -n \(condition) -a \(word) -d \(summary)")
            let at = " -n '__superapp_at \(command.name)'"
            lines += command.usage.options.map { complete(at, $0.name, $0.value, nil) }
            switch arguments(command) {
            case .none: break
            case .files: lines.append("complete -c superapp\(at) -F")
            case .words(let words): lines.append("complete -c superapp\(at) -a '\(words)'")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func complete(_ condition: String, _ option: String, _ value: Usage.Value, _ help: String?) -> String
    {
        let more =
            switch value {
            case .flag: ""
            default:
                switch values(option, value) {
                case .none: " -x"
                case .files: " -r -F"
                case .words(let words): " -x -a '\(words)'"
                }
            }
        return "complete -c superapp\(condition) -l \(option.dropFirst(2))\(more)"
            + (help.map { " -d \(quoted($0))" } ?? "")
    }

    /// The first sentence of a text.
    private static func summary(_ text: String) -> String {
        text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text.trimmingSuffix(while: { $0 == "." })
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

extension Arguments {
    /// The shell whose name is the argument.
    func shell() throws(CommandLineError) -> Completions {
        let known = Completions.allCases.map(\.rawValue).joined(separator: ", ")
        if let shell = Completions(rawValue: positional[0]) { return shell }
        throw .usage(Message("the shell is one of \(known), not “\(positional[0])”"))
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
