import ArgumentParser

/// The program: it serves, unless its first argument is the name of another command.
@main
enum Program {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Not a subcommand of the parser: it would give the options to `web`, which has some of the same names.
        switch arguments.first {
        case "move": await Move.main(Array(arguments.dropFirst()))
        case "password": PasswordCommand.main(Array(arguments.dropFirst()))
        default: await Web.main(arguments)
        }
    }
}
