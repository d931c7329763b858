// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@Suite("Typed errors for server faults")
struct HTTPFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var fault: Fault
        var cause: TransportError.Cause
        var status: Int?
        var limit: TransportError.Limit?
        var canRetry: Bool
        var limits = generousLimits
        var testDescription: String { "\(fault)" }
    }

    static let cases = [
        Case(fault: .drop(atByte: 0), cause: .truncated, canRetry: true),
        Case(fault: .drop(atByte: 1000), cause: .truncated, canRetry: true),
        Case(fault: .truncate(toBytes: 1000), cause: .truncated, canRetry: true),
        Case(fault: .close, cause: .connection, canRetry: true),
        Case(fault: .wrongLength(by: 500), cause: .truncated, canRetry: true),
        Case(fault: .garbage, cause: .malformed, canRetry: false),
        Case(fault: .status(404), cause: .status, status: 404, canRetry: false),
        Case(fault: .status(403), cause: .status, status: 403, canRetry: false),
        Case(fault: .status(410), cause: .status, status: 410, canRetry: false),
        Case(fault: .status(429, retryAfter: "3"), cause: .status, status: 429, canRetry: true),
        Case(fault: .status(500), cause: .status, status: 500, canRetry: true),
        Case(fault: .status(503), cause: .status, status: 503, canRetry: true),
        Case(fault: .noResponse, cause: .timeout, limit: .firstByte, canRetry: true, limits: .init(firstByte: 0.05, idle: 60, whole: 60)),
        Case(
            fault: .delayHead(milliseconds: 60_000), cause: .timeout, limit: .firstByte, canRetry: true,
            limits: .init(firstByte: 0.05, idle: 60, whole: 60)),
        Case(
            fault: .stall(atByte: 1000), cause: .timeout, limit: .idle, canRetry: true,
            limits: .init(connect: 60, firstByte: 60, idle: 0.05, whole: 60)),
        Case(
            fault: .slow(bytesPerSecond: 500), cause: .timeout, limit: .whole, canRetry: true,
            limits: .init(connect: 60, firstByte: 60, idle: 60, whole: 0.2)),
        Case(
            fault: .endless, cause: .timeout, limit: .whole, canRetry: true,
            limits: .init(connect: 60, firstByte: 60, idle: 60, whole: 0.2)),
        Case(fault: .redirect(to: "file:///etc/passwd"), cause: .redirect, canRetry: false),
        Case(fault: .redirect(to: "data:,x"), cause: .redirect, canRetry: false),
        Case(fault: .redirect(to: ""), cause: .redirect, canRetry: false),
        Case(fault: .redirect(to: "/a"), cause: .redirect, canRetry: false),
        Case(fault: .redirectChain(11), cause: .redirect, canRetry: false),
        Case(fault: .hugeHeader(1 << 20), cause: .malformed, canRetry: false),
    ]

    @Test("Each fault is an error with its cause", arguments: cases)
    func faults(_ example: Case) async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(5000)], rules: [FaultRule("/a*", example.fault)])
        let url = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await HTTPTransport().bytes(of: TransportRequest(url: url, limits: example.limits))
        }
        #expect(error?.cause == example.cause, "\(String(describing: error))")
        #expect(error?.status == example.status)
        #expect(error?.limit == example.limit)
        #expect(error?.canRetry == example.canRetry)
        #expect(error?.url.hasPrefix(origin.address) == true)
        await origin.connectionsFall(to: 0)
    }

    @Test("Retry-After is read in seconds and as a date")
    func retryAfter() async throws {
        let origin = try await FaultyOrigin(
            [:],
            rules: [
                FaultRule("/seconds", .status(429, retryAfter: "17")),
                FaultRule("/past", .status(503, retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT")),
                FaultRule("/odd", .status(503, retryAfter: "soon")),
            ])
        let transport = HTTPTransport()
        for (path, seconds) in [("/seconds", 17.0), ("/past", 0.0), ("/odd", nil)] {
            let url = origin.address + path
            let error = await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }
            #expect(error?.retryAfter == seconds)
            #expect(error.map { LoadFailure($0).retryAfter } == .some(seconds))
        }
    }

    @Test("A refused connection fails at once and can be retried")
    func refused() async throws {
        let origin = try await FaultyOrigin([:])
        let url = origin.address + "/a"
        await origin.stop()
        let error = await failure { () throws(TransportError) in try await HTTPTransport().open(TransportRequest(url)) }
        #expect(error?.cause == .connection)
        #expect(error?.canRetry == true)
    }

    @Test("A body that is too long is refused if announced, and cut off if not")
    func tooLarge() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(5000)], rules: [FaultRule("/endless", .endless)])
        let transport = HTTPTransport()
        let announced = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await transport.open(TransportRequest(announced, maximumBytes: 4999))
        }
        #expect(error?.cause == .tooLarge)
        #expect(try await transport.bytes(of: TransportRequest(announced, maximumBytes: 5000)).count == 5000)
    }

    @Test("An endless body ends at the limit for its kind")
    func endless() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(5000)], rules: [FaultRule("/a", .endless)])
        let transport = HTTPTransport()
        let url = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await transport.bytes(of: TransportRequest(url, maximumBytes: 1 << 20))
        }
        #expect(error?.cause == .tooLarge)
        await origin.connectionsFall(to: 0)
    }
}
