// SPDX-License-Identifier: Apache-2.0

/// Why a document could not be fetched.
struct OriginError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case refused, timeout, status, unreachable, tooLarge, malformed }
    private let code: Code
    let description: String

    var isTimeout: Bool { code == .timeout }
    var isTooLarge: Bool { code == .tooLarge }
    /// Whether the address may not be fetched at all.
    var isRefused: Bool { code == .refused }

    static func refused(_ address: String) -> Self {
        Self(
            code: .refused,
            description: "\(address.prefix(200)) is not an allowed source of content. Add its origin to ad-origins.")
    }
    static func timeout(_ address: String, _ seconds: Double) -> Self {
        Self(code: .timeout, description: "\(address.prefix(200)) did not answer in \(seconds) s. Check that server.")
    }
    static func status(_ status: Int, _ address: String) -> Self {
        Self(code: .status, description: "\(address.prefix(200)) answers with status \(status). Check that server.")
    }
    static func unreachable(_ address: String, _ cause: String) -> Self {
        Self(code: .unreachable, description: "\(address.prefix(200)) can't be reached: \(cause). Check that server.")
    }
    static func tooLarge(_ address: String, _ bytes: Int) -> Self {
        Self(code: .tooLarge, description: "\(address.prefix(200)) has more than \(bytes) bytes. Shorten it.")
    }
    static func malformed(_ address: String, _ what: String) -> Self {
        Self(code: .malformed, description: "\(address.prefix(200)) \(what)")
    }
}
