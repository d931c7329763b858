// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxTransport

/// What the app says when a server requires a user name and a password.
struct SignInQuestion: Equatable {
    /// Who asks, and what happened before.
    var body: String
    /// What is unsafe about an answer; nil if the connection is encrypted, or doesn't leave this computer.
    var warning: String?
    /// The user name to begin with.
    var user: String

    init(_ challenge: AuthenticationChallenge) {
        let server = challenge.host + (challenge.port.map { ":\($0)" } ?? "")
        var sentences: [String] = []
        if challenge.refusedUser != nil { sentences.append(translated("The user name or the password was wrong.")) }
        sentences.append(translated("“{server}” requires a user name and a password.", ["server": server]))
        if let host = challenge.referringHost {
            sentences.append(translated("The video at “{host}” needs something from this server.", ["host": host]))
        }
        body = sentences.joined(separator: " ")
        user = challenge.refusedUser ?? ""
        guard !challenge.isEncrypted, !PlainHTTPPolicy.loopbackOnly.allows(host: challenge.host) else { return }
        warning =
            challenge.sendsPassword
            ? translated("The connection isn’t encrypted: others on the network can read the password.")
            : translated("The connection isn’t encrypted: others on the network can see what you watch.")
    }
}

/// What the user enters to sign in.
struct SignInAnswer: Equatable {
    var credentials: HTTPCredentials
    /// Whether the credentials are valid until the window is closed, or only for what is open now.
    var isRemembered: Bool
}

/// Whether to ask the user to sign in, and which credentials to forget.
struct SignInPolicy {
    /// Origins for which the user gave no credentials.
    private var declined: Set<String> = []
    /// Origins with credentials for what is open now.
    private var temporary: Set<String> = []

    /// Something else is opened.
    /// - Returns: the origins whose credentials are to be forgotten.
    mutating func open() -> Set<String> {
        defer { (declined, temporary) = ([], []) }
        return temporary
    }

    /// Playback has failed, and waits for the user.
    mutating func failed() { declined = [] }

    func asks(_ challenge: AuthenticationChallenge) -> Bool { !declined.contains(challenge.origin) }

    /// - Parameter answer: nil if the user has given none.
    mutating func answered(_ answer: SignInAnswer?, to challenge: AuthenticationChallenge) {
        // A stream has many addresses, and each would ask again.
        guard let answer else { return _ = declined.insert(challenge.origin) }
        if answer.isRemembered { temporary.remove(challenge.origin) } else { temporary.insert(challenge.origin) }
    }
}
