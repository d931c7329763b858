// SPDX-License-Identifier: Apache-2.0

/// What signing in needs beside the catalogue. It outlives requests.
struct SignInParts: Sendable {
    let failures: SignInFailures
    let providers: [OpenIDClient]
}
