// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Lets a receiver verify that a message is authentic and recent: HMAC-SHA-256 of `TIME.BODY` with the webhook's secret.
enum WebhookSignature {
    static let field = "Windowbox-Signature"

    /// `t=MILLISECONDS,v1=BASE64`.
    static func text(_ body: String, secret: String, at now: Date) -> String {
        let time = Int64((now.timeIntervalSince1970 * 1000).rounded())
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return "t=\(time),v1=\(Data(code).base64EncodedString())"
    }
}
