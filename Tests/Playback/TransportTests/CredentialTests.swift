// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("User name and password in URLs")
struct CredentialTests {
    @Test(
        "Credentials are removed from the URL",
        arguments: [
            ("https://me:secret@example.com/a?b=c@d", "https://example.com/a?b=c@d", "me", "secret"),
            ("http://m%40e:p%3A%2Fw@[::1]:8080", "http://[::1]:8080", "m@e", "p:/w"),
            ("http://me@example.com/", "http://example.com/", "me", ""),
            ("http://me:a:b@c@example.com#f", "http://example.com#f", "me", "a:b@c"),
        ])
    func split(url: String, address: String, user: String, password: String) throws {
        let split = try #require(HTTPCredentials.split(url))
        #expect(split.address == address)
        #expect(split.credentials == HTTPCredentials(user: user, password: password))
    }

    @Test("A URL without credentials yields none", arguments: ["https://example.com/a@b", "http://example.com?me:secret@x", "film@2x.mp4"])
    func none(url: String) { #expect(HTTPCredentials.split(url) == nil) }

    @Test("Several challenges in one or several fields are parsed, with quotes, commas and escapes")
    func challenges() {
        let fields = [
            #"Basic realm="a, \"b\" = c", Digest realm=x ,nonce="n==", qop="auth,auth-int" , algorithm=SHA-256"#, "Negotiate", "Bearer",
        ]
        #expect(
            HTTPChallenge.all(in: fields) == [
                HTTPChallenge(scheme: "basic", parameters: ["realm": #"a, "b" = c"#]),
                HTTPChallenge(
                    scheme: "digest", parameters: ["realm": "x", "nonce": "n==", "qop": "auth,auth-int", "algorithm": "SHA-256"]),
                HTTPChallenge(scheme: "negotiate"), HTTPChallenge(scheme: "bearer"),
            ])
        for text in [
            "", ",,,", "=", "\"", "a=b", "Basic realm=\"", "Basic realm=\"x\\", "Digest ===", String(repeating: "a=", count: 100_000),
        ] {
            _ = HTTPChallenge.all(in: [text])
        }
    }

    @Test("Digests match the examples in RFC 2617 and RFC 7616")
    func digests() {
        var old = HTTPAuthentication(HTTPCredentials(user: "Mufasa", password: "Circle Of Life"))
        let first = HTTPChallenge.all(in: [
            #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9""#
        ])
        let isTaken = old.take(first, wasAnswered: false)
        #expect(isTaken)
        let answer = old.answer(method: "GET", target: "/dir/index.html", clientNonce: "0a4f113b") ?? ""
        #expect(answer.contains(#"response="6629fae49393a05397450978507c4ef1""#))
        #expect(answer.contains("nc=00000001"))
        #expect(answer.contains(#"opaque="5ccc069c403ebaf9""#))
        let second = old.answer(method: "GET", target: "/", clientNonce: "x") ?? ""
        #expect(second.contains("nc=00000002"))

        let offered = ["SHA-256", "MD5"].map { name in
            #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(name), "#
                + #"nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        }
        let nonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        for (fields, response) in [
            (offered, "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            ([offered[1]], "8ca523f5e9506fed4657c9700eebdbec"),
        ] {
            var new = HTTPAuthentication(HTTPCredentials(user: "Mufasa", password: "Circle of Life"))
            let isTaken = new.take(HTTPChallenge.all(in: fields), wasAnswered: false)
            #expect(isTaken)
            let answer = new.answer(method: "GET", target: "/dir/index.html", clientNonce: nonce) ?? ""
            #expect(answer.contains("response=\"\(response)\""))
        }
    }

    @Test("Refused credentials are not retried, except with a new nonce after the old one is stale")
    func refused() {
        var authentication = HTTPAuthentication(HTTPCredentials(user: "a", password: "b"))
        func take(_ field: String, wasAnswered: Bool) -> Bool {
            authentication.take(HTTPChallenge.all(in: [field]), wasAnswered: wasAnswered)
        }
        #expect(!take("Negotiate", wasAnswered: false))
        #expect(!take(#"Digest realm="r", nonce="1", algorithm=SHA-512-256"#, wasAnswered: false))
        #expect(take(#"Digest realm="r", nonce="1", qop="auth""#, wasAnswered: false))
        #expect(!take(#"Digest realm="r", nonce="2", qop="auth""#, wasAnswered: true))
        #expect(take(#"Digest realm="r", nonce="2", qop="auth", stale=TRUE"#, wasAnswered: true))
        // A man in the middle could read the password.
        #expect(!take(#"Basic realm="r""#, wasAnswered: false))
    }

    /// An origin that requires Basic credentials, and responds with those that it received.
    private func locked(_ credentials: String, folder: String = "/") async throws -> FaultyOrigin {
        try await FaultyOrigin { request in
            guard request.path.hasPrefix(folder), request.header("Authorization") != "Basic \(credentials)" else {
                return OriginResponse(body: .bytes(Array(request.path.utf8)))
            }
            return OriginResponse(status: 401, headers: [("WWW-Authenticate", #"Basic realm="films""#)], body: .bytes([1, 2, 3]))
        }
    }

    @Test("Credentials apply to their whole origin, are asked for once, and appear in no URL or error")
    func basic() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let transport = HTTPTransport()
        let open = origin.address.replacing("://", with: "://me:secret@")
        let response = try await transport.open(TransportRequest(open + "/film.m3u8"))
        #expect(response.url == origin.address + "/film.m3u8")
        #expect(try await response.body.collect() == Array("/film.m3u8".utf8))
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/1.ts")) == Array("/1.ts".utf8))
        #expect(origin.requests.map { $0.header("Authorization") != nil } == [false, true, true])

        let wrong = await failure { () throws(TransportError) in
            try await HTTPTransport().open(TransportRequest(origin.address.replacing("://", with: "://me:wrong@") + "/a"))
        }
        #expect(wrong?.status == 401)
        #expect(wrong?.message.contains("the user name or the password is wrong") == true)
        #expect(wrong.map { "\($0)".contains("wrong@") } == false)
    }

    @Test("Credentials go to no other origin through redirects or playlists, and typed ones are kept")
    func origins() async throws {
        let other = try await locked("bWU6c2VjcmV0")
        let origin = try await FaultyOrigin(["/c": [1]], rules: [FaultRule("/a", .redirect(to: other.address + "/b"))])
        let transport = HTTPTransport()
        let first = origin.address.replacing("://", with: "://me:secret@") + "/a"
        #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(first)) }?.status == 401)
        #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })

        let typed = other.address.replacing("://", with: "://me:secret@") + "/film"
        _ = try await transport.bytes(of: TransportRequest(typed))
        let named = TransportRequest(
            url: other.address.replacing("://", with: "://you:none@") + "/x", limits: generousLimits, referrer: origin.address + "/c")
        #expect(try await transport.bytes(of: named) == Array("/x".utf8))
    }

    @Test("URL credentials are not sent if the application sets its own authorization")
    func application() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        var configuration = HTTPTransport.Configuration()
        configuration.headers = ["Authorization": "Bearer token"]
        let url = origin.address.replacing("://", with: "://me:secret@") + "/a"
        _ = await failure { () throws(TransportError) in try await HTTPTransport(configuration).open(TransportRequest(url)) }
        #expect(origin.requests.allSatisfy { $0.header("Authorization") == "Bearer token" })
    }
}
