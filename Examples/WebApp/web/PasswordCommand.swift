import ArgumentParser
import Foundation
import WebFrontEnd

/// Makes the file of a password.
struct PasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web password",
        abstract: "Make the file for --password-file.",
        discussion: """
            Asks for a password twice, or reads it from standard input if that is no terminal. The file has a slow hash of it. With \
            another password, all browsers sign in again after the next start of the server.
            """)

    @Argument(help: "The file. If there is one already, it gets the new password.")
    var file: String

    func run() throws {
        let password = try isatty(STDIN_FILENO) == 1 ? askTwice() : readLine() ?? ""
        let hash: PasswordHash
        do { hash = try PasswordHash(of: password) } catch { throw ValidationError(error.description) }
        // Nobody else may try passwords on the hash.
        umask(0o077)
        do { try Data("\(hash)\n".utf8).write(to: URL(filePath: file), options: .atomic) } catch {
            throw ValidationError("The file “\(file)” cannot be written: \(error.localizedDescription)")
        }
    }

    private func askTwice() throws -> String {
        let password = try ask("New password: ")
        guard try ask("The same again: ") == password else {
            throw ValidationError("The two passwords differ. Nothing was written.")
        }
        return password
    }

    /// Reads a line that the terminal does not show.
    private func ask(_ prompt: String) throws -> String {
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        // Ctrl-C is a character, so that it does not leave the terminal without echo.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
        FileHandle.standardError.write(Data(prompt.utf8))
        let line = readLine() ?? ""
        FileHandle.standardError.write(Data("\n".utf8))
        guard !line.contains("\u{3}") else { throw ExitCode(130) }
        return line
    }
}
