// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

/// A transport with something to load, and the objects that keep it running.
struct Subject: Sendable {
    var transport: any Transport
    var url: String
    /// A URL with no content; nil if every URL has some.
    var missing: String?
    var keptAlive: [any Sendable] = []
}

enum SubjectKind: String, CaseIterable, CustomTestStringConvertible {
    case http, file, plainPath, data, cachedHTTP, cachedFile, routed, scripted
    var testDescription: String { rawValue }

    func make(_ content: [UInt8]) async throws -> Subject {
        switch self {
        case .http, .cachedHTTP, .routed:
            let origin = try await FaultyOrigin(["/content.bin": content])
            let http = HTTPTransport()
            let transport: any Transport =
                switch self {
                case .cachedHTTP: CachingTransport(http)
                case .routed: RoutingTransport(http: http)
                default: http
                }
            return Subject(
                transport: transport, url: origin.address + "/content.bin", missing: origin.address + "/missing.bin", keptAlive: [origin])
        case .file, .plainPath, .cachedFile:
            let file = try TemporaryFile(content)
            let url = self == .plainPath ? file.path : "file://" + file.path
            let files = FileTransport(chunkBytes: 1000)
            return Subject(
                transport: self == .cachedFile ? CachingTransport(files) : files, url: url, missing: url + ".missing", keptAlive: [file])
        case .data:
            return Subject(transport: DataTransport(), url: "data:;base64," + Data(content).base64EncodedString())
        case .scripted:
            let clock = ManualClock()
            let network = ScriptedNetwork(
                clock: clock, trace: [.init(seconds: 1, bitsPerSecond: 1e6)], files: ["https://example.com/content.bin": content])
            let ticking = Task { while !Task.isCancelled { await clock.advance(by: 0.1) } }
            return Subject(
                transport: network, url: "https://example.com/content.bin", missing: "https://example.com/missing.bin",
                keptAlive: [Ticking(ticking)])
        }
    }
}

final class Ticking: Sendable {
    private let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
}

final class TemporaryFile: Sendable {
    let path: String
    init(_ content: [UInt8]) throws {
        path = NSTemporaryDirectory() + "windowbox \(UUID().uuidString).bin"
        try Data(content).write(to: URL(fileURLWithPath: path))
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("Contract of all transports")
struct TransportContractTests {
    @Test("The whole resource has its length and status 200", arguments: SubjectKind.allCases)
    func whole(_ kind: SubjectKind) async throws {
        for count in [0, 1, 999, 1000, 1001, 50_000] {
            let content = sampleBytes(count)
            let subject = try await kind.make(content)
            let response = try await subject.transport.open(TransportRequest(subject.url))
            #expect(response.status == 200)
            #expect(response.contentLength == count)
            #expect(addressScheme(of: response.url) != nil)
            #expect(try await response.body.collect() == content)
        }
    }

    @Test("A byte range has its own length and status 206", arguments: SubjectKind.allCases)
    func spans(_ kind: SubjectKind) async throws {
        let content = sampleBytes(5000)
        let subject = try await kind.make(content)
        for (offset, length) in [(0, 1), (0, 5000), (1, 4999), (999, 2), (4999, 1), (2500, 2500)] {
            let span = ByteSpan(offset: offset, length: length)
            let response = try await subject.transport.open(TransportRequest(subject.url, span: span))
            #expect(response.status == 206)
            #expect(response.contentLength == length)
            #expect(try await response.body.collect() == Array(content[offset..<(offset + length)]))
        }
    }

    @Test("A range beyond the end returns the available bytes", arguments: SubjectKind.allCases)
    func spansPastTheEnd(_ kind: SubjectKind) async throws {
        let content = sampleBytes(100)
        let subject = try await kind.make(content)
        for length in [51, 1000, Int.max - 50, Int.max] {
            let response = try await subject.transport.open(TransportRequest(subject.url, span: ByteSpan(offset: 50, length: length)))
            #expect(try await response.body.collect() == Array(content[50...]))
        }
    }

    @Test("A range after the end, before the start or without bytes is an error", arguments: SubjectKind.allCases)
    func wrongSpans(_ kind: SubjectKind) async throws {
        let subject = try await kind.make(sampleBytes(100))
        for (offset, length) in [(100, 1), (Int.max, 1), (-1, 10), (0, 0), (0, -5), (Int.max, .max)] {
            let request = TransportRequest(subject.url, span: ByteSpan(offset: offset, length: length))
            let error = await failure { () throws(TransportError) in try await subject.transport.bytes(of: request) }
            #expect(error?.status == 416 || error?.cause == .malformed, "\(offset) \(length)")
        }
    }

    @Test("Exceeding the maximum number of bytes is an error", arguments: SubjectKind.allCases)
    func tooLarge(_ kind: SubjectKind) async throws {
        let subject = try await kind.make(sampleBytes(100))
        let error = await failure { () throws(TransportError) in
            try await subject.transport.bytes(of: TransportRequest(subject.url, maximumBytes: 99))
        }
        #expect(error?.cause == .tooLarge)
        #expect(try await subject.transport.bytes(of: TransportRequest(subject.url, maximumBytes: 100)).count == 100)
    }

    @Test("A missing resource is treated as a 404", arguments: SubjectKind.allCases)
    func missing(_ kind: SubjectKind) async throws {
        let subject = try await kind.make([1])
        guard let missing = subject.missing else { return }
        let error = await failure { () throws(TransportError) in try await subject.transport.open(TransportRequest(missing)) }
        #expect(error.map { LoadFailure($0).cause } == .status(404))
        #expect(error?.canRetry == false)
    }

    @Test("A cancelled load ends as cancelled", arguments: SubjectKind.allCases)
    func cancelled(_ kind: SubjectKind) async throws {
        let subject = try await kind.make(sampleBytes(3_000_000))
        let response = try await subject.transport.open(TransportRequest(subject.url))
        let load = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { () throws(TransportError) in try await response.body.collect() }
        }
        let error = await load.value
        #expect(error == nil && kind == .data || error?.cause == .cancelled)
    }

    @Test("Loading twice returns the same bytes", arguments: SubjectKind.allCases)
    func twice(_ kind: SubjectKind) async throws {
        let content = sampleBytes(3000)
        let subject = try await kind.make(content)
        for _ in 0..<2 { #expect(try await subject.transport.bytes(of: TransportRequest(subject.url)) == content) }
    }
}

private func addressScheme(of url: String) -> Substring? { url.contains(":") ? url.prefix { $0 != ":" } : nil }
