// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxDASH
public import WindowboxStreaming

/// Keys for DASH content protected by W3C ClearKey: known keys, and those of the licence server stated in the manifest.
///
/// A licence server receives a POST request with the JSON defined by Encrypted Media Extensions (section 9.1.3), and answers with a JSON
/// Web Key Set. Only a manifest's `Laurl` element in the ContentProtection of ClearKey can state such a server.
public struct ClearKeyProvider: KeyProvider {
    /// A licence consists of a few keys of some hundred bytes each.
    private static let longestLicense = 256 << 10

    private let transport: any Transport
    private let keys: [String: [UInt8]]

    /// - Parameters:
    ///   - transport: loads licences. A manifest may state any server: put a token into ``OriginHeaders`` for the server that it is meant
    ///     for.
    ///   - keys: known keys of 16 bytes each by their identifiers: 32 hexadecimal digits, with or without dashes. Invalid identifiers and
    ///     keys of other lengths are ignored.
    public init(_ transport: any Transport, keys: [String: [UInt8]] = [:]) {
        self.transport = transport
        var known: [String: [UInt8]] = [:]
        for (name, key) in keys where key.count == 16 { if let id = Self.identifier(name) { known[Self.hexadecimal(id)] = key } }
        self.keys = known
    }

    public func handles(_ encryption: SegmentEncryption) -> Bool {
        guard encryption.keyFormat == DASHKeys.format, let location = KeyLocation(encryption.keyURL) else { return false }
        return location.server != nil || keys[Self.hexadecimal(location.id)] != nil
    }

    public func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let address = request.encryption.keyURL
        guard let location = KeyLocation(address) else {
            throw TransportError(
                .key, url: address,
                message: "The manifest has no key identifier; add @default_KID to the ContentProtection element.")
        }
        if let known = keys[Self.hexadecimal(location.id)] { return known }
        guard let server = location.server else {
            throw TransportError(
                .key, url: address,
                message: "The key \(Self.hexadecimal(location.id)) is unknown, and the manifest has no ClearKey licence server; "
                    + "give the player the key, or add a Laurl element to the ContentProtection of ClearKey.")
        }
        return try await license(for: location.id, at: server, request)
    }

    private func license(for id: [UInt8], at server: String, _ request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let name = Self.base64(id)
        let fetch = TransportRequest(
            url: server, method: .post, headers: ["Content-Type": "application/json"],
            payload: Array("{\"kids\":[\"\(name)\"],\"type\":\"temporary\"}".utf8),
            limits: request.limits, maximumBytes: Self.longestLicense, referrer: request.referrer)
        let bytes: [UInt8]
        do throws(TransportError) { bytes = try await transport.bytes(of: fetch) } catch {
            guard error.cause == .status || error.cause == .tooLarge else { throw error }
            let answer = error.status.map { "status \($0)" } ?? "more than \(Self.longestLicense) bytes"
            throw TransportError(
                .key, url: server,
                message: "The ClearKey licence server responded to the request for \(name) with \(answer); contact its operator.",
                status: error.status, retryAfter: error.retryAfter)
        }
        guard let set = try? JSONDecoder().decode(KeySet.self, from: Data(bytes)) else {
            throw TransportError(
                .key, url: server,
                message:
                    "The ClearKey licence server's response isn't a JSON Web Key Set; it should be {\"keys\":[{\"kty\":\"oct\",\"kid\":…,\"k\":…}]}."
            )
        }
        guard let entry = set.keys.first(where: { $0.kid.flatMap(Self.bytes(base64:)) == id }), let text = entry.k else {
            throw TransportError(
                .key, url: server,
                message: "The licence of the ClearKey server has \(set.keys.count) keys, and none for \(name); is the user allowed?")
        }
        guard let key = Self.bytes(base64: text), key.count == 16 else {
            throw TransportError(
                .key, url: server,
                message: "The licence's key for \(name) is not 16 bytes in base64url; the server has to send the raw key.")
        }
        return key
    }

    private struct KeySet: Decodable {
        struct Entry: Decodable {
            var kid: String?
            var k: String?
        }
        var keys: [Entry]
    }

    /// The contents of a key's URL.
    private struct KeyLocation {
        /// Absolute URL; nil if the manifest states none.
        var server: String?
        /// 16 bytes.
        var id: [UInt8]

        init?(_ address: String) {
            if address.hasPrefix("urn:uuid:") {
                guard let id = ClearKeyProvider.identifier(address.dropFirst(9)) else { return nil }
                self.id = id
                return
            }
            guard let mark = address.lastIndex(of: "#"), let id = ClearKeyProvider.identifier(address[address.index(after: mark)...]) else {
                return nil
            }
            self.id = id
            server = String(address[..<mark])
        }
    }

    // MARK: Encoding

    private static func identifier(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 where digit != UInt8(ascii: "-") {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil && bytes.count == 16 ? bytes : nil
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Encodes in base64url without padding, as EME requires.
    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes either base64 alphabet, with or without padding.
    private static func bytes(base64 text: String) -> [UInt8]? {
        var plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map { [UInt8]($0) }
    }
}
