// SPDX-License-Identifier: Apache-2.0

/// A server requires a user name and a password (Basic or Digest, RFC 9110 11).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// Scheme, host and port, such as `https://example.com:443`. Credentials apply to all of it and to nothing else.
    public let origin: String
    /// The host name or IP address.
    public let host: String
    /// The port; nil for the default one of the scheme.
    public let port: Int?
    /// Whether the connection is encrypted by TLS.
    public let isEncrypted: Bool
    /// Whether the password itself is sent (Basic), and not a digest of it.
    public let sendsPassword: Bool
    /// The server's own name for what it protects; empty if it gives none. The server can write anything here.
    public let realm: String
    /// The user name that the server has just refused together with its password; nil if there was none.
    public let refusedUser: String?
    /// The host whose playlist or redirect led here, if it is another one; nil otherwise.
    public let referringHost: String?

    /// - Parameters:
    ///   - origin: scheme, host and port.
    ///   - port: nil for the default one of the scheme.
    ///   - realm: empty for none.
    public init(
        origin: String, host: String, port: Int? = nil, isEncrypted: Bool, sendsPassword: Bool, realm: String = "",
        refusedUser: String? = nil, referringHost: String? = nil
    ) {
        self.origin = origin
        self.host = host
        self.port = port
        self.isEncrypted = isEncrypted
        self.sendsPassword = sendsPassword
        self.realm = realm
        self.refusedUser = refusedUser
        self.referringHost = referringHost
    }
}

extension AuthenticationChallenge {
    /// - Parameters:
    ///   - challenge: the one that will be answered.
    ///   - address: the URL that the server protects.
    ///   - request: the request before redirects.
    init(_ challenge: HTTPChallenge, at address: HTTPAddress, for request: TransportRequest, refusedUser: String?) {
        let isDefault = address.port == (address.isSecure ? 443 : 80)
        let host = [request.url, request.referrer].lazy.compactMap { $0.flatMap { try? HTTPAddress($0).host } }
            .first { $0 != address.host }
        self.init(
            origin: address.origin, host: address.host, port: isDefault ? nil : address.port, isEncrypted: address.isSecure,
            sendsPassword: challenge.scheme == "basic", realm: challenge.parameters["realm"] ?? "", refusedUser: refusedUser,
            referringHost: host)
    }
}
