import CoreModule
import Foundation
import PersonalDictionary

/// What makes the page an app on a phone's home screen, and a target of its “Share” (<https://www.w3.org/TR/appmanifest/>).
struct WebManifest: Encodable {
    private struct Icon: Encodable {
        let src, type, sizes: String
    }

    private struct Shortcut: Encodable {
        let name, url: String
    }

    private struct ShareTarget: Encodable {
        let action, method: String
        let params: [String: String]
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case shortName = "short_name"
        case startURL = "start_url"
        case display
        case icons, shortcuts
        case backgroundColor = "background_color"
        case themeColor = "theme_color"
        case shareTarget = "share_target"
    }

    private let name, shortName: String
    private let startURL = "/"
    private let display = "standalone"
    private let backgroundColor = "#ffffff"
    private let themeColor = "#1f5fd6"
    private let icons = [
        Icon(src: "/icon.svg", type: "image/svg+xml", sizes: "any"),
        Icon(src: "/icon-192.png", type: "image/png", sizes: "192x192"),
        Icon(src: "/icon-512.png", type: "image/png", sizes: "512x512"),
    ]
    private let shortcuts: [Shortcut]
    private let shareTarget = ShareTarget(action: Address.newWord.path, method: "GET", params: ["text": "text"])

    init(_ texts: Localizer) {
        name = texts(Message("Dictionary"))
        shortName = name
        shortcuts = [(Message("New word"), Address.newWord), (Message("Review"), .review)].map {
            Shortcut(name: texts($0), url: $1.path)
        }
    }
}
