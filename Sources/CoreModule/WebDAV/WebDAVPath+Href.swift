package import Foundation

extension WebDAVPath {
    /// The paths of a response's hrefs. Leaves out those that cannot be used, so that one does not spoil the others; throws the
    /// error of the first if none can.
    package static func usable(_ hrefs: [String], on base: URL) throws(WebDAVError) -> [WebDAVPath] {
        var (paths, failure) = ([WebDAVPath](), WebDAVError?.none)
        for href in hrefs {
            do throws(WebDAVError) {
                paths.append(try WebDAVPath(href: href, on: base))
            } catch {
                failure = failure ?? error
            }
        }
        if let failure, paths.isEmpty { throw failure }
        return paths
    }

    /// Reads a `DAV:href` of a response: an absolute URL, an absolute path or a relative one (RFC 4918, section 8.3).
    ///
    /// Throws ``WebDAVError/foreignRedirect(host:)`` for a URL of another host or port, and ``WebDAVError/malformed(_:)``
    /// for a text that is not a path or has a query. `http` and `https` at their default ports count as one server,
    /// because a server behind a proxy may not know that it is reached by https.
    package init(href: String, on base: URL) throws(WebDAVError) {
        let unusable = WebDAVError.malformed(Message("a resource has no address that can be used"))
        var rest = href.drop(while: \.isWhitespace).prefix { $0 != "#" }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty, !rest.contains("?") else { throw unusable }
        let scheme = rest.firstRange(of: "://").map { rest[..<$0.lowerBound] }
        let hasScheme = scheme.map { $0.allSatisfy(\.isLetter) && !$0.isEmpty } ?? false
        if let scheme, hasScheme { rest = rest[scheme.endIndex...].dropFirst() }
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" }
            rest = rest[authority.endIndex...]
            let own = try WebDAVOrigin(base)
            let origin: WebDAVOrigin
            do throws(WebDAVError) {
                guard let url = URL(string: "\(scheme ?? own.scheme[...])://\(authority)") else { throw unusable }
                origin = try WebDAVOrigin(url)
            } catch {
                throw unusable
            }
            guard origin.isReachedAs(own) else { throw .foreignRedirect(host: origin.name(seenFrom: own)) }
            self.init(normalizing: (rest.isEmpty ? "/" : rest).utf8)
        } else if rest.hasPrefix("/") {
            self.init(normalizing: rest.utf8)
        } else {
            let folder = base.path(percentEncoded: true)
            let end = folder.lastIndex(of: "/").map { folder.index(after: $0) } ?? folder.startIndex
            self.init(normalizing: Substring(folder[..<end] + rest).utf8)
        }
    }
}
