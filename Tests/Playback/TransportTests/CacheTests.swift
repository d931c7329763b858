// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

private func name(_ text: String) -> SegmentCache.Name { SegmentCache.Name(url: text) }

private func entry(_ count: Int, headers: TransportHeaders = [:]) -> SegmentCache.Entry {
    SegmentCache.Entry(status: 200, headers: headers, url: "u", chunks: [ByteChunk(sampleBytes(count))])
}

@Suite("Segment cache")
struct SegmentCacheTests {
    @Test("The least recently used entry is evicted first")
    func leastRecentlyUsed() {
        var cache = SegmentCache(budget: 10_000)
        for text in ["a", "b", "c"] { cache.insert(entry(2500), as: name(text), at: .zero) }
        #expect(cache.entry(name("a"), at: .zero) != nil)
        cache.insert(entry(2500), as: name("d"), at: .zero)
        #expect(["a", "b", "c", "d"].map { cache.entry(name($0), at: .zero) != nil } == [true, false, true, true])
    }

    @Test("The cache stays within its budget for any sequence of insertions")
    func budget() {
        var cache = SegmentCache(budget: 20_000)
        for index in 0..<500 {
            cache.insert(entry(index * 7919 % 12_000), as: name("\(index * 31 % 40)"), at: .zero)
            #expect(cache.bytes <= 20_000)
        }
        for index in 0..<40 { cache.remove(name("\(index)")) }
        #expect(cache.bytes == 0)
        #expect(cache.count == 0)
    }

    @Test("A response larger than half the budget is not cached and evicts nothing")
    func largest() {
        var cache = SegmentCache(budget: 10_000)
        cache.insert(entry(100), as: name("a"), at: .zero)
        let isKept = cache.insert(entry(5001), as: name("b"), at: .zero)
        #expect(!isKept)
        #expect(cache.count == 1)
    }

    struct Freshness: Sendable { var headers: TransportHeaders; var seconds: Double? }
    @Test(
        "Cache headers determine how long a response is kept",
        arguments: [
            Freshness(headers: [:], seconds: 600),
            Freshness(headers: ["Cache-Control": "max-age=60"], seconds: 60),
            Freshness(headers: ["cache-control": "public, Max-Age=60", "Age": "50"], seconds: 10),
            Freshness(headers: ["Cache-Control": "max-age=60", "Age": "60"], seconds: nil),
            Freshness(headers: ["Cache-Control": "max-age=0"], seconds: nil),
            // An age below zero is none.
            Freshness(headers: ["Cache-Control": "max-age=60", "Age": "-1e9"], seconds: 60),
            Freshness(headers: ["Cache-Control": "no-store"], seconds: nil),
            Freshness(headers: ["Cache-Control": "private, no-cache"], seconds: nil),
            // With white space around the comma, and with the value in quotes.
            Freshness(headers: ["Cache-Control": "max-age=0 , public"], seconds: nil),
            Freshness(headers: ["Cache-Control": "public\t,\tmax-age=60\t"], seconds: 60),
            Freshness(headers: ["Cache-Control": "max-age=\"60\""], seconds: 60),
            Freshness(headers: ["Cache-Control": "max-age=\"0\" ,public"], seconds: nil),
            Freshness(headers: ["Cache-Control": "public ,\tNo-Store"], seconds: nil),
            // What is in quotes is no directive.
            Freshness(headers: ["Cache-Control": "extension=\"a\\\", no-store, max-age=0\", max-age=60"], seconds: 60),
            // A name that only begins like a known one means nothing.
            Freshness(headers: ["Cache-Control": "no-storefront, max-age=60"], seconds: 60),
            Freshness(headers: ["Cache-Control": "no-cache=\"Set-Cookie\", max-age=60"], seconds: nil),
            Freshness(headers: ["Cache-Control": "max-age=soon"], seconds: nil),
            Freshness(headers: ["Cache-Control": "max-age"], seconds: nil),
        ])
    func freshness(_ example: Freshness) {
        var cache = SegmentCache(budget: 10_000, lifetime: 600)
        #expect(cache.insert(entry(1, headers: example.headers), as: name("a"), at: .zero) == (example.seconds != nil))
        guard let seconds = example.seconds else { return }
        #expect(cache.entry(name("a"), at: .zero + (seconds - 0.001)) != nil)
        #expect(cache.entry(name("a"), at: .zero + seconds) == nil)
        #expect(cache.bytes == 0)
    }

    @Test("Byte ranges and header fields distinguish cached responses")
    func names() {
        var cache = SegmentCache()
        cache.insert(entry(1), as: .init(url: "a", span: ByteSpan(offset: 0, length: 1)), at: .zero)
        #expect(cache.entry(name("a"), at: .zero) == nil)
        #expect(cache.entry(.init(url: "a", span: ByteSpan(offset: 0, length: 2)), at: .zero) == nil)
        #expect(cache.entry(.init(url: "a", span: ByteSpan(offset: 0, length: 1), headers: ["A": "b"]), at: .zero) == nil)
        #expect(cache.entry(.init(url: "a", span: ByteSpan(offset: 0, length: 1)), at: .zero) != nil)
    }
}

@Suite("Caching transport")
struct CachingTransportTests {
    @Test("A repeated load is served from memory, but a playlist never is")
    func hits() async throws {
        let origin = try await FaultyOrigin(
            ["/s.ts": sampleBytes(5000), "/p.m3u8": [1], "/q": [2], "/r": [3]],
            rules: [
                FaultRule("/q", .contentType("application/vnd.apple.mpegurl"))
            ])
        let transport = CachingTransport(HTTPTransport())
        for _ in 0..<3 {
            #expect(try await transport.bytes(of: TransportRequest(origin.address + "/s.ts")) == sampleBytes(5000))
            for path in ["/p.m3u8", "/q"] { _ = try await transport.bytes(of: TransportRequest(origin.address + path)) }
            _ = try await transport.bytes(
                of: TransportRequest(url: origin.address + "/r", limits: generousLimits, acceptsCompression: true))
        }
        #expect(["/s.ts", "/p.m3u8", "/q", "/r"].map { origin.requests(for: $0).count } == [1, 3, 3, 3])
    }

    @Test(
        "What depends on the viewer is asked for again",
        arguments: [("*", 2), ("Origin, Cookie", 2), ("authorization", 2), ("Accept-Encoding, Origin", 1)])
    func varying(_ fields: String, requests: Int) async throws {
        let origin = try await FaultyOrigin { _ in OriginResponse(headers: [("Vary", fields), ("Cache-Control", "max-age=60")]) }
        let transport = CachingTransport(HTTPTransport())
        for _ in 0..<2 { _ = try await transport.bytes(of: TransportRequest(origin.address + "/s")) }
        #expect(origin.requests.count == requests)
    }

    @Test("Simultaneous loads of the same URL share one transfer")
    func coalescing() async throws {
        let content = sampleBytes(300_000)
        let origin = try await FaultyOrigin(["/s": content], rules: [FaultRule("/s", .delayHead(milliseconds: 30))])
        let transport = CachingTransport(HTTPTransport())
        let url = origin.address + "/s"
        let right = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await transport.bytes(of: TransportRequest(url))) == content } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 20)
        #expect(origin.requests.count == 1)
    }

    @Test("Cancelling one reader does not affect the others, and cancelling the last stops the transfer")
    func leaving() async throws {
        let origin = try await FaultyOrigin(["/s": sampleBytes(1000)], rules: [FaultRule("/s", .endless)])
        let transport = CachingTransport(HTTPTransport(), cache: SegmentCache(budget: 100_000))
        let first = try await transport.open(TransportRequest(origin.address + "/s"))
        let second = try await transport.open(TransportRequest(origin.address + "/s"))
        first.body.cancel()
        let iterator = second.body.makeAsyncIterator()
        var read = 0
        while read < 1_000_000, let chunk = try await iterator.next() { read += chunk.count }
        #expect(read >= 1_000_000)
        second.body.cancel()
        await origin.connectionsFall(to: 0)
        #expect(transport.bytes == 0)
        #expect(origin.requests.count == 1)
    }

    @Test("Failures are not cached", arguments: [Fault.drop(atByte: 700), .status(500), .close])
    func failures(_ fault: Fault) async throws {
        let origin = try await FaultyOrigin(["/s": sampleBytes(1000)], rules: [FaultRule("/s", requests: 1...1, fault)])
        let transport = CachingTransport(HTTPTransport())
        let url = origin.address + "/s"
        #expect(await failure { () throws(TransportError) in try await transport.bytes(of: TransportRequest(url)) } != nil)
        #expect(try await transport.bytes(of: TransportRequest(url)) == sampleBytes(1000))
        #expect(origin.requests.count == 2)
    }
}
