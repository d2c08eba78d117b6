package import Foundation
import TerminalAppKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension PseudoTerminal {
    static func spawn(
        _ program: URL, _ arguments: [String], _ environment: [String: String], terminal: [CChar]
    ) throws -> pid_t {
        #if canImport(Darwin)
        // Pointers, which the functions below set.
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session opens the terminal, which so becomes that session's.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        // No other file is inherited, since tests notice the end of a program by its closed files.
        for file in STDERR_FILENO + 1..<min(1024, Int32(sysconf(Int32(_SC_OPEN_MAX)))) {
            posix_spawn_file_actions_addclose(&actions, file)
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(startsSession))
        let path = program.path(percentEncoded: false)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        try check("posix_spawn", posix_spawn(&process, path, &actions, &attributes, &words, &variables))
        return process
    }

    /// `POSIX_SPAWN_SETSID`, which the GNU library declares only with its extensions.
    #if canImport(Darwin)
    private static let startsSession = POSIX_SPAWN_SETSID
    #else
    private static let startsSession = 0x80
    #endif

    static func setSize(_ size: WindowSize, of file: Int32) throws {
        var window = winsize()
        window.ws_col = UInt16(size.columns)
        window.ws_row = UInt16(size.rows)
        try check("ioctl", ioctl(file, UInt(TIOCSWINSZ), &window) == 0 ? 0 : errno)
    }

    /// A program of this package, beside the test bundle, where the build puts it.
    package static func program(_ name: String) -> URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent().appending(path: name)
        #else
        return Bundle.main.bundleURL.appending(path: name)
        #endif
    }
}
