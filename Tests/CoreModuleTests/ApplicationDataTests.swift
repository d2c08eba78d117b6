import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("The folder of user data", .bounded)
struct ApplicationDataTests {
    @Test("the environment names it by an absolute path; a relative one is ignored")
    func environment() {
        func path(_ environment: [String: String]) -> String { URL.applicationData(environment).systemPath }
        #expect(path(["XDG_DATA_HOME": "/data", "HOME": "/home/anna"]).hasPrefix("/data"))
        #if !canImport(Darwin)
        for environment in [["HOME": "/home/anna"], ["XDG_DATA_HOME": "data", "HOME": "/home/anna"]] {
            #expect(path(environment).hasPrefix("/home/anna/.local/share"))
        }
        for environment in [[:], ["HOME": "anna"]] as [[String: String]] {
            #expect(path(environment).hasPrefix(URL.homeDirectory.appending(path: ".local/share").systemPath))
        }
        #endif
    }
}
