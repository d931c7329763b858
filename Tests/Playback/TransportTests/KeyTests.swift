// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

private func encryption(
    _ url: String, method: SegmentEncryption.Method = .aes128, format: String = "identity", vector: UInt8 = 0
) -> SegmentEncryption {
    SegmentEncryption(method: method, keyURL: url, initializationVector: .init(repeating: vector, count: 16), keyFormat: format)
}

@Suite("Keys")
struct KeyTests {
    @Test("A key is requested once, however many segments need it")
    func coalescing() async throws {
        let origin = try await FaultyOrigin(["/k": sampleBytes(16)], rules: [FaultRule("/k", .delayHead(milliseconds: 20))])
        let store = KeyStore([IdentityKeyProvider(RoutingTransport())])
        let url = origin.address + "/k"
        let keys = await withTaskGroup(of: [UInt8]?.self) { group in
            for index in 0..<20 { group.addTask { try? await store.key(for: KeyRequest(encryption(url, vector: UInt8(index)))) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(keys == Array(repeating: sampleBytes(16), count: 20))
        #expect(try await store.key(for: KeyRequest(encryption(url))) == sampleBytes(16))
        #expect(origin.requests.count == 1)
    }

    @Test("A key that arrives while another segment asks is not requested again")
    func latecomers() async throws {
        final class Counting: KeyProvider {
            let asked = Mutex<[String: Int]>([:])
            func handles(_ encryption: SegmentEncryption) -> Bool { true }
            func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
                asked.withLock { $0[request.encryption.keyURL, default: 0] += 1 }
                return sampleBytes(16)
            }
        }
        let provider = Counting()
        let store = KeyStore([provider], capacity: 1000)
        // Nothing is synchronized: of many concurrent requests, some arrive just as the key does.
        await withTaskGroup { group in
            for index in 0..<4000 { group.addTask { _ = try? await store.key(for: KeyRequest(encryption("k\(index / 8)"))) } }
        }
        #expect(provider.asked.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<500).map { ("k\($0)", 1) }))
    }

    @Test("Cancelling one waiter does not affect the others, and cancelling the last ends the load")
    func cancelling() async throws {
        let origin = try await FaultyOrigin(["/k": sampleBytes(16)], rules: [FaultRule("/k", .noResponse)])
        let store = KeyStore([IdentityKeyProvider(HTTPTransport())])
        let url = origin.address + "/k"
        let waiters = (0..<2).map { _ in
            Task { await failure { () throws(TransportError) in try await store.key(for: KeyRequest(encryption(url))) } }
        }
        await origin.requestsReach(1)
        waiters[0].cancel()
        #expect(await waiters[0].value?.cause == .cancelled)
        waiters[1].cancel()
        #expect(await waiters[1].value?.cause == .cancelled)
        await origin.connectionsFall(to: 0)
    }

    @Test("An unknown method is refused by name before its key is requested")
    func unknownMethod() async throws {
        struct Open: KeyProvider {
            func handles(_ encryption: SegmentEncryption) -> Bool { true }
            func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] { sampleBytes(32) }
        }
        let store = KeyStore([Open()])
        let unknown = encryption("k", method: .other("AES-512-XTS"))
        let other = encryption("k", method: .sampleAES, format: "com.example.drm")
        #expect(store.choose([unknown]) == nil)
        #expect(store.choose([unknown, other]) == other)
        let errors = [
            store.refusal(of: [unknown], url: "s"),
            await failure { () throws(TransportError) in try await store.key(for: KeyRequest(unknown)) },
            await failure { () throws(TransportError) in _ = try SegmentCipher(unknown, key: sampleBytes(32), url: "s") },
        ]
        for error in errors {
            #expect(error?.cause == .unsupported)
            #expect(error?.message.contains("AES-512-XTS") == true)
            #expect(error.map { LoadFailure($0).cause } == .unsupported)
        }
        #expect(KeyStore([IdentityKeyProvider(RoutingTransport())]).refusal(of: [unknown, other], url: "s").cause == .key)
    }

    @Test("Keys in data URLs may have 16 or 32 bytes")
    func dataKeys() async throws {
        let store = KeyStore([IdentityKeyProvider(RoutingTransport())])
        let short = "data:application/octet-stream;base64,AAECAwQFBgcICQoLDA0ODw=="
        #expect(try await store.key(for: KeyRequest(encryption(short))) == (0..<16).map(UInt8.init))
        let long = "data:;base64,AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        #expect(try await store.key(for: KeyRequest(encryption(long, method: .aes256))) == (0..<32).map(UInt8.init))
    }

    @Test("Keys of the wrong length are refused", arguments: [0, 15, 17, 32, 5_000])
    func wrongLength(count: Int) async throws {
        let origin = try await FaultyOrigin(["/k": sampleBytes(count)])
        let store = KeyStore([IdentityKeyProvider(HTTPTransport())])
        let url = origin.address + "/k"
        let error = await failure { () throws(TransportError) in try await store.key(for: KeyRequest(encryption(url))) }
        #expect(error?.cause == .key)
    }

    @Test("A failed key is requested again, and its status remains visible")
    func failing() async throws {
        let origin = try await FaultyOrigin(["/k": sampleBytes(16)], rules: [FaultRule("/k", requests: 1...1, .status(403))])
        let store = KeyStore([IdentityKeyProvider(HTTPTransport())])
        let url = origin.address + "/k"
        let error = await failure { () throws(TransportError) in try await store.key(for: KeyRequest(encryption(url))) }
        #expect(error?.status == 403)
        #expect(try await store.key(for: KeyRequest(encryption(url))).count == 16)
    }

    @Test("The first provider for the key format is used, and the encryption chosen is one that can be decrypted")
    func providers() async throws {
        struct Own: KeyProvider {
            func handles(_ encryption: SegmentEncryption) -> Bool { encryption.keyFormat == "com.example" }
            func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] { .init(repeating: 7, count: 16) }
        }
        let foreign = encryption("skd://a", format: "com.apple.streamingkeydelivery")
        let own = encryption("own://a", format: "com.example")
        let store = KeyStore([IdentityKeyProvider(RoutingTransport()), Own()])
        #expect(store.choose([foreign, own]) == own)
        #expect(store.choose([foreign]) == nil)
        #expect(try await store.key(for: KeyRequest(own)) == .init(repeating: 7, count: 16))
        let error = await failure { () throws(TransportError) in try await store.key(for: KeyRequest(foreign)) }
        #expect(error?.cause == .key)
    }

    @Test("A playlist from the network can't use a file as its key")
    func files() async throws {
        let store = KeyStore([IdentityKeyProvider(RoutingTransport())])
        let request = KeyRequest(encryption("file:///etc/passwd"), referrer: "https://example.com/a.m3u8")
        let error = await failure { () throws(TransportError) in try await store.key(for: request) }
        #expect(error?.cause == .refused)
    }

    /// Records what each request for a key carries.
    private final class Recorder: Transport {
        let sent = Mutex<[String: String]>([:])
        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            sent.withLock { $0[request.url] = request.headers["Authorization"] }
            return TransportResponse(url: request.url, contentLength: 16, body: TransportBody([ByteChunk(sampleBytes(16))]))
        }
    }

    private static let addresses = [
        "https://media.example/k", "https://media.example:443/k2", "https://keys.example/k", "http://media.example/k",
        "https://media.example:8443/k", "https://media.example.evil.test/k", "https://media.example@evil.test/k", "https://evil.test/k",
    ]

    /// The addresses of keys whose requests carry the headers.
    private static func receivers(
        of item: String?, _ make: (any Transport) -> IdentityKeyProvider
    ) async throws -> Set<String> {
        let recorder = Recorder()
        let store = KeyStore([make(recorder)])
        for url in addresses { _ = try await store.key(for: KeyRequest(encryption(url), referrer: item)) }
        #expect(recorder.sent.withLock { $0.values.allSatisfy { $0 == "secret" } })
        return Set(recorder.sent.withLock { $0.keys })
    }

    @Test("The headers of key requests reach only the item's origin, and only by HTTPS, whatever hosts a playlist names")
    func headersOfTheItem() async throws {
        let headers: TransportHeaders = ["Authorization": "secret"]
        let received = try await Self.receivers(of: "https://Media.example/a/index.m3u8") { IdentityKeyProvider($0, headers: headers) }
        #expect(received == ["https://media.example/k", "https://media.example:443/k2"])
        for item in ["http://media.example/a.m3u8", "/films/a.m3u8", nil] {
            #expect(try await Self.receivers(of: item) { IdentityKeyProvider($0, headers: headers) } == [], "\(item ?? "nil")")
        }
    }

    @Test("The headers of key requests reach only the origins that the application lists")
    func headersOfOrigins() async throws {
        let headers: TransportHeaders = ["Authorization": "secret"]
        let origins = ["https://keys.example/any", "http://media.example/a", "media.example", ""]
        let received = try await Self.receivers(of: "https://media.example/a.m3u8") {
            IdentityKeyProvider($0, headers: headers, originsOf: origins)
        }
        #expect(received == ["https://keys.example/k"])
    }
}
