import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of the front end.
extension WebResponder {
    private static let script = "text/javascript; charset=utf-8"
    private static let types = [
        "/app.js": script, "/device.js": script, "/kept.js": script, "/offline.js": script, "/worker.js": script,
        "/style.css": "text/css; charset=utf-8",
        "/icon.svg": "image/svg+xml", "/icon-192.png": "image/png", "/icon-512.png": "image/png",
    ]
    private static let manifest = "/manifest.webmanifest"

    static func isAsset(_ path: String) -> Bool { path == manifest || types[path] != nil }

    /// A file of the front end; nil if the path is none of theirs. Browsers keep it, but ask each time whether it is the same, so that a new version
    /// is used at once. Throws ``Refusal/address`` if it was not installed with the program.
    func asset(_ path: String, _ request: Request) throws -> Response? {
        if path == Self.manifest {
            let data = try JSONEncoder().encode(WebManifest(texts(request)))
            return answer(ByteBuffer(bytes: data), "application/manifest+json")
        }
        guard let type = Self.types[path] else { return nil }
        let name = String(path.dropFirst())
        guard let url = ResourceBundle.webFrontEnd.bundle?.url(forResource: name, withExtension: nil) else {
            throw Refusal.address
        }
        let values = try url.resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
        let date = values.contentModificationDate?.timeIntervalSince1970 ?? 0
        let tag = "\"\(values.fileSize ?? 0)-\(Int64(date * 1000))\""
        let isSame = request.headers[.ifNoneMatch] == tag
        var response =
            isSame ? Response(status: .notModified) : answer(ByteBuffer(bytes: try Data(contentsOf: url)), type)
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
