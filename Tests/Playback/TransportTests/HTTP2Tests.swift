// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@Suite("HTTP/2", .timeLimit(.minutes(2)))
struct HTTP2Tests {
    private func transport(_ origin: HTTP2Origin?) -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.trustedAuthorities = origin?.certificate
        configuration.bufferedBytes = 64 << 10
        return HTTPTransport(configuration)
    }

    @Test("A hundred parallel loads share a few connections")
    func parallel() async throws {
        let content = sampleBytes(200_000)
        let origin = try await HTTP2Origin(content)
        let transport = transport(origin)
        let url = origin.address + "/a"
        let right = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { (try? await transport.bytes(of: TransportRequest(url))) == content } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 100)
        #expect(origin.streams == 100)
        #expect(origin.connections <= 8)
    }

    @Test("Loads whose readers are slow hold up no other load")
    func slowReaders() async throws {
        let content = sampleBytes(4 << 20)
        let origin = try await HTTP2Origin(content)
        let transport = transport(origin)
        var slow: [TransportResponse] = []
        for _ in 0..<5 { slow.append(try await transport.open(TransportRequest(origin.address + "/slow"))) }
        for _ in 0..<3 { #expect(try await transport.bytes(of: TransportRequest(origin.address + "/fast")) == content) }
        for response in slow { #expect(try await response.body.collect() == content) }
    }

    @Test("A cancelled load keeps its connection")
    func cancelling() async throws {
        let origin = try await HTTP2Origin(sampleBytes(4 << 20))
        let transport = transport(origin)
        for _ in 0..<5 {
            let response = try await transport.open(TransportRequest(origin.address + "/a"))
            #expect(try await response.body.makeAsyncIterator().next() != nil)
            response.body.cancel()
        }
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/a")).count == 4 << 20)
        #expect(origin.streams == 6)
        #expect(origin.connections == 1)
    }

    @Test("A certificate is accepted only if its authority is trusted")
    func trust() async throws {
        let origin = try await HTTP2Origin([1])
        let url = origin.address + "/a"
        let transport = transport(nil)
        let error = await failure { () throws(TransportError) in try await transport.bytes(of: TransportRequest(url)) }
        #expect(error?.cause == .untrusted)
        #expect(error?.canRetry == false)
        #expect(error?.message.contains("TLS failed") == true)
        #expect(error?.reason == .certificateSelfSigned)
    }

    @Test("A certificate for another host, and a server without TLS, are recognized")
    func otherServers() async throws {
        let origin = try await HTTP2Origin([1])
        let byNumber = origin.address.replacing("localhost", with: "127.0.0.1") + "/a"
        let other = await failure { [transport = transport(origin)] () throws(TransportError) in
            try await transport.bytes(of: TransportRequest(byNumber))
        }
        #expect(other?.reason == .certificateForOtherHost)
        let plain = try await FaultyOrigin(["/a": [1]])
        let url = plain.address.replacing("http://", with: "https://") + "/a"
        let none = await failure { () throws(TransportError) in try await HTTPTransport().bytes(of: TransportRequest(url)) }
        #expect(none?.reason == .notTLS)
        #expect(none?.cause == .untrusted)
    }
}
