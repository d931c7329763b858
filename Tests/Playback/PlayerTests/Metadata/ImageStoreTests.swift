// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxTransport

@testable import WindowboxPlayer

@MainActor @Suite("Image store")
struct ImageStoreTests {
    private final class Shelf: Transport {
        let asked = Mutex<[String]>([])
        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let count = asked.withLock { asked in
                asked.append(request.url)
                return asked.count { $0 == request.url }
            }
            if request.url == "flaky", count == 1 { throw TransportError(.connection, url: request.url, message: "refused") }
            let bytes = Array(request.url.utf8)
            return TransportResponse(url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes[...])]))
        }
    }
    private let shelf = Shelf()
    private var asked: [String] { shelf.asked.withLock { $0 } }

    @Test("1.20: an image is fetched on demand, once for all requesters")
    func once() async {
        let store = ImageStore(shelf)
        #expect(asked == [])
        async let first = store.bytes(of: .url("a"))
        async let second = store.bytes(of: .url("a"))
        #expect(await first == Array("a".utf8))
        #expect(await second == Array("a".utf8))
        #expect(await store.bytes(of: .url("a")) == Array("a".utf8))
        #expect(asked == ["a"])
        #expect(await store.bytes(of: .none) == nil)
        #expect(await store.bytes(of: .data([1])) == [1])
        #expect(asked == ["a"])
    }

    @Test("A fetch continues while anyone waits for it and is cancelled when the last one leaves", .timeLimit(.minutes(1)))
    func left() async {
        let line = Line()
        let store = ImageStore(line)
        let first = Task { await store.bytes(of: .url("a")) }
        await line.hasBegun(1)
        let second = Task { await store.bytes(of: .url("a")) }
        // Lets it start waiting before the first one is cancelled.
        await Task.yield()
        first.cancel()
        await line.answer()
        #expect(await second.value == [7])
        let third = Task { await store.bytes(of: .url("b")) }
        await line.hasBegun(2)
        third.cancel()
        // There is no response, so only the cancellation can end it.
        #expect(await third.value == nil)
    }

    /// A transport that responds when told to.
    private actor Line: Transport {
        private var begun = 0
        private var isOpen = false
        private var waiters: [CheckedContinuation<Void, Never>] = []
        private let (words, word) = AsyncStream.makeStream(of: Void.self)

        nonisolated func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            await begin()
            for await _ in words { return TransportResponse(url: request.url, contentLength: 1, body: TransportBody([ByteChunk([7])])) }
            throw TransportError(.cancelled, url: request.url, message: "left")
        }

        private func begin() {
            begun += 1
            for waiter in waiters { waiter.resume() }
            waiters = []
        }

        func hasBegun(_ count: Int) async { while begun < count { await withCheckedContinuation { waiters.append($0) } } }
        func answer() { word.yield() }
    }

    @Test("1.20: a failed image is fetched again on the next request")
    func failure() async {
        let store = ImageStore(shelf)
        #expect(await store.bytes(of: .url("flaky")) == nil)
        #expect(await store.bytes(of: .url("flaky")) != nil)
    }

    @Test("PB-5: On constrained networks the low-resolution image is fetched")
    func constrained() async {
        _ = await ImageStore(shelf).bytes(of: .url("big", lowResolution: "small"), isConstrained: true)
        #expect(asked == ["small"])
    }

    @Test("Memory is bounded: the least recently used images are evicted first")
    func bounded() async {
        let store = ImageStore(shelf, capacity: 6)
        for name in ["aaa", "bbb", "aaa", "ccc", "aaa", "bbb"] { _ = await store.bytes(of: .url(name)) }
        #expect(asked == ["aaa", "bbb", "ccc", "bbb"])
    }
}
