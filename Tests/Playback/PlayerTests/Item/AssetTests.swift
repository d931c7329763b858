// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxPlayer

private final class ObjectLoader: Transport {
    let name: String
    let bytes: Int
    init(_ name: String, bytes: Int = 0) {
        self.name = name
        self.bytes = bytes
    }
    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let body = Array(repeating: UInt8(0), count: bytes)
        return TransportResponse(url: name, contentLength: bytes, body: TransportBody(bytes > 0 ? [ByteChunk(body)] : []))
    }
}

private struct ValueLoader: Transport, Hashable {
    var token: Int
    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(url: "value", contentLength: 0, body: TransportBody([]))
    }
}

private struct OneKey: KeyProvider, Hashable {
    var byte: UInt8
    func handles(_ encryption: SegmentEncryption) -> Bool { encryption.keyURL.hasPrefix("app:") }
    func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] { Array(repeating: byte, count: 16) }
}

@Suite("Assets")
struct AssetTests {
    @Test("PB-7: assets are compared by URL and loader")
    func sameness() {
        let (one, two) = (ObjectLoader("1"), ObjectLoader("2"))
        #expect(Asset.simple(url: "a").isSameResource(as: .simple(url: "a")))
        #expect(!Asset.simple(url: "a").isSameResource(as: .simple(url: "b")))
        #expect(!Asset.simple(url: "a").isSameResource(as: .simple(url: "a", headers: ["Cookie": "a=1"])))
        #expect(!Asset.simple(url: "a").isSameResource(as: .custom(url: "a", loader: one)))
        #expect(Asset.custom(url: "a", loader: one).isSameResource(as: .custom(url: "a", loader: one)))
        #expect(!Asset.custom(url: "a", loader: one).isSameResource(as: .custom(url: "a", loader: two)))
        #expect(Asset.custom(url: "a", loader: ValueLoader(token: 1)).isSameResource(as: .custom(url: "a", loader: ValueLoader(token: 1))))
        #expect(!Asset.custom(url: "a", loader: ValueLoader(token: 1)).isSameResource(as: .custom(url: "a", loader: ValueLoader(token: 2))))
        #expect(!Asset.unavailable(CancellationError()).isSameResource(as: .unavailable(CancellationError())))
    }

    @Test("An item with a custom loader loads its bytes and everything it references from there")
    func routes() async throws {
        let router = AssetRouter(base: ObjectLoader("base"))
        func answer(_ url: String, from referrer: String? = nil) async throws -> String {
            try await router.open(TransportRequest(url: url, referrer: referrer)).url
        }
        #expect(router.admit(.custom(url: "app:a", loader: ObjectLoader("a")), as: .current) == "app:a")
        #expect(router.admit(.custom(url: "app:b", loader: ObjectLoader("b")), as: .next) == "app:b")
        #expect(try await answer("app:a") == "a")
        #expect(try await answer("http://x/1.ts", from: "app:a") == "a")
        #expect(try await answer("http://x/1.ts", from: "app:b") == "b")
        #expect(try await answer("http://x/1.ts", from: "http://x/") == "base")
        router.moveOn()
        #expect(router.admit(.simple(url: "c"), as: .next) == "c")
        #expect(try await answer("app:b") == "b")
        #expect(try await answer("app:a") == "base")
        #expect(router.admit(.unavailable(CancellationError()), as: .next) == nil)
    }

    @Test("1.3: An encrypted item's key comes from its own key provider, never from another item's")
    func keys() async throws {
        let router = AssetRouter(base: ObjectLoader("base"))
        let encryption = SegmentEncryption(
            method: .aes128, keyURL: "app:key", initializationVector: Array(repeating: 0, count: 16))
        _ = router.admit(.encrypted(url: "a", keys: OneKey(byte: 7)), as: .current)
        _ = router.admit(.simple(url: "b"), as: .next)
        let store = KeyStore(router.keyProviders(at: "a"))
        #expect(try await store.key(for: KeyRequest(encryption, referrer: "a")) == Array(repeating: 7, count: 16))
        #expect(router.keyProviders(at: "b").isEmpty)
        router.moveOn()
        #expect(router.keyProviders(at: "a").isEmpty)
        #expect(!Asset.encrypted(url: "a", keys: OneKey(byte: 7)).isSameResource(as: .simple(url: "a")))
        #expect(Asset.encrypted(url: "a", keys: OneKey(byte: 7)).isSameResource(as: .encrypted(url: "a", keys: OneKey(byte: 7))))
    }

    @Test("1.3: The same content twice is two items, compared by reference")
    @MainActor func items() {
        let (one, two) = (PlayerItem.simple(url: "a"), PlayerItem.simple(url: "a"))
        #expect(one != two)
        #expect(one.id != two.id)
        #expect(Set([one, two, one]).count == 2)
    }
}
