// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
import WindowboxMedia

/// Signs S3 requests (AWS Signature Version 4).
public struct SignatureV4: Sendable {
    /// A request to be signed.
    public struct Request: Sendable {
        public var method: String
        /// Lower-case, without the scheme's default port.
        public var host: String
        /// Begins with a slash; each component is percent-encoded once.
        public var path: String
        public var query: [(name: String, value: String)]
        /// Without `host`, `x-amz-date` and `x-amz-content-sha256`, which signing adds.
        public var headers: [(name: String, value: String)]
        /// SHA-256 of the body in hexadecimal.
        public var bodyHash: String

        public init(
            method: String, host: String, path: String, query: [(name: String, value: String)] = [],
            headers: [(name: String, value: String)] = [], bodyHash: String = SignatureV4.emptyHash
        ) {
            self.method = method
            self.host = host
            self.path = path
            self.query = query
            self.headers = headers
            self.bodyHash = bodyHash
        }
    }

    private let accessKey: String
    private let secret: String
    private let region: String
    private let service = "s3"

    public init(accessKey: String, secret: String, region: String) {
        self.accessKey = accessKey
        self.secret = secret
        self.region = region
    }

    /// The SHA-256 of an empty body.
    public static let emptyHash = hash([])
    public static func hash(_ bytes: some DataProtocol) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    /// All headers to send, sorted by name, including `host` and the signature.
    public func signed(_ request: Request, at now: Date) -> [(name: String, value: String)] {
        let stamp = Self.stamp(now)
        var headers = request.headers.map { ($0.name.lowercased(), Self.folded($0.value)) }
        headers += [("host", request.host), ("x-amz-content-sha256", request.bodyHash), ("x-amz-date", stamp)]
        headers.sort { $0.0 < $1.0 }
        let names = headers.map(\.0).joined(separator: ";")
        let signature = signature(request, headers: headers, names: names, stamp: stamp)
        let value = "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope(stamp)),SignedHeaders=\(names),Signature=\(signature)"
        return headers.map { (name: $0.0, value: $0.1) } + [(name: "authorization", value: value)]
    }

    /// The query of a presigned URL, which anybody can fetch for some seconds.
    public func presigned(_ request: Request, for seconds: Int, at now: Date) -> [(name: String, value: String)] {
        let stamp = Self.stamp(now)
        var request = request
        request.query += [
            ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", "\(accessKey)/\(scope(stamp))"), ("X-Amz-Date", stamp),
            ("X-Amz-Expires", String(seconds)), ("X-Amz-SignedHeaders", "host"),
        ]
        request.bodyHash = "UNSIGNED-PAYLOAD"
        let signature = signature(request, headers: [("host", request.host)], names: "host", stamp: stamp)
        return request.query + [("X-Amz-Signature", signature)]
    }

    private func scope(_ stamp: String) -> String { "\(stamp.prefix(8))/\(region)/\(service)/aws4_request" }

    private func signature(_ request: Request, headers: [(String, String)], names: String, stamp: String) -> String {
        let canonical = [
            request.method, request.path, Self.canonical(request.query), headers.map { "\($0.0):\($0.1)\n" }.joined(), names,
            request.bodyHash,
        ].joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", stamp, scope(stamp), Self.hash(Array(canonical.utf8))].joined(separator: "\n")
        var key = SymmetricKey(data: Array("AWS4\(secret)".utf8))
        for part in [String(stamp.prefix(8)), region, service, "aws4_request"] {
            key = SymmetricKey(data: Data(HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: key)))
        }
        return Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }

    /// Parameters sorted by name, then by value, percent-encoded.
    public static func canonical(_ query: [(name: String, value: String)]) -> String {
        query.map { (encoded($0.name), encoded($0.value)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// Percent-encodes everything but letters, digits, `-`, `.`, `_` and `~`.
    public static func encoded(_ text: String, keepsSlash: Bool = false) -> String {
        PercentEncoding.encoded(text, keeping: keepsSlash ? UInt8(ascii: "/") : nil)
    }

    private static func folded(_ value: String) -> String { value.split(separator: " ").joined(separator: " ") }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    /// The format `20130524T000000Z`.
    private static func stamp(_ date: Date) -> String {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: "%04d%02d%02dT%02d%02d%02dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
            parts.tm_sec)
    }
}
