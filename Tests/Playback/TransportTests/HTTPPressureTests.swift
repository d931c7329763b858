// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("HTTP under pressure", .timeLimit(.minutes(2)))
struct HTTPPressureTests {
    private static let connections = HTTPConnections(perHost: 8, keepAlive: 60, trustedAuthorities: nil)

    @Test("The network waits for a slow reader, and goes on where it stopped")
    func slowReader() async throws {
        let content = sampleBytes(12 << 20)
        let origin = try await FaultyOrigin(["/a": content])
        let request = TransportRequest(origin.address + "/a")
        let message = try HTTPMessage(request, url: request.url, headers: [:], proxy: nil, decompresses: false)
        let transfer = HTTPTransfer(url: request.url, limits: generousLimits, firstBegan: .monotonic, buffered: 100_000)
        #expect(try await transfer.start(message, on: Self.connections).contentLength == content.count)
        var read: [UInt8] = []
        var pauses = 0
        while true {
            // The first mebibyte is read only when the network waits.
            while pauses < 10, !transfer.isPaused { await Task.yield() }
            #expect(transfer.bufferedBytes < 100_000 + 64 << 10)
            pauses += 1
            guard let chunk = try await transfer.next() else { break }
            read.append(chunk)
        }
        #expect(read == content)
        #expect(pauses >= 10)
    }

    @Test("A storm of cancelled loads leaves nothing behind, and later loads succeed")
    func cancelling() async throws {
        let content = sampleBytes(300_000)
        let origin = try await FaultyOrigin(["/a": content], rules: [FaultRule("/never", .noResponse)])
        let (good, never) = (origin.address + "/a", origin.address + "/never")
        do {
            let transport = HTTPTransport()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let request = TransportRequest(url: number.isMultiple(of: 3) ? never : good, limits: generousLimits)
                        let load = Task { await failure { () throws(TransportError) in try await transport.bytes(of: request) } }
                        for _ in 0..<(number % 7) { await Task.yield() }
                        load.cancel()
                        let error = await load.value
                        #expect(error == nil || error?.cause == .cancelled, "\(error.map { "\($0)" } ?? "")")
                    }
                }
            }
            #expect(try await transport.bytes(of: TransportRequest(good)) == content)
        }
        await origin.connectionsFall(to: 0)
    }

    @Test("Transports that come and go leave neither threads nor descriptors")
    func cycles() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)])
        let before = try Self.descriptors()
        for _ in 0..<200 { _ = try await HTTPTransport().bytes(of: TransportRequest(origin.address + "/a")) }
        await origin.connectionsFall(to: 0)
        // Other tests open some at the same time, but a leak would have left at least one for each transport.
        while try Self.descriptors() > before + 150 { await Task.yield() }
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter {
            (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "windowbox-http\n"
        }
        #expect(threads.count == 1)
    }

    private static func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }

    @Test("Programs started by this one don't inherit connections")
    func inheritance() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(1000)], rules: [FaultRule("/a", .stall(atByte: 10))])
        let response = try await HTTPTransport().open(TransportRequest(origin.address + "/a"))
        let port = try HTTPAddress(origin.address).port
        let sockets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
            var peer = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = $0
            let isNamed = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
            }
            return isNamed && Int(UInt16(bigEndian: peer.sin_port)) == port
        }
        #expect(!sockets.isEmpty)
        for descriptor in sockets { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
        response.body.cancel()
    }

    @Test("A POST that a server may have received isn't sent again")
    func staleConnection() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(10)], rules: [FaultRule("/a", requests: 2...2, .close)])
        let transport = HTTPTransport()
        let url = origin.address + "/a"
        _ = try await transport.bytes(of: TransportRequest(url))
        let error = await failure { () throws(TransportError) in
            try await transport.bytes(of: TransportRequest(url: url, method: .post, payload: [1, 2, 3], limits: generousLimits))
        }
        #expect(error?.cause == .connection)
        #expect(origin.requests.map(\.method) == ["GET", "POST"])
    }

    @Test("A POST without a body has a length, and other methods pass unchanged")
    func methods() async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(10)])
        let transport = HTTPTransport()
        for (method, payload) in [("POST", nil), ("PUT", [1, 2]), ("DELETE", nil), ("SUBSCRIBE", nil)] as [(String, [UInt8]?)] {
            _ = try await transport.bytes(
                of: TransportRequest(url: origin.address + "/a", method: .init(method), payload: payload, limits: generousLimits))
        }
        #expect(origin.requests.map(\.method) == ["POST", "PUT", "DELETE", "SUBSCRIBE"])
        #expect(origin.requests.map { $0.header("Content-Length") } == ["0", "2", nil, nil])
        #expect(origin.requests.map(\.body) == [[], [1, 2], [], []])
        #expect(origin.requests.allSatisfy { $0.header("Expect") == nil })
        #expect(origin.requests.allSatisfy { $0.header("Content-Type") == nil })
    }

    @Test("A body that grows too much by decompression is refused")
    func bomb() async throws {
        // 8 MiB of zeros in 8 KiB.
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        let packed: [UInt8] =
            [0x1F, 0x8B, 8] + zeros(5) + [2, 3, 0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 8, 0x0A] + zeros(4094)
            + [0x80, 0xDB, 0x83, 3, 2] + zeros(4) + [0x21, 0xFF, 0x5F, 0x37, 0x24] + zeros(4033)
            + [0x9C, 5, 0x45, 0xBC, 0xD2, 0x1A, 0, 0, 0x80, 0]
        let origin = try await FaultyOrigin { _ in OriginResponse(headers: [("Content-Encoding", "gzip")], body: .bytes(packed)) }
        var configuration = HTTPTransport.Configuration()
        configuration.compression = true
        let transport = HTTPTransport(configuration)
        let url = origin.address + "/a"
        let error = await failure { () throws(TransportError) in
            try await transport.bytes(of: TransportRequest(url: url, limits: generousLimits, acceptsCompression: true))
        }
        #expect(error?.cause == .malformed)
        #expect(error?.message.contains("200 times") == true)
    }
}
