// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("Request headers")
struct RequestHeaderTests {
    @Test("A request's own fields override the hook's, which override the fixed ones")
    func precedence() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        var configuration = HTTPTransport.Configuration()
        configuration.userAgent = "Test/1"
        configuration.headers = ["A": "fixed", "B": "fixed", "C": "fixed"]
        configuration.headerHook = { request in ["b": "hook", "C": "hook", "Asked": request.url] }
        let url = origin.address + "/a"
        _ = try await HTTPTransport(configuration).bytes(of: TransportRequest(url: url, headers: ["c": "own"], limits: generousLimits))
        let request = try #require(origin.requests.first)
        #expect(["A", "B", "C", "Asked", "User-Agent"].map(request.header) == ["fixed", "hook", "own", url, "Test/1"])
        #expect(request.headers.filter { $0.name.lowercased() == "c" }.count == 1)
    }

    @Test("Header and URL injection is refused")
    func smuggling() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        let transport = HTTPTransport()
        let requests = [
            TransportRequest(url: origin.address + "/a", headers: ["A": "1\r\nB: 2"], limits: generousLimits),
            TransportRequest(url: origin.address + "/a", headers: ["A\r\nB": "1"], limits: generousLimits),
        ]
        for request in requests {
            #expect(await failure { () throws(TransportError) in try await transport.open(request) } != nil)
        }
        #expect(origin.requests.isEmpty)
        let url = origin.address + "/a b\r\nB: 2?c=\u{E4}"
        _ = await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }
        #expect(origin.requests.allSatisfy { $0.header("B") == nil })
    }

    @Test("Each item has its own cookie jar for its requests, and none if the transport accepts no cookies")
    func cookiesOfAnItem() async throws {
        let origin = try await FaultyOrigin { _ in OriginResponse(headers: [("Set-Cookie", "id=7; Path=/; HttpOnly")]) }
        for accepts in [true, false] {
            var configuration = HTTPTransport.Configuration()
            configuration.acceptsCookies = accepts
            let transport = HTTPTransport(configuration)
            for item in [CookieTransport(transport), CookieTransport(transport)] {
                for _ in 0..<2 { _ = try await item.bytes(of: TransportRequest(origin.address + "/a")) }
            }
        }
        #expect(origin.requests.map { $0.header("Cookie") } == [nil, "id=7", nil, "id=7", nil, nil, nil, nil])
    }

    @Test("A cookie set by the application is sent only where it belongs")
    func cookieOfAnApplication() throws {
        let jar = CookieJar()
        try jar.set("pass=1; Domain=example.com; Path=/film; Secure", for: "https://account.example.com/sign-in")
        try jar.set("pass=2; Domain=other.com", for: "https://account.example.com/sign-in")
        func sent(_ url: String) throws -> String? { jar.header(for: try HTTPAddress(url), at: 1000) }
        #expect(try sent("https://cdn.example.com/film/1.ts") == "pass=1")
        #expect(try sent("https://cdn.example.com/other") == nil)
        #expect(try sent("http://cdn.example.com/film/1.ts") == nil)
        #expect(try sent("https://other.com/film") == nil)
        #expect(throws: TransportError.self) { try jar.set("a=1", for: "film.mp4") }
    }

    @Test("Plain HTTP can't replace a secure cookie, and name prefixes are enforced")
    func secureCookies() {
        var store = CookieStore()
        func take(_ field: String, secure: Bool) { store.take(field, host: "example.com", path: "/", isSecure: secure, at: 1000) }
        take("a=1; Secure; Path=/", secure: true)
        take("a=2; Path=/", secure: false)
        take("a=3; Path=/x", secure: false)
        take("__Secure-b=1; Path=/", secure: true)
        take("__Host-c=1; Secure; Path=/; Domain=example.com", secure: true)
        take("__Host-d=1; Secure; Path=/", secure: true)
        #expect(store.header(host: "example.com", path: "/x", isSecure: true, at: 1001) == "a=1; __Host-d=1")
    }

    @Test("Cookies with control characters are ignored, because requests with them would be refused")
    func controlCharacters() {
        var store = CookieStore()
        for field in ["a=1\u{1}", "a\u{7F}=1", "a=1; Path=/\u{B}"] {
            store.take(field, host: "h", path: "/", isSecure: true, at: 1000)
        }
        #expect(store.cookies.isEmpty)
    }

    @Test("A server with many cookies pushes out its own, and not those of others")
    func crowd() {
        var store = CookieStore()
        store.take("pass=1; Path=/", host: "films.example", path: "/", isSecure: true, at: 1000)
        for number in 0..<1000 { store.take("a\(number)=1; Path=/", host: "ads.example", path: "/", isSecure: true, at: 1000) }
        #expect(store.header(host: "films.example", path: "/", isSecure: true, at: 1001) == "pass=1")
        #expect(store.cookies.count == 51)
        #expect(store.cookies.last?.name == "a999")
    }

    @Test("Without a jar, cookies are neither kept nor sent")
    func cookies() async throws {
        let origin = try await FaultyOrigin { _ in OriginResponse(headers: [("Set-Cookie", "id=7; Path=/; HttpOnly")]) }
        let jar = CookieJar()
        var configuration = HTTPTransport.Configuration()
        for cookies in [nil, jar] {
            configuration.cookies = cookies
            let transport = HTTPTransport(configuration)
            for _ in 0..<2 { _ = try await transport.bytes(of: TransportRequest(origin.address + "/a")) }
        }
        #expect(origin.requests.map { $0.header("Cookie") } == [nil, nil, nil, "id=7"])
        #expect(jar.count == 1)
    }

    @Test("A cookie's Max-Age must be digits, neither NaN nor infinity", arguments: ["nan", "inf", "0x10", "1e9", "", "-"])
    func cookieAge(age: String) {
        var store = CookieStore()
        store.take("a=1; Max-Age=\(age); Expires=Sun, 06 Nov 1994 08:49:37 GMT", host: "h", path: "/", isSecure: true, at: 1e9)
        #expect(store.cookies.isEmpty)
        store.take("a=1; Max-Age=60", host: "h", path: "/", isSecure: true, at: 1e9)
        #expect(store.cookies.first?.expires == 1e9 + 60)
    }

    @Test(
        "A Content-Range is one byte range of digits",
        arguments: [
            "bytes +0-9/10", "bytes 0--9/10", "bytes 9-0/10", "bytes -9/10", "bytes 0-9223372036854775807/*", "bytes */10", "items 0-9/10",
            "",
        ])
    func contentRange(field: String) {
        #expect(ContentRange(field) == nil)
        #expect(ContentRange("bytes 5-9/10")?.span == ByteSpan(offset: 5, length: 5))
        #expect(ContentRange("bytes 0-9/10")?.isWhole == true && ContentRange("bytes 0-9/*")?.isWhole == true)
        #expect(ContentRange("bytes 0-9/11")?.isWhole == false && ContentRange("bytes 1-9/10")?.isWhole == false)
    }

    @Test("A jar respects domain, path, security and age")
    func cookieRules() {
        var store = CookieStore()
        func take(_ field: String, host: String = "a.example.com", secure: Bool = false) {
            store.take(field, host: host, path: "/x/y", isSecure: secure, at: 1000)
        }
        func sent(_ host: String, _ path: String = "/x/y", secure: Bool = false, at now: Double = 1001) -> String? {
            store.header(host: host, path: path, isSecure: secure, at: now)
        }
        take("a=1")
        take("b=2; Domain=example.com; Path=/")
        take("c=3; Secure", secure: true)
        take("d=4; Max-Age=10; Path=/")
        take("e=5; Domain=other.com")
        take("f=6; Domain=com")
        take("g=7; Secure")
        take("h=8; Expires=Thu, 01 Jan 1970 00:00:10 GMT")
        take("nonsense")
        #expect(sent("a.example.com") == "a=1; b=2; d=4")
        #expect(sent("a.example.com", "/") == "b=2; d=4")
        #expect(sent("a.example.com", "/xy") == "b=2; d=4")
        #expect(sent("b.example.com") == "b=2")
        #expect(sent("badexample.com") == nil)
        #expect(sent("a.example.com", secure: true) == "a=1; c=3; b=2; d=4")
        #expect(sent("a.example.com", "/", at: 1010) == "b=2")
        take("b=; Domain=example.com; Path=/; Max-Age=0")
        #expect(sent("b.example.com") == nil)
        // IP addresses have no parent domains; a cookie for the address itself stays there.
        take("i=9; Domain=0.0.1; Path=/", host: "127.0.0.1")
        take("j=10; Domain=127.0.0.1; Path=/", host: "127.0.0.1")
        #expect(sent("10.0.0.1") == nil)
        #expect(sent("127.0.0.1") == "j=10")
    }

    @Test("CMCD data are sent in four fields, in the query, or not at all")
    func commonMediaClientData() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        let facts = [
            "bl=21300", "br=3200", "bs", "cid=\"faec5fc2\"", "com.example-x=1", "d=4004", "mtp=25400", "ot=v", "rtp=15000", "sf=h",
        ]
        for mode in [CommonMediaClientDataMode.off, .headers, .query] {
            var configuration = HTTPTransport.Configuration()
            configuration.commonMediaClientData = mode
            let url = origin.address + "/a?q=1"
            let response = try await HTTPTransport(configuration).open(
                TransportRequest(url: url, limits: generousLimits, commonMediaClientData: facts))
            #expect(response.url == url)
        }
        let requests = origin.requests
        #expect(requests[0].query == "q=1")
        #expect(requests[1].query == "q=1")
        #expect(requests[1].header("CMCD-Object") == "br=3200,d=4004,ot=v")
        #expect(requests[1].header("CMCD-Request") == "bl=21300,com.example-x=1,mtp=25400")
        #expect(requests[1].header("CMCD-Session") == "cid=\"faec5fc2\",sf=h")
        #expect(requests[1].header("CMCD-Status") == "bs,rtp=15000")
        #expect(requests[2].header("CMCD-Object") == nil)
        #expect(
            requests[2].query
                == "q=1&CMCD=bl%3D21300%2Cbr%3D3200%2Cbs%2Ccid%3D%22faec5fc2%22%2Ccom.example-x%3D1%2Cd%3D4004%2Cmtp%3D25400%2Cot%3Dv%2Crtp%3D15000%2Csf%3Dh"
        )
    }

    @Test("CMCD version 2 data are sent in the fields of its own table")
    func secondVersion() async throws {
        let origin = try await FaultyOrigin(["/a": [1]])
        var configuration = HTTPTransport.Configuration()
        configuration.commonMediaClientData = .headers
        let facts = [
            "bl=(21300)", "br=(3200)", "bsa=(1)", "bsd=(420)", "bsda=(420)", "cdn=\"A\"", "d=4004", "dfa=2", "ec=(\"x\")", "lb=(1000)",
            "ltc=9000", "msd=310", "mtp=(25400)", "nor=(\"s2.mp4\")", "ot=v", "pr=1.5", "pt=12000", "rtp=15000", "sf=h", "sid=\"s\"",
            "st=l", "sta=p", "tb=(6000)", "tbl=(30000)", "v=2",
        ]
        _ = try await HTTPTransport(configuration).open(
            TransportRequest(url: origin.address + "/a", limits: generousLimits, commonMediaClientData: facts))
        let request = try #require(origin.requests.first)
        #expect(request.header("CMCD-Object") == "br=(3200),d=4004,lb=(1000),ot=v,tb=(6000)")
        #expect(request.header("CMCD-Request") == "bl=(21300),dfa=2,ltc=9000,mtp=(25400),nor=(\"s2.mp4\"),sta=p,tbl=(30000)")
        #expect(request.header("CMCD-Session") == "msd=310,sf=h,sid=\"s\",st=l,v=2")
        #expect(request.header("CMCD-Status") == "bsa=(1),bsd=(420),bsda=(420),cdn=\"A\",ec=(\"x\"),pr=1.5,pt=12000,rtp=15000")
        #expect(request.query == nil)
    }

    @Test("A key ends at its equals sign, even if a combining character follows")
    func combining() {
        let data = ClientDataFields(pairs: ["br=\u{31E}1", "ot=\u{301}v"])
        #expect(data.headers["CMCD-Object"] == "br=\u{31E}1,ot=\u{301}v")
    }

    @Test("A report is posted to its collector in either format, without request CMCD data", arguments: [ClientReport.Format.lines, .json])
    func report(format: ClientReport.Format) async throws {
        let origin = try await FaultyOrigin { _ in OriginResponse(status: 204) }
        var configuration = HTTPTransport.Configuration()
        configuration.commonMediaClientData = .query
        let body = format == .json ? "[{\"e\":\"ps\"}]" : "e=ps,sta=p\ne=t,sta=p\n"
        let report = ClientReport(url: origin.address + "/cmcd?site=1", format: format, body: body)
        #expect(try await HTTPTransport(configuration).bytes(of: TransportRequest(report)) == [])
        let request = try #require(origin.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/cmcd")
        #expect(request.query == "site=1")
        #expect(request.header("Content-Type") == format.contentType)
        #expect(request.header("Content-Length") == "\(body.utf8.count)")
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        #expect(request.headers.allSatisfy { !$0.name.hasPrefix("CMCD") })
    }

    @Test("Compressed text is requested and decompressed only if enabled")
    func compression() async throws {
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01, 0xE3,
            0x51, 0x3D, 0x8D, 0x17, 0x00, 0x00, 0x00,
        ]
        let origin = try await FaultyOrigin { request in
            request.header("Accept-Encoding") == nil
                ? .text("plain") : OriginResponse(headers: [("Content-Encoding", "gzip")], body: .bytes(packed))
        }
        var configuration = HTTPTransport.Configuration()
        #expect(try await text(HTTPTransport(configuration), origin.address) == "plain")
        configuration.compression = true
        #expect(try await text(HTTPTransport(configuration), origin.address) == "hello hello hello hello")
    }

    private func text(_ transport: HTTPTransport, _ url: String) async throws -> String {
        let request = TransportRequest(url: url + "/a", limits: generousLimits, acceptsCompression: true)
        return String(decoding: try await transport.bytes(of: request), as: UTF8.self)
    }

    @Test("A response's headers are converted for the session")
    func head() async throws {
        let origin = try await FaultyOrigin { _ in
            OriginResponse(
                headers: [
                    ("Age", "12"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("CMSD-Dynamic", "\"cdn\";etp=76;rtt=32, \"edge\";etp=5100"),
                ], body: .bytes([1, 2, 3]))
        }
        let response = try await HTTPTransport().open(TransportRequest(origin.address + "/a"))
        #expect(
            response.head
                == ResponseHead(
                    status: 200, url: origin.address + "/a", contentLength: 3, age: 12, date: 784_111_777,
                    server: ServerData(dynamic: "\"cdn\";etp=76;rtt=32, \"edge\";etp=5100")))
        #expect(response.head.server.throughput == 5100)
    }
}
