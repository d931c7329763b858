// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("Redirects")
struct RedirectTests {
    @Test("A redirect is followed with the range kept, and the final URL is reported", arguments: [301, 302, 303, 307, 308])
    func followed(status: Int) async throws {
        let origin = try await FaultyOrigin(
            ["/there/b": sampleBytes(100)], rules: [FaultRule("/a", .redirect(to: "there/b", status: status))])
        let request = TransportRequest(origin.address + "/a", span: ByteSpan(offset: 10, length: 5))
        let response = try await HTTPTransport().open(request)
        #expect(response.url == origin.address + "/there/b")
        #expect(try await response.body.collect() == Array(sampleBytes(100)[10..<15]))
        #expect(Set(origin.requests.map(\.connection)) == [0])
    }

    @Test("Ten redirects are followed, eleven are not")
    func chain() async throws {
        let origin = try await FaultyOrigin(
            ["/a": [1], "/b": [2]], rules: [FaultRule("/a*", .redirectChain(10)), FaultRule("/b*", .redirectChain(11))])
        let transport = HTTPTransport()
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/a")) == [1])
        let url = origin.address + "/b"
        #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }?.cause == .redirect)
    }

    @Test("Fields meant for one origin are not sent to another")
    func headersStay() async throws {
        let other = try await FaultyOrigin(["/b": [1]])
        let origin = try await FaultyOrigin(
            ["/c": [1]], rules: [FaultRule("/a", .redirect(to: other.address + "/b")), FaultRule("/d", .redirect(to: "/c"))])
        var configuration = HTTPTransport.Configuration()
        configuration.headers = ["X-Static": "1"]
        configuration.headerHook = { _ in ["X-Hook": "2"] }
        let transport = HTTPTransport(configuration)
        for path in ["/a", "/d"] {
            _ = try await transport.bytes(
                of: TransportRequest(url: origin.address + path, headers: ["Authorization": "secret"], limits: generousLimits))
        }
        for name in ["Authorization", "X-Static", "X-Hook"] {
            #expect(origin.requests(for: "/a").first?.header(name) != nil)
            #expect(origin.requests(for: "/c").first?.header(name) != nil)
            #expect(other.requests.first?.header(name) == nil)
        }
    }

    @Test("Origin-bound headers reach neither other hosts in a playlist nor redirect targets")
    func originHeaders() async throws {
        let other = try await FaultyOrigin(["/b": [1]])
        let origin = try await FaultyOrigin(["/c": [1]], rules: [FaultRule("/a", .redirect(to: other.address + "/b"))])
        let transport = OriginHeaders(
            HTTPTransport(), headers: ["Authorization": "secret"], originOf: origin.address + "/any.m3u8?of=it")
        for url in [origin.address + "/c", origin.address + "/a", other.address + "/b"] {
            _ = try await transport.bytes(of: TransportRequest(url: url, headers: ["X-Own": "1"], limits: generousLimits))
        }
        #expect(origin.requests.allSatisfy { $0.header("Authorization") == "secret" })
        #expect(other.requests.count == 2)
        #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
        #expect(other.requests.last?.header("X-Own") == "1")
        // Another port, another scheme or a name with the same prefix is another origin.
        let named = OriginHeaders(EchoHeaders(), headers: ["Authorization": "secret"], originOf: "https://Example.com/a")
        for (url, isSent) in [
            ("https://example.com:443/b", true), ("https://example.com:8443/b", false), ("http://example.com/b", false),
            ("https://example.com.evil.test/b", false), ("https://example.com@evil.test/b", false), ("/etc/passwd", false),
        ] {
            let echo = try await named.bytes(of: TransportRequest(url))
            #expect(echo.isEmpty != isSent, "\(url)")
        }
    }

    /// Responds with the Authorization field of the request.
    private struct EchoHeaders: Transport {
        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let bytes = Array((request.headers["Authorization"] ?? "").utf8)
            return TransportResponse(url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
        }
    }

    @Test("A redirect chain ends at loops, other schemes, downgrades from HTTPS, and its limit")
    func chain() throws {
        func refusal(_ start: String, _ locations: [String?], maximum: Int = 10) -> TransportError.Cause? {
            var chain = RedirectChain(start, maximum: maximum)
            do throws(TransportError) {
                for location in locations { try chain.follow(location) }
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(refusal("http://a/1", ["/2", "3", "//b/4", "https://c/5", "https://c:444/6?x=1#y"]) == nil)
        #expect(refusal("http://a/1", ["/2", "/1"]) == .redirect)
        for target in ["file:///etc/passwd", "data:,a", "ftp://a/b", "javascript:1", "http:///x", nil, ""] {
            #expect(refusal("http://a/1", [target]) == .redirect, "\(target ?? "nil")")
        }
        #expect(refusal("https://a/1", ["http://a/2"]) == .redirect)
        #expect(refusal("http://a/1", ["/2", "/3"], maximum: 1) == .redirect)
        func reason(_ start: String, _ locations: [String?], maximum: Int = 10) -> FailureReason? {
            var chain = RedirectChain(start, maximum: maximum)
            do throws(TransportError) {
                for location in locations { try chain.follow(location) }
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason("http://a/1", ["/2", "/1"]) == .redirectLoop)
        #expect(reason("http://a/1", ["/1"]) == .redirectLoop)
        #expect(reason("http://a/1", ["/2", "/3"], maximum: 1) == .tooManyRedirects)
        #expect(reason("https://a/1", ["http://a/2"]) == .insecureRedirect)
        #expect(reason("http://a/1", ["ftp://a/2"]) == .invalidRedirect)
        #expect(reason("http://a/1", [nil]) == .invalidRedirect)
        var downhill = RedirectChain("https://a/1", allowsDowngrade: true)
        try downhill.follow("http://a/2")
        #expect(downhill.url == "http://a/2")
        #expect(downhill.hasLeftOrigin)
    }

    @Test("Plain HTTP is allowed only by policy, also after redirects")
    func policy() async throws {
        #expect(PlainHTTPPolicy.loopbackOnly.allows(host: "127.9.9.9"))
        #expect(PlainHTTPPolicy.loopbackOnly.allows(host: "[::1]"))
        #expect(!PlainHTTPPolicy.loopbackOnly.allows(host: "127.0.0.1.example.com"))
        #expect(!PlainHTTPPolicy.loopbackOnly.allows(host: "localhost.example.com"))
        #expect(PlainHTTPPolicy.hosts(["example.com"]).allows(host: "cdn.Example.com"))
        #expect(!PlainHTTPPolicy.hosts(["example.com"]).allows(host: "notexample.com"))
        let origin = try await FaultyOrigin(["/b": [1]], rules: [FaultRule("/a", .redirect(to: "http://192.0.2.1/x"))])
        let transport = HTTPTransport()
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/b")) == [1])
        let url = origin.address + "/a"
        #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }?.cause == .refused)
    }
}
