// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("HTTP transport")
struct HTTPTransportTests {
    @Test("Many requests share one connection")
    func reuse() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)])
        let transport = HTTPTransport()
        for _ in 0..<50 { _ = try await transport.bytes(of: TransportRequest(origin.address + "/a")) }
        #expect(Set(origin.requests.map(\.connection)) == [0])
        #expect(origin.requests.count == 50)
    }

    @Test("The body of an error is read, so that its connection can be reused")
    func reuseAfterErrors() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)])
        let transport = HTTPTransport()
        for path in ["/none", "/a", "/none", "/a"] {
            _ = await failure { () throws(TransportError) in try await transport.bytes(of: TransportRequest(origin.address + path)) }
        }
        #expect(Set(origin.requests.map(\.connection)) == [0])
    }

    @Test("A kept connection that the server has closed is replaced without an error")
    func staleConnection() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(10)], rules: [FaultRule("/a", requests: 2...2, .close)])
        let transport = HTTPTransport()
        for _ in 0..<3 { #expect(try await transport.bytes(of: TransportRequest(origin.address + "/a")).count == 10) }
        #expect(origin.requests.count == 4)
    }

    @Test("Cancelling before the response closes the connection")
    func cancelBeforeHead() async throws {
        let origin = try await FaultyOrigin(["/a": []], rules: [FaultRule("/a", .noResponse)])
        let transport = HTTPTransport()
        let url = origin.address + "/a"
        let load = Task { await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) } }
        await origin.requestsReach(1)
        load.cancel()
        #expect(await load.value?.cause == .cancelled)
        await origin.connectionsFall(to: 0)
    }

    @Test("Cancelling while reading closes the connection")
    func cancelWhileReading() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)], rules: [FaultRule("/a", .endless)])
        let transport = HTTPTransport()
        let response = try await transport.open(TransportRequest(origin.address + "/a"))
        let load = Task { await failure { () throws(TransportError) in try await response.body.collect() } }
        load.cancel()
        #expect(await load.value?.cause == .cancelled)
        await origin.connectionsFall(to: 0)
    }

    @Test("Dropping an unread body closes the connection")
    func dropBody() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)], rules: [FaultRule("/a", .endless)])
        let transport = HTTPTransport()
        do {
            let response = try await transport.open(TransportRequest(origin.address + "/a"))
            let iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next()?.isEmpty == false)
        }
        await origin.connectionsFall(to: 0)
    }

    @Test("A task that is already cancelled sends nothing")
    func cancelledBefore() async throws {
        let origin = try await FaultyOrigin(["/a": []])
        let transport = HTTPTransport()
        let url = origin.address + "/a"
        let load = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }
        }
        #expect(await load.value?.cause == .cancelled)
        #expect(origin.requests.isEmpty)
    }

    @Test("Slow reading does not accumulate the body in memory")
    func backPressure() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(64 << 10)], rules: [FaultRule("/a", .endless)])
        var configuration = HTTPTransport.Configuration()
        configuration.bufferedBytes = 64 << 10
        let response = try await HTTPTransport(configuration).open(TransportRequest(origin.address + "/a"))
        let iterator = response.body.makeAsyncIterator()
        var read = 0
        while read < 8 << 20, let chunk = try await iterator.next() { read += chunk.count }
        #expect(read >= 8 << 20)
        response.body.cancel()
        await origin.connectionsFall(to: 0)
    }

    @Test("A byte range is requested, and cut out if the server sends everything", arguments: [false, true])
    func ranges(ignored: Bool) async throws {
        let content = sampleBytes(10_000)
        let origin = try await FaultyOrigin(["/a": content], rules: ignored ? [FaultRule("/a", .ignoresRange)] : [])
        let transport = HTTPTransport()
        for span in [ByteSpan(offset: 0, length: 1), .init(offset: 100, length: 900), .init(offset: 9_999, length: 1)] {
            let response = try await transport.open(TransportRequest(origin.address + "/a", span: span))
            #expect(response.status == 206)
            #expect(response.contentLength == span.length)
            #expect(try await response.body.collect() == Array(content[span.offset..<span.end]))
        }
        #expect(origin.requests.map { $0.header("Range") } == ["bytes=0-0", "bytes=100-999", "bytes=9999-9999"])
    }

    @Test("Bytes other than those requested are an error", arguments: [Fault.wrongRange, .noRange])
    func wrongRange(_ fault: Fault) async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)], rules: [FaultRule("/a", fault)])
        let url = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await HTTPTransport().open(TransportRequest(url, span: ByteSpan(offset: 0, length: 10)))
        }
        #expect(error?.cause == .malformed)
    }

    @Test("A range after the end is a 416 error, even if the server ignores ranges", arguments: [false, true])
    func unsatisfiable(ignored: Bool) async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(10)], rules: ignored ? [FaultRule("/a", .ignoresRange)] : [])
        let url = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await HTTPTransport().open(TransportRequest(url, span: ByteSpan(offset: 10, length: 10)))
        }
        #expect(error?.status == 416)
    }

    @Test("Two hundred simultaneous loads all finish")
    func parallel() async throws {
        let content = sampleBytes(20_000)
        let origin = try await FaultyOrigin(["/a": content])
        let transport = HTTPTransport()
        let url = origin.address + "/a"
        let right = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { (try? await transport.bytes(of: TransportRequest(url))) == content } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 200)
        #expect(Set(origin.requests.map(\.connection)).count <= 8)
    }
}
