// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The client's side of a connection (RFC 5321): decides what to send after each reply.
struct SMTPDialogue: Sendable {
    enum Action: Hashable, Sendable {
        /// A line to send, without its end.
        case send(String)
        /// Begin TLS now, then call ``secured()``.
        case startTLS
        /// Send the message's content.
        case sendContent
        /// Say `QUIT` and close the connection.
        case end(SMTPOutcome)
    }

    /// Whom to write to; nil only to check that the server can be used.
    struct Envelope: Hashable, Sendable {
        var sender: String
        var recipient: String
    }

    private enum Step: Hashable, Sendable {
        case greeting, hello, startTLS, plainPassword, loginUser, loginPassword, authentication, sender, recipient, data, content

        /// What precedes a reply in a reason.
        var name: String {
            switch self {
            case .greeting: "at the greeting"
            case .hello: "to EHLO"
            case .startTLS: "to STARTTLS"
            case .plainPassword, .loginUser, .loginPassword, .authentication: "to the user name and password"
            case .sender: "to the sender's address"
            case .recipient: "to the recipient's address"
            case .data: "to DATA"
            case .content: "to the content"
            }
        }
    }

    let server: SMTPServer
    let envelope: Envelope?
    private var step = Step.greeting
    private var isSecure: Bool
    /// The server's extensions in capitals, with their parameters.
    private var extensions: [String: [String]] = [:]

    init(server: SMTPServer, envelope: Envelope?) {
        (self.server, self.envelope) = (server, envelope)
        isSecure = server.security == .implicit
    }

    /// Whether the message's content was sent and not yet answered.
    var awaitsAcceptance: Bool { step == .content }

    mutating func received(_ reply: SMTPReply) -> Action {
        switch (step, reply.code) {
        case (.greeting, 220): return hello()
        case (.hello, 250):
            extensions = Self.extensions(reply)
            return authenticate()
        case (.startTLS, 220): return .startTLS
        case (.plainPassword, 334): return go(.authentication, plainResponse)
        case (.loginUser, 334): return go(.loginPassword, Self.base64(server.credentials?.user ?? ""))
        case (.loginPassword, 334): return go(.authentication, Self.base64(server.credentials?.password ?? ""))
        case (.plainPassword, 235), (.authentication, 235): return begin()
        case (.sender, 250): return go(.recipient, "RCPT TO:<\(envelope?.recipient ?? "")>")
        case (.recipient, 250), (.recipient, 251): return go(.data, "DATA")
        case (.data, 354):
            step = .content
            return .sendContent
        case (.content, 250): return .end(.accepted)
        default: return failed(reply)
        }
    }

    /// Continues when TLS has begun. What the server said before counts no more (RFC 3207 4.2).
    mutating func secured() -> Action {
        isSecure = true
        extensions = [:]
        return hello()
    }

    private mutating func go(_ step: Step, _ line: String) -> Action {
        self.step = step
        return .send(line)
    }

    private mutating func hello() -> Action { go(.hello, "EHLO \(server.clientName)") }

    private mutating func authenticate() -> Action {
        if server.security == .startTLS, !isSecure {
            guard extensions["STARTTLS"] != nil else {
                return .end(.deferred("The mail server offers no STARTTLS. Set mail-tls to implicit if its port is for TLS."))
            }
            return go(.startTLS, "STARTTLS")
        }
        guard let credentials = server.credentials else { return begin() }
        guard isSecure || SMTPServer.isLoopback(server.host) else {
            return .end(.deferred("The password would be sent without TLS."))
        }
        let methods = extensions["AUTH"] ?? []
        if methods.contains("PLAIN") { return go(.plainPassword, "AUTH PLAIN \(plainResponse)") }
        if methods.contains("LOGIN") { return go(.loginUser, "AUTH LOGIN") }
        return .end(
            .deferred("The mail server does not let \(credentials) sign in with PLAIN or LOGIN. Use another port, or remove mail-user."))
    }

    private mutating func begin() -> Action {
        guard let envelope else { return .end(.accepted) }
        return go(.sender, "MAIL FROM:<\(envelope.sender)>")
    }

    private func failed(_ reply: SMTPReply) -> Action {
        let reason = "The mail server answered \(reply.code) \(step.name): \(shown(reply))"
        let isFinal =
            switch step {
            // Some servers report a full mailbox like this; RFC 5321 4.5.3.1.10 calls for another attempt.
            case .recipient: reply.code >= 500 && reply.code != 552
            case .data, .content: reply.code >= 500
            // Everything before is about this service and its settings, which an operator can correct.
            default: false
            }
        return .end(isFinal ? .refused(reason) : .deferred(reason))
    }

    /// The text of a reply for a log: on one line, short, and without the recipient's address.
    private func shown(_ reply: SMTPReply) -> String {
        var text = HeaderText.plain(reply.lines.joined(separator: " "))
        for hidden in [envelope?.recipient, server.credentials?.password].compactMap(\.self) where !hidden.isEmpty {
            text = text.replacingOccurrences(of: hidden, with: "…", options: .caseInsensitive)
        }
        return String(text.prefix(200))
    }

    private static func extensions(_ reply: SMTPReply) -> [String: [String]] {
        var found: [String: [String]] = [:]
        // The first line is the server's name. Old servers write "AUTH=LOGIN".
        for line in reply.lines.dropFirst() {
            let words = line.uppercased().split { $0 == " " || $0 == "=" }.map(String.init)
            if let name = words.first { found[name, default: []] += words.dropFirst() }
        }
        return found
    }

    /// RFC 4616.
    private var plainResponse: String {
        Self.base64("\0\(server.credentials?.user ?? "")\0\(server.credentials?.password ?? "")")
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// The content as it is sent: each line that begins with a dot gets another one, and a dot ends it (RFC 5321 4.5.2).
    static func stuffed(_ content: String) -> String {
        // A carriage return with a line feed is one character to Swift, so a suffix of a line feed would not be found.
        let content = content.replacing("\r\n", with: "\n")
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { $0.hasPrefix(".") ? ".\($0)" : String($0) }.joined(separator: "\r\n")
        return text + (content.hasSuffix("\n") ? "" : "\r\n") + ".\r\n"
    }
}
