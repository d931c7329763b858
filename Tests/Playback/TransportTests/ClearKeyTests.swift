// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("ClearKey licences")
struct ClearKeyTests {
    private static let id = "00112233-4455-6677-8899-aabbccddeeff"
    private static let key = [UInt8](repeating: 1, count: 16)

    private func encryption(_ address: String, format: String = "urn:mpeg:dash:mp4protection:2011") -> SegmentEncryption {
        SegmentEncryption(
            method: .sampleAESCTR, keyURL: address, initializationVector: .init(repeating: 0, count: 16), keyFormat: format)
    }

    /// The provider's error for a response.
    private func error(of answer: OriginResponse) async throws -> TransportError? {
        let origin = try await FaultyOrigin(rules: []) { _ in answer }
        let expected = encryption("\(origin.address)/license#\(Self.id)")
        return await failure { () throws(TransportError) in
            try await ClearKeyProvider(HTTPTransport()).key(for: KeyRequest(expected))
        }
    }

    @Test("A licence is requested by POST with the key ID, and the matching key of the response is used")
    func license() async throws {
        let origin = try await FaultyOrigin(rules: []) { _ in
            .text(
                "{\"keys\":[{\"kty\":\"oct\",\"kid\":\"AAAA\",\"k\":\"AgICAgICAgICAgICAgICAg\"},"
                    + "{\"kty\":\"oct\",\"kid\":\"ABEiM0RVZneImaq7zN3u_w==\",\"k\":\"AQEBAQEBAQEBAQEBAQEBAQ\"}]}")
        }
        let transport = OriginHeaders(HTTPTransport(), headers: ["Authorization": "Bearer t"], originOf: origin.address)
        let provider = ClearKeyProvider(transport)
        let expected = encryption("\(origin.address)/license?a=1#\(Self.id)")
        #expect(provider.handles(expected))
        #expect(try await provider.key(for: KeyRequest(expected)) == Self.key)
        let request = try #require(origin.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/license")
        #expect(request.query == "a=1")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "Bearer t")
        #expect(String(decoding: request.body, as: UTF8.self) == "{\"kids\":[\"ABEiM0RVZneImaq7zN3u_w\"],\"type\":\"temporary\"}")

        // A manifest from another origin names this server, which must not get the token.
        let elsewhere = ClearKeyProvider(
            OriginHeaders(HTTPTransport(), headers: ["Authorization": "Bearer t"], originOf: "https://license.example"))
        _ = try await elsewhere.key(for: KeyRequest(expected))
        #expect(origin.requests.last?.header("authorization") == nil)
    }

    @Test("Known keys need no request")
    func known() async throws {
        let provider = ClearKeyProvider(HTTPTransport(), keys: [Self.id.uppercased(): Self.key, "nonsense": Self.key, "00": [1]])
        #expect(provider.handles(encryption("urn:uuid:" + Self.id)))
        #expect(try await provider.key(for: KeyRequest(encryption("urn:uuid:" + Self.id))) == Self.key)
        #expect(!provider.handles(encryption("urn:uuid:" + Self.id.replacing("00", with: "01"))))
    }

    @Test(
        "Other key formats and URLs without a key ID are not handled",
        arguments: ["urn:uuid:unknown", "https://h/license", "https://h/license#", "https://h/license#00112233", "urn:uuid:é"])
    func others(address: String) {
        let provider = ClearKeyProvider(HTTPTransport(), keys: [Self.id: Self.key])
        #expect(!provider.handles(encryption(address)))
        #expect(!provider.handles(encryption("urn:uuid:" + Self.id, format: "identity")))
        #expect(!provider.handles(encryption("https://h/license#" + Self.id, format: "com.apple.streamingkeydelivery")))
    }

    @Test(
        "An invalid licence ends in an error that says what is wrong",
        arguments: [
            ("<html>", "JSON Web Key Set"), ("{\"keys\":[]}", "none for ABEiM0RVZneImaq7zN3u_w"),
            ("{\"keys\":[{\"kid\":\"ABEiM0RVZneImaq7zN3u_w\",\"k\":\"AQ\"}]}", "16 bytes"),
            ("{\"keys\":[{\"kid\":\"ABEiM0RVZneImaq7zN3u_w\",\"k\":\"?\"}]}", "16 bytes"),
        ])
    func malformed(answer: String, message: String) async throws {
        let error = try #require(try await error(of: .text(answer)))
        #expect(error.cause == .key)
        #expect(error.message.contains(message))
        #expect(!error.url.contains("#"))
    }

    @Test("An oversized licence is not read to its end")
    func long() async throws {
        let error = try #require(try await error(of: .text(String(repeating: " ", count: 300_000))))
        #expect(error.cause == .key)
        #expect(error.message.contains("262144 bytes"))
    }

    @Test("A refused request keeps the status and Retry-After", arguments: [403, 503])
    func refused(status: Int) async throws {
        var answer = OriginResponse.text("no", status: status)
        answer.headers.append(("Retry-After", "7"))
        let error = try #require(try await error(of: answer))
        #expect(error.cause == .key)
        #expect(error.status == status)
        #expect(error.message.contains("status \(status)"))
    }
}
