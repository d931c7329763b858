// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A user name and a password for a server, entered by the user or taken from a URL.
public struct HTTPCredentials: Hashable, Sendable {
    /// The user name.
    public var user: String
    /// The password. It is never part of a description.
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Extracts percent-decoded credentials from a URL.
    /// - Returns: the URL without the credentials, and the credentials; nil if it has none.
    static func split(_ url: String) -> (address: String, credentials: HTTPCredentials)? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let mark = authority.lastIndex(of: "@") else { return nil }
        let named = authority[..<mark]
        let user = named.prefix { $0 != ":" }
        let password = named.dropFirst(user.count + 1)
        return (
            String(url[..<scheme.upperBound] + rest[authority.index(after: mark)...]),
            HTTPCredentials(user: user.percentDecoded, password: password.percentDecoded)
        )
    }
}

extension HTTPCredentials: CustomStringConvertible, CustomReflectable {
    public var description: String { "credentials of \"\(user)\"" }
    /// Without the password, which must not get into logs.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

extension Substring {
    /// Percent-decodes the text; invalid escapes stay unchanged.
    fileprivate var percentDecoded: String { String(decoding: PercentEncoding.bytes(decoding: utf8), as: UTF8.self) }
}
