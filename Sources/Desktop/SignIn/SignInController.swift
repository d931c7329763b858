// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Asks for user names and passwords on behalf of the transport. They are kept in memory only.
@MainActor final class SignInController {
    /// Shows a question; nil if the user gives no answer.
    var present: (@MainActor (AuthenticationChallenge) async -> SignInAnswer?)?

    private var policy = SignInPolicy()
    private(set) var store: CredentialStore!

    init() { store = CredentialStore { [weak self] challenge in await self?.ask(challenge) } }

    private func ask(_ challenge: AuthenticationChallenge) async -> HTTPCredentials? {
        guard policy.asks(challenge), let present else { return nil }
        let answer = await present(challenge)
        // What has been closed meanwhile was not declined.
        guard !Task.isCancelled else { return nil }
        policy.answered(answer, to: challenge)
        return answer?.credentials
    }

    /// Something else is opened: forgets the credentials that were only for what was open.
    func open() {
        for origin in policy.open() { store.forget(origin) }
    }

    /// Playback has failed: another attempt is the user's.
    func failed() { policy.failed() }
}
