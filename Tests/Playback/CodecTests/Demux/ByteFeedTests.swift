// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec

@Suite("Byte feed")
struct ByteFeedTests {
    private let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    private func read(_ source: any DemuxerInput, _ size: Int) throws(CodecError) -> [UInt8] {
        var all: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    @Test("A feed returns the same bytes however they are delivered", arguments: [1, 2, 3, 16, 999, 1000, 4096])
    func deliveries(piece: Int) throws {
        for size in [1, 2, 7, 333, 5000] { #expect(try read(feed(bytes, piece: piece), size) == bytes) }
    }

    @Test("A feed can be filled while it is read")
    func meanwhile() async throws {
        let feed = ByteFeed()
        async let all = read(feed, 64)
        for byte in bytes { feed.append([byte]) }
        feed.finish()
        #expect(try await all == bytes)
        #expect(feed.count == bytes.count)
    }

    @Test("A failed feed returns the bytes before the failure, then the error, and accepts no more")
    func failure() throws {
        let feed = ByteFeed()
        feed.append([1, 2, 3])
        feed.fail("the line is cut")
        feed.append([4])
        feed.finish()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { buffer.deallocate() }
        #expect(try feed.read(into: buffer) == 3)
        let error = #expect(throws: CodecError.self) { try feed.read(into: buffer) }
        #expect(error?.code == .source)
        #expect(error?.description == "the line is cut")
    }

    @Test("Concatenated feeds continue where the previous one ends")
    func concatenated() throws {
        let source = ConcatenatedSource([ByteFeed([]), ByteFeed(Array(bytes[..<10])), ByteFeed([]), ByteFeed(Array(bytes[10...]))])
        #expect(try read(source, 9) == bytes)
        #expect(try read(ConcatenatedSource([]), 9) == [])
    }
}
