// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

/// How demuxers read files that are larger than the buffer.
@Suite("Fetching a large file", .timeLimit(.minutes(2)))
struct FetchPatternTests {
    private static let size = 40 << 20
    /// The sizes of a fragment and of the audio at its end.
    private static let fragment = 1 << 20
    private static let sound = 32 << 10

    enum Place: CaseIterable { case disk, network }

    @Test("A fragmented file is read about once: headers first, then video and audio of each fragment in turn", arguments: Place.allCases)
    func fragments(_ place: Place) async throws {
        let read = try await bytes(place) { reader in
            for start in stride(from: 0, to: Self.size, by: Self.fragment) { try reader.read(2000, at: start) }
            for start in stride(from: 0, to: Self.size, by: Self.fragment) {
                let pictures = Self.fragment - Self.sound
                for step in 0..<8 {
                    try reader.read(pictures / 8, at: start + step * pictures / 8)
                    try reader.read(Self.sound / 8, at: start + pictures + step * Self.sound / 8)
                }
            }
        }
        #expect(Double(read.bytes) < 1.1 * Double(Self.size), "\(read)")
        #expect(read.requests < 3 * Self.size / Self.fragment)
        #expect(read.held <= FetchPlan.heldAtMost)
    }

    @Test("Finding the headers of short fragments does not read the whole file", arguments: Place.allCases)
    func shortFragments(_ place: Place) async throws {
        let read = try await bytes(place) { reader in
            for start in stride(from: 0, to: Self.size, by: 150_000) { try reader.read(700, at: start) }
        }
        #expect(read.bytes < Self.size / 8, "\(read)")
    }

    @Test("A file with all audio after the video is read about once, with few requests", arguments: Place.allCases)
    func apart(_ place: Place) async throws {
        let pictures = 38 << 20
        let steps = 100
        let read = try await bytes(place) { reader in
            for step in 0..<steps {
                try reader.read(pictures / steps, at: step * pictures / steps)
                try reader.read((Self.size - pictures) / steps, at: pictures + step * (Self.size - pictures) / steps)
            }
        }
        #expect(Double(read.bytes) < 1.1 * Double(Self.size), "\(read)")
        #expect(read.requests < 20)
        #expect(read.held <= FetchPlan.heldAtMost)
    }

    @Test("A file with its index at the end is read about once, with at most three requests", arguments: Place.allCases)
    func indexBehind(_ place: Place) async throws {
        let index = 1 << 20
        let read = try await bytes(place) { reader in
            try reader.read(5000, at: 0)
            try reader.read(index, at: Self.size - index)
            try reader.read(Self.size - index - 40, at: 40)
        }
        #expect(Double(read.bytes) < 1.05 * Double(Self.size), "\(read)")
        #expect(read.requests <= 3)
    }

    @Test("Sequential reading does not hold the whole file in memory")
    func straight() async throws {
        let read = try await bytes(.disk) { reader in try reader.read(Self.size, at: 0) }
        #expect(read.bytes == Self.size)
        #expect(read.requests == 1)
        #expect(read.held <= 8 << 20)
    }

    @Test("Bytes that arrive as fast as they are read are fetched once, however long they have waited")
    func evenPace() {
        var plan = FetchPlan(length: Self.size, isLocal: true)
        let portion = ByteChunk([UInt8](repeating: 0, count: 32 << 10))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: portion.count, alignment: 1)
        defer { buffer.deallocate() }
        var opened: [Int] = []
        for _ in 0..<10_000 {
            let (answer, actions) = plan.read(into: buffer)
            if answer == .end { break }
            opened += actions.compactMap { if case .open(let id, _) = $0 { id } else { nil } }
            // The transfer stays far ahead, and never pauses.
            while let id = opened.last, plan.decision(of: id) == .proceed, plan.bytesReceived < Self.size,
                answer == .wait || plan.bytesReceived - plan.position < (4 << 20) - (64 << 10)
            {
                _ = plan.receive(portion, from: id)
                if answer == .wait { break }
            }
        }
        #expect(opened.count == 1)
        #expect(plan.position == Self.size)
        #expect(plan.bytesReceived == Self.size)
    }

    @Test("A jump reads at the target instead of everything up to it")
    func jump() async throws {
        let far = 3 << 20
        let read = try await bytes(.network) { reader in
            try reader.read(100_000, at: 0)
            reader.input.expectJump()
            try reader.read(1000, at: far)
        }
        #expect(read.bytes < far, "\(read)")
        #expect(read.requests == 2, "\(read)")
    }

    // MARK: Reading

    private struct Outcome {
        var bytes: Int
        var requests: Int
        var held: Int
    }

    private func bytes(_ place: Place, _ pattern: @escaping @Sendable (Reader) throws -> Void) async throws -> Outcome {
        let file = LargeFile(size: Self.size)
        let request = TransportRequest(url: place == .disk ? "file:///film" : "http://localhost/film")
        let reader = Reader(TransportInput(request: request, length: Self.size, transport: file))
        try await onThread { try pattern(reader) }
        let held = reader.input.heldSize
        reader.input.close()
        return Outcome(bytes: file.given.value, requests: file.requests.value, held: held)
    }
}

/// Reads in pieces as libavformat does, and checks the bytes.
private final class Reader: Sendable {
    let input: TransportInput

    init(_ input: TransportInput) { self.input = input }

    func read(_ count: Int, at offset: Int) throws {
        #expect(input.seek(to: offset))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 1)
        defer { buffer.deallocate() }
        var done = 0
        while done < count {
            let got = try input.read(into: buffer)
            #expect(got > 0)
            if got == 0 { return }
            #expect(buffer[0] == LargeFile.byte(at: offset + done))
            #expect(buffer[got - 1] == LargeFile.byte(at: offset + done + got - 1))
            done += got
        }
    }
}

/// A file whose bytes identify their positions, and which counts the bytes delivered.
private final class LargeFile: Transport {
    let given = Watched(0)
    let requests = Watched(0)
    private let size: Int

    init(size: Int) { self.size = size }

    private static let page = 4096

    static func byte(at offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: offset / page &* 167) }

    private static func bytes(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let offset = range.lowerBound + count
                let length = min(page - offset % page, range.count - count)
                memset(buffer.baseAddress! + count, Int32(byte(at: offset)), length)
                count += length
            }
        }
    }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        requests.change { $0 += 1 }
        let range = request.span.map { $0.offset..<min($0.end, size) } ?? 0..<size
        return TransportResponse(
            status: 206, url: request.url, contentLength: range.count, body: TransportBody(Source(file: self, range: range)))
    }

    private final class Source: ByteSource {
        private let file: LargeFile
        private let rest: Watched<Range<Int>>

        init(file: LargeFile, range: Range<Int>) {
            self.file = file
            rest = Watched(range)
        }

        func next() async throws(TransportError) -> ByteChunk? {
            let range = rest.value
            if range.isEmpty { return nil }
            let part = range.prefix(256 << 10)
            rest.change { $0 = part.upperBound..<range.upperBound }
            file.given.change { $0 += part.count }
            return ByteChunk(LargeFile.bytes(part.startIndex..<part.endIndex))
        }

        func cancel() {}
    }
}
