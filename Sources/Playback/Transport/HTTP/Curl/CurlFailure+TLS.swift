// SPDX-License-Identifier: Apache-2.0

import CCurl
import WindowboxStreaming

extension CurlFailure {
    /// The server can't prove who it is, or has no TLS that is secure enough.
    func untrusted(_ url: String) -> TransportError {
        let reason = handshakeReason ?? certificateReason
        return TransportError(.untrusted, url: url, message: "TLS failed: " + explanation(reason), reason: reason)
    }

    private func explanation(_ reason: FailureReason?) -> String {
        switch reason {
        case .certificateExpired?:
            "the certificate of \(host) has expired. Its operator has to renew it; if other servers fail as well, set this machine's clock."
        case .certificateNotYetValid?:
            "the certificate of \(host) isn't valid yet. Set this machine's clock; if it is right, the server's operator has to act."
        case .certificateForOtherHost?:
            "the certificate isn't for \(host), so this may be another server. Check the spelling of the host name."
        case .certificateSelfSigned?:
            "the certificate of \(host) is self-signed, so nobody vouches for it. If the server is yours, add its certificate to the trusted "
                + "ones of this machine."
        case .authorityUnknown?:
            "the certificate of \(host) is from an authority that this machine doesn't know, or the server doesn't send the certificates in "
                + "between. If the authority is your organization's, add it to the trusted ones of this machine."
        case .certificateRevoked?: "the certificate of \(host) has been revoked. Don't use the server until its operator has replaced it."
        case .obsoleteTLS?: "\(host) supports no version of TLS from 1.2 on. Its operator has to update it."
        case .notTLS?: "\(host) doesn't speak TLS at port \(port). Check the port, or whether the URL should begin with http://."
        default: "\(text). The server's certificate isn't trusted; check the host name and this machine's clock."
        }
    }

    /// Why the handshake failed before a certificate was seen; nil if that may pass.
    var handshakeReason: FailureReason? {
        guard code == CURLE_SSL_CONNECT_ERROR else { return nil }
        func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
        if says("unsupported protocol", "alert protocol version", "no protocols available") {
            return .obsoleteTLS
        }
        return says("wrong version number", "packet length too long", "http request", "unexpected TLS packet") ? .notTLS : nil
    }

    /// By OpenSSL's number. Other libraries, and the check of the name, which libcurl does itself, only have words.
    private var certificateReason: FailureReason? {
        switch verification {
        case 9: return .certificateNotYetValid
        case 10: return .certificateExpired
        case 18: return .certificateSelfSigned
        case 2, 19, 20, 21: return .authorityUnknown
        case 23: return .certificateRevoked
        case 62, 64: return .certificateForOtherHost
        default: break
        }
        let words: [(String, FailureReason)] = [
            ("not yet valid", .certificateNotYetValid), ("not yet activated", .certificateNotYetValid), ("expired", .certificateExpired),
            ("revoked", .certificateRevoked), ("subject name", .certificateForOtherHost), ("does not match", .certificateForOtherHost),
            ("self-signed", .certificateSelfSigned), ("self signed", .certificateSelfSigned), ("issuer", .authorityUnknown),
        ]
        let text = text.lowercased()
        return words.first { text.contains($0.0) }?.1
    }
}
