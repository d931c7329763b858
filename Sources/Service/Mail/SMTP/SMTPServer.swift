// SPDX-License-Identifier: Apache-2.0

/// The mail server that accepts messages for delivery (message submission, RFC 6409).
public struct SMTPServer: Hashable, Sendable {
    /// How the connection is encrypted.
    public enum Security: String, Hashable, Sendable, CaseIterable {
        /// TLS from the start (RFC 8314).
        case implicit
        /// TLS after STARTTLS (RFC 3207), without which nothing is sent.
        case startTLS = "starttls"
        /// No encryption; only for servers on this machine.
        case none
    }

    /// A name and a password (RFC 4954).
    public struct Credentials: Hashable, Sendable, CustomStringConvertible {
        public var user: String
        public var password: String
        /// Without the password, so that it can't reach a log.
        public var description: String { "the user \(user)" }

        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    /// Seconds without an answer after which an attempt is given up.
    public struct Timeouts: Hashable, Sendable {
        public var connection = 30.0
        public var reply = 60.0
        /// For the reply to the content, after which the server is responsible for the message: giving up earlier causes duplicates.
        public var content = 300.0
        /// For everything.
        public var total = 600.0

        public init() {}
    }

    /// A host name or an IP address.
    public var host: String
    public var port: Int
    public var security: Security
    /// Nil to send without signing in.
    public var credentials: Credentials?
    /// PEM certificates of authorities to trust besides those of the system.
    public var authorities: [UInt8]?
    /// What this service calls itself: a host name.
    public var clientName = "localhost"
    public var timeouts = Timeouts()

    public init(host: String, port: Int, security: Security, credentials: Credentials? = nil) {
        (self.host, self.port, self.security, self.credentials) = (host, port, security, credentials)
    }

    /// Whether the host is this machine.
    public static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host.lowercased() == "localhost" || host == "::1" || (bytes.count == 4 && bytes.allSatisfy { $0 != nil } && bytes[0] == 127)
    }
}

/// The result of an attempt to send a message. Reasons contain neither the recipient's address nor a password.
public enum SMTPOutcome: Hashable, Sendable {
    /// The server has the message.
    case accepted
    /// It can be tried again later.
    case deferred(String)
    /// It would never be accepted.
    case refused(String)
}
