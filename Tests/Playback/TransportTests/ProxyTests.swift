// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("Proxies", .timeLimit(.minutes(1)))
struct ProxyTests {
    private static func transport(_ proxy: HTTPProxy?) -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.plainHTTP = .always
        configuration.proxies = .custom { _ in proxy }
        return HTTPTransport(configuration)
    }

    private static func port(of origin: FaultyOrigin) throws -> Int { try HTTPAddress(origin.address).port }

    @Test(
        "Requests pass through a tunnel by host name, which only the proxy resolves", arguments: [HTTPProxy.Kind.http, .socks5])
    func tunnel(kind: HTTPProxy.Kind) async throws {
        let origin = try await FaultyOrigin(["/a": sampleBytes(300_000), "/b": [2]])
        let proxy = try ProxyDouble(to: Self.port(of: origin))
        let transport = Self.transport(HTTPProxy(kind, host: "127.0.0.1", port: proxy.port))
        #expect(try await transport.bytes(of: TransportRequest("http://films.invalid/a")) == sampleBytes(300_000))
        #expect(try await transport.bytes(of: TransportRequest("http://films.invalid/b")) == [2])
        #expect(proxy.tunnels.map(\.target) == ["films.invalid:80"], "the second request reuses the first one's tunnel")
        #expect(origin.requests.first?.header("Host") == "films.invalid")
    }

    @Test("A proxy receives the credentials of its URL, and the origin does not")
    func credentials() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        let proxy = try ProxyDouble(to: Self.port(of: origin))
        let transport = Self.transport(HTTPProxy("http://me:secret@127.0.0.1:\(proxy.port)"))
        #expect(try await transport.bytes(of: TransportRequest("http://films.invalid/a")) == [1])
        #expect(proxy.tunnels.map(\.credentials) == ["Basic bWU6c2VjcmV0"])
        #expect(origin.requests.allSatisfy { $0.header("Proxy-Authorization") == nil && $0.header("Authorization") == nil })
    }

    @Test("A proxy's refusal is reported with its reason", arguments: [(407, "user name and a password"), (403, "refuses the connection")])
    func refusals(status: Int, words: String) async throws {
        let proxy = try ProxyDouble(to: 1, refusing: status)
        let transport = Self.transport(HTTPProxy(host: "127.0.0.1", port: proxy.port))
        let error = await failure { () throws(TransportError) in try await transport.open(TransportRequest("http://films.invalid/a")) }
        #expect(error?.cause == .connection)
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test("Loopback requests bypass the proxy")
    func loopback() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        let transport = Self.transport(HTTPProxy(host: "proxy.invalid", port: 1))
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/a")) == [1])
    }

    @Test(
        "Proxy URLs are read as curl reads them",
        arguments: [
            ("http://proxy:3128", HTTPProxy(host: "proxy", port: 3128)), ("proxy:3128/", HTTPProxy(host: "proxy", port: 3128)),
            ("proxy", HTTPProxy(host: "proxy", port: 1080)), ("socks5h://[::1]:9050", HTTPProxy(.socks5, host: "::1", port: 9050)),
            ("http://a%40b:c@proxy:1", HTTPProxy(host: "proxy", port: 1, user: "a@b", password: "c")), ("https://proxy:3128", nil),
            ("ftp://proxy", nil), ("", nil), ("http://:80", nil), ("proxy:99999", nil),
        ])
    func addresses(text: String, proxy: HTTPProxy?) { #expect(HTTPProxy(text) == proxy) }

    @Test("Environment variables determine which requests use which proxy")
    func environment() throws {
        func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
            try EnvironmentProxies(environment).proxy(for: HTTPAddress(url))?.host
        }
        let all = ["http_proxy": "plain:1", "https_proxy": "secure:1", "all_proxy": "all:1"]
        #expect(try proxy("http://a.com", all) == "plain")
        #expect(try proxy("https://a.com", all) == "secure")
        #expect(try proxy("https://a.com", ["all_proxy": "all:1"]) == "all")
        #expect(try proxy("https://a.com", ["HTTPS_PROXY": "secure:1"]) == "secure")
        #expect(try proxy("http://a.com", ["HTTP_PROXY": "plain:1"]) == nil, "a header field that a client sends to a web server")
        #expect(try proxy("http://a.com", ["http_proxy": ""]) == nil)
        #expect(throws: TransportError.self) { try proxy("http://a.com", ["http_proxy": "gopher://x"]) }

        for (exceptions, url, isExcepted) in [
            ("a.com", "http://a.com", true), ("a.com", "http://x.a.com", true), (".a.com", "http://a.com", true),
            ("a.com", "http://ba.com", false),
            ("b.com, A.COM", "http://a.com", true), ("a.com:8080", "http://a.com", false), ("a.com:80", "http://a.com", true),
            ("*", "http://a.com", true),
            ("10.0.0.0/8", "http://10.1.2.3", true), ("10.0.0.0/8", "http://11.1.2.3", false), ("10.0.0.0/33", "http://10.0.0.0", false),
            ("192.168.1.7", "http://192.168.1.7:9", true), ("[fd00::1]", "http://[fd00::1]", true),
            ("fd00::1", "http://[fd00::1]:80", true),
            ("0.0.0.0/0", "http://9.9.9.9", true), (",,", "http://a.com", false),
        ] {
            #expect(try proxy(url, ["all_proxy": "all:1", "no_proxy": exceptions]) == (isExcepted ? nil : "all"), "\(exceptions) \(url)")
        }
    }
}
