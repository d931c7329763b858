// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxSources

@Suite("Access to media bytes", .timeLimit(.minutes(2)))
struct AccessTests {
    private struct Trouble: Error {}

    @Test("1.19: A request can be redirected, and an error in the redirect reaches the requester")
    func redirect() async throws {
        let origin = try await FaultyOrigin(["/b": Array("bytes".utf8)])
        let there = origin.address + "/b"
        let transport = RedirectTransport { request in
            if request.url.hasSuffix("trouble") { throw Trouble() }
            return request.url == "private:a" ? there : nil
        }
        #expect(try await transport.bytes(of: TransportRequest(url: "private:a")) == Array("bytes".utf8))
        #expect(try await transport.bytes(of: TransportRequest(url: there)) == Array("bytes".utf8))
        let error = await #expect(throws: TransportError.self) {
            try await transport.bytes(of: TransportRequest(url: "private:trouble"))
        }
        #expect(error?.cause == .refused)
        #expect(error?.message.contains("Trouble") == true)
    }

    @Test(
        "1.31.4: A token is appended to a URL's existing query",
        arguments: [
            ("https://x/a/b.m3u8", "https://x/a/b.m3u8?t=1", "/a"), ("https://x/b.m3u8?q=2", "https://x/b.m3u8?q=2&t=1", ""),
            ("https://x/a/b/c#f?g", "https://x/a/b/c?t=1#f?g", "/a/b"), ("https://x", "https://x?t=1", ""),
        ])
    func joining(url: String, expected: String, folder: String) {
        #expect(TokenTransport.adding("t=1", to: url) == expected)
        #expect(TokenTransport.folder(of: url) == folder)
    }

    @Test("1.31.4: Without a token, the item is requested as it is")
    func noToken() async throws {
        let origin = try await FaultyOrigin(["/b": Array("bytes".utf8), "/nonsense": Array("{".utf8)])
        for service in ["/absent", "/nonsense"] {
            let tokens = TokenTransport()
            tokens.set(origin.address + service, for: origin.address + "/b")
            #expect(try await tokens.bytes(of: TransportRequest(url: origin.address + "/b")) == Array("bytes".utf8))
            #expect(origin.requests(for: "/b").last?.query == nil)
        }
    }

    @Test("1.19: Any failure to get a key is reported as a key error")
    func keys() async throws {
        let encryption = SegmentEncryption(method: .aes128, keyURL: "skd://1", initializationVector: [], keyFormat: "com.example")
        let provider = CallbackKeyProvider(keyFormat: "com.example") { _ in throw Trouble() }
        #expect(provider.handles(encryption))
        #expect(!provider.handles(SegmentEncryption(method: .aes128, keyURL: "skd://1", initializationVector: [], keyFormat: "identity")))
        let request = KeyRequest(encryption)
        let error = await #expect(throws: TransportError.self) { try await provider.key(for: request) }
        #expect(error?.cause == .key)
        #expect(error?.url == "skd://1")
        #expect(error?.message.contains("Trouble") == true)
    }

    @Test("LB-25: plain HTTP is refused except for loopback, listed hosts, or if always allowed")
    func secure() async throws {
        let origin = try await FaultyOrigin(["/b": [1]])
        #expect(try await RoutingTransport.secure().bytes(of: TransportRequest(url: origin.address + "/b")) == [1])
        let elsewhere = TransportRequest(url: "http://example.invalid/b", limits: .init())
        func cause(_ policy: PlainHTTPPolicy) async -> TransportError.Cause? {
            do throws(TransportError) {
                _ = try await RoutingTransport.secure(allowing: policy).bytes(of: elsewhere)
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(await cause(.loopbackOnly) == .refused)
        #expect(await cause(.hosts(["example.com"])) == .refused)
        #expect(await cause(.hosts(["example.invalid"])) != .refused)
        #expect(await cause(.always) != .refused)
    }

    private struct Silent: AssetLoader {
        func metadata() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish(throwing: Trouble()) } }
        func asset(for metadata: Int) -> Asset { .unavailable(Trouble()) }
        func playerMetadata(for metadata: Int?) -> PlayerMetadata { PlayerMetadata(title: metadata.map { "\($0)" } ?? "Offline") }
    }

    @Test("LB-22: a file replaces a stream and keeps its metadata, whether or not its service is reachable") @MainActor
    func override() async throws {
        let file = try GeneratedStreams.named("file-sound-ogg")
        let player = Player(items: [PlayerItem(loader: OverridingLoader(Silent(), url: file.address))])
        for await _ in player.propertiesUpdates where player.playbackState == .paused && !player.isBusy { break }
        #expect(player.error == nil)
        #expect(player.metadata.title == "Offline")
        let service = try await FakeMediaService()
        service.set(FakeComposition(FakeChapter("a", title: "Online", url: "https://nowhere.invalid/a.m3u8")))
        let composition = CompositionLoader(urn: "a", service: CompositionService(address: service.address))
        let other = Player(items: [PlayerItem(loader: OverridingLoader(composition, url: file.address))])
        await observed { other.metadata.title == "Online" }
        for await _ in other.propertiesUpdates where other.playbackState == .paused && !other.isBusy { break }
        #expect(other.error == nil)
    }
}
