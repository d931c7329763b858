// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPField.Name {
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedProto = known("X-Forwarded-Proto")
    static let strictTransportSecurity = known("Strict-Transport-Security")
    static let idempotencyKey = known("Idempotency-Key")
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// The token in an ``UnlockAnswer``, for a stream with an access code.
    static let unlockToken = known("X-Unlock-Token")
    /// A checksum of a body (RFC 9530).
    static let contentDigest = known("Content-Digest")
    /// Proves that a request comes from one of Studio's own pages.
    static let studioToken = known("X-Studio-Token")
    static let requestID = known("X-Request-Id")
    static let contentTypeOptions = known("X-Content-Type-Options")
    static let secFetchSite = known("Sec-Fetch-Site")
    static let timingAllowOrigin = known("Timing-Allow-Origin")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field's name") }
        return name
    }
}
