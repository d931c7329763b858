// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Initialization sections")
struct ResourceStoreTests {
    /// Answers each request with the same chunks, and counts those that are read.
    private final class Chunks: Transport, ByteSource {
        private let chunks: [[UInt8]]
        private let position = Mutex(0)

        init(_ chunks: [[UInt8]]) { self.chunks = chunks }

        var read: Int { position.withLock { $0 } }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let length = chunks.reduce(0) { $0 + $1.count }
            if let limit = request.maximumBytes, length > limit {
                throw TransportError(.tooLarge, url: request.url, message: "\(length) bytes")
            }
            return TransportResponse(url: request.url, contentLength: length, body: TransportBody(self))
        }

        func next() async throws(TransportError) -> ByteChunk? {
            let index = position.withLock { position in
                defer { position += 1 }
                return position
            }
            return index < chunks.count ? ByteChunk(chunks[index]) : nil
        }

        func cancel() {}
    }

    private static let load = SegmentLoad(
        contentType: .main, location: ResourceLocation(url: "https://example.com/0.ts"), sequence: 0, range: TimeRange(start: 0, end: 2),
        discontinuity: 0, initialization: InitializationSection(location: ResourceLocation(url: "https://example.com/init")), stream: 0,
        startsRun: true)

    private static func bytes(_ transport: Chunks) async throws -> [UInt8] {
        let store = ResourceStore(transport: transport, keys: KeyStore([]), referrer: "")
        return try await store.prepare(load, limits: .init()).initialization
    }

    private static func packet(_ head: [UInt8], _ payload: [UInt8], fill: UInt8 = 0xff) -> [UInt8] {
        head + payload + [UInt8](repeating: fill, count: 184 - payload.count)
    }

    /// A PAT with one program, and its PMT.
    private static let tables =
        packet([0x47, 0x40, 0x00, 0x10], [0, 0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0x00, 0, 0, 0, 0])
        + packet([0x47, 0x50, 0x00, 0x10], [0, 2, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, 0, 0, 0, 0])
    /// One megabyte of video.
    private static let video = Array(
        repeatElement(packet([0x47, 0x01, 0x00, 0x10], [], fill: 7), count: (1 << 20) / 188).joined())

    @Test("Of a media file of 40 MB that is named as the section, only the beginning with its tables is read")
    func wholeFile() async throws {
        let transport = Chunks([Self.tables] + [[UInt8]](repeating: Self.video, count: 40))
        #expect(try await Self.bytes(transport) == Self.tables)
        #expect(transport.read == 1)
    }

    @Test("A section that never ends fails, and the error says that it is one")
    func endless() async throws {
        let transport = Chunks([[UInt8]](repeating: [UInt8](repeating: 1, count: 1 << 20), count: 40))
        let error = await #expect(throws: TransportError.self) { try await Self.bytes(transport) }
        #expect(error?.cause == .tooLarge)
        #expect(error?.isInitialization == true)
        #expect(LoadFailure(try #require(error)).isInitialization)
        #expect(transport.read < 20)
    }

    @Test("Other sections are kept whole")
    func whole() async throws {
        let section = [[UInt8]("ftyp".utf8), [UInt8](repeating: 4, count: 1000)]
        #expect(try await Self.bytes(Chunks(section)) == section.flatMap { $0 })
    }

    /// Answers once it is let go, and knows which requests were cancelled.
    private final class Held: Transport {
        let requests = Watched(0)
        let cancelled = Watched(0)
        let isOpen = Watched(false)
        let fails: Bool

        init(fails: Bool = false) { self.fails = fails }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            requests.change { $0 += 1 }
            await isOpen.reaches { $0 }
            guard !Task.isCancelled else {
                cancelled.change { $0 += 1 }
                throw TransportError(.cancelled, url: request.url, message: "cancelled")
            }
            if fails { throw TransportError(.connection, url: request.url, message: "no") }
            return TransportResponse(url: request.url, contentLength: 1, body: TransportBody([ByteChunk([7])]))
        }
    }

    private static func load(_ store: ResourceStore) -> Task<[UInt8]?, Never> {
        Task { try? await store.prepare(load, limits: .init()).initialization }
    }

    @Test("A section that two segments need at once is loaded once", .timeLimit(.minutes(1)))
    func shared() async {
        let transport = Held()
        let store = ResourceStore(transport: transport, keys: KeyStore([]), referrer: "")
        let loads = [Self.load(store), Self.load(store)]
        await transport.requests.reaches { $0 > 0 }
        transport.isOpen.change { $0 = true }
        for load in loads { #expect(await load.value == [7]) }
        #expect(await Self.load(store).value == [7])
        #expect(transport.requests.value == 1)
    }

    @Test("A segment that is cancelled waits no longer for its section, and another one still gets it", .timeLimit(.minutes(1)))
    func oneCancelled() async {
        let transport = Held()
        let store = ResourceStore(transport: transport, keys: KeyStore([]), referrer: "")
        let (first, second) = (Self.load(store), Self.load(store))
        await transport.requests.reaches { $0 > 0 }
        first.cancel()
        #expect(await first.value == nil)
        transport.isOpen.change { $0 = true }
        #expect(await second.value == [7])
    }

    @Test("The load of a section that nobody needs any more is cancelled", .timeLimit(.minutes(1)))
    func allCancelled() async {
        let transport = Held()
        let store = ResourceStore(transport: transport, keys: KeyStore([]), referrer: "")
        let load = Self.load(store)
        await transport.requests.reaches { $0 == 1 }
        load.cancel()
        #expect(await load.value == nil)
        await transport.cancelled.reaches { $0 == 1 }
        transport.isOpen.change { $0 = true }
        #expect(await Self.load(store).value == [7])
    }

    @Test("A section that could not be loaded is asked for again", .timeLimit(.minutes(1)))
    func again() async {
        let transport = Held(fails: true)
        let store = ResourceStore(transport: transport, keys: KeyStore([]), referrer: "")
        transport.isOpen.change { $0 = true }
        for count in 1...2 {
            #expect(await Self.load(store).value == nil)
            #expect(transport.requests.value == count)
        }
    }
}
