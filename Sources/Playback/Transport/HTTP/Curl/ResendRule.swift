// SPDX-License-Identifier: Apache-2.0

import CCurl

/// Decides whether a request that failed is sent once more, on a new connection.
///
/// A server may close an idle connection just when a request is sent on it, and the rest of a longer response than announced may still
/// arrive there. Neither says anything about the new request (RFC 9112 9.3.1).
struct ResendRule {
    /// An earlier request was sent on the connection.
    var isReused: Bool
    /// It was sent again already.
    var isResent: Bool
    /// The connection was found to be unusable before anything was sent.
    var isUnsent: Bool
    /// The response began with a status line.
    var isAnswered: Bool
    /// The server may get the request twice.
    var isIdempotent: Bool

    func applies(to code: CURLcode) -> Bool {
        // libcurl repeats requests itself, as far as it can: it has no second copy of a body.
        guard isReused || code == CURLE_SEND_FAIL_REWIND, !isResent, !isAnswered else { return false }
        if isUnsent { return true }
        return isIdempotent && Self.failures.contains(code.rawValue)
    }

    /// The connection was closed or reset, or what it delivered is no response. A write error means that our own parser refused it.
    private static let failures: Set<CURLcode.RawValue> = Set(
        [
            CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        ].map(\.rawValue))
}
