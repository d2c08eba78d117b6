import Foundation

/// HTTP Digest authentication (RFC 7616, and RFC 2617, which has MD5 only) with the protection `auth`, which Baïkal requires by default.
/// Copies share the server's last challenge.
package struct DigestAuthentication: Sendable {
    private struct Challenge {
        var parameters: [String: String]
        var digest: MessageDigest
        /// The number of requests with its nonce.
        var count = 0
    }

    private let user: String
    private let password: Secret
    private let makeNonce: @Sendable () -> String
    private let challenge = Locked<Challenge?>(nil)

    /// - Parameter makeNonce: returns a random text for each request.
    package init(
        user: String, password: Secret,
        makeNonce: @escaping @Sendable () -> String = { String(UInt64.random(in: .min ... .max), radix: 36) }
    ) {
        self.user = user
        self.password = password
        self.makeNonce = makeNonce
    }

    /// The value of `Authorization` that meets the challenge of an answer with status 401: of several, the strongest. Nil if none can be
    /// met.
    package func authorization(_ method: String, _ path: String, meeting field: String) -> Secret? {
        let challenges = Self.challenges(in: field).compactMap { parameters -> Challenge? in
            let protections = parameters["qop"].map {
                $0.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            guard parameters["realm"] != nil, parameters["nonce"] != nil, protections?.contains("auth") != false else {
                return nil
            }
            switch parameters["algorithm"]?.uppercased() {
            case nil, "MD5": return Challenge(parameters: parameters, digest: .md5)
            case "SHA-256": return Challenge(parameters: parameters, digest: .sha256)
            default: return nil
            }
        }
        guard let best = challenges.first(where: { $0.digest == .sha256 }) ?? challenges.first else { return nil }
        // Another request may meet another challenge at the same time.
        let next = challenge.withLock { known in
            var next = best
            if let known, known.parameters["nonce"] == best.parameters["nonce"] { next.count = known.count }
            next.count += 1
            known = next
            return next
        }
        return value(method, path, next)
    }

    /// Whether a challenge says that the password was right, and only the nonce too old (RFC 7616, section 3.3).
    static func isStale(in field: String) -> Bool {
        challenges(in: field).contains { $0["stale"]?.lowercased() == "true" }
    }

    /// The value of `Authorization` for a request. Nil if the server has not asked for it.
    package func authorization(_ method: String, _ path: String) -> Secret? {
        let next = challenge.withLock { challenge -> Challenge? in
            challenge?.count += 1
            return challenge
        }
        return next.flatMap { value(method, path, $0) }
    }

    private func value(_ method: String, _ path: String, _ next: Challenge) -> Secret? {
        guard let realm = next.parameters["realm"], let nonce = next.parameters["nonce"] else { return nil }
        let hash = next.digest.hex
        let (secret, request) = (hash("\(user):\(realm):\(password.reveal())"), hash("\(method):\(path)"))
        var fields = ["username=\(Self.quoted(user))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))"]
        fields.append("uri=\(Self.quoted(path))")
        if next.parameters["qop"] == nil {
            fields.append("response=\"\(hash("\(secret):\(nonce):\(request)"))\"")
        } else {
            let count = padded(next.count, 8, radix: 16)
            let own = makeNonce()
            let response = hash("\(secret):\(nonce):\(count):\(own):auth:\(request)")
            fields += ["qop=auth", "nc=\(count)", "cnonce=\(Self.quoted(own))", "response=\"\(response)\""]
        }
        if let algorithm = next.parameters["algorithm"] { fields.append("algorithm=\(algorithm)") }
        if let opaque = next.parameters["opaque"] { fields.append("opaque=\(Self.quoted(opaque))") }
        return Secret("Digest " + fields.joined(separator: ", "))
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// The parameters of the Digest challenges in a field `WWW-Authenticate`, which may have several of any scheme (RFC 9110, section
    /// 11.6.1). Names are in small letters.
    private static func challenges(in field: String) -> [[String: String]] {
        var challenges: [(isDigest: Bool, parameters: [String: String])] = []
        for part in parts(of: field) {
            let head = part.prefix { $0 != "=" && $0 != "\"" }
            let words = head.split { $0 == " " || $0 == "\t" }
            // A scheme, perhaps with its first parameter.
            if words.count == 2 || head.endIndex == part.endIndex, let scheme = words.first {
                challenges.append((scheme.lowercased() == "digest", [:]))
            }
            guard let name = words.last, head.endIndex < part.endIndex, !challenges.isEmpty else { continue }
            let value = part[part.index(after: head.endIndex)...].trimmingCharacters(in: .whitespaces)
            challenges[challenges.count - 1].parameters[name.lowercased()] = unquoted(value)
        }
        return challenges.filter(\.isDigest).map(\.parameters)
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        return String(value.dropFirst().dropLast()).replacing(/\\(.)/) { String($0.1) }
    }

    /// The parts between commas that are not in quotes.
    private static func parts(of field: String) -> [Substring] {
        var (parts, start, isQuoted, isEscaped) = ([Substring](), field.startIndex, false, false)
        for place in field.indices {
            defer { isEscaped = field[place] == "\\" && isQuoted && !isEscaped }
            if field[place] == "\"", !isEscaped { isQuoted.toggle() }
            guard field[place] == ",", !isQuoted else { continue }
            parts.append(field[start..<place])
            start = field.index(after: place)
        }
        return parts + [field[start...]]
    }
}
