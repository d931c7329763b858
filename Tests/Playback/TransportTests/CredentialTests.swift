// SPDX-License-Identifier: Apache-2.0

import Synchronization
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

    // MARK: Questions

    /// Answers questions one after the other, and keeps them.
    private final class Asked: Sendable {
        let challenges = Watched<[AuthenticationChallenge]>([])
        private let answers: Mutex<[HTTPCredentials?]>

        init(_ answers: HTTPCredentials?...) { self.answers = Mutex(answers) }

        var store: CredentialStore {
            CredentialStore { [self] challenge in
                challenges.change { $0.append(challenge) }
                return answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            }
        }
    }

    private func transport(_ store: CredentialStore) -> HTTPTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.credentials = store
        return HTTPTransport(configuration)
    }

    private let right = HTTPCredentials(user: "me", password: "secret")
    private let wrong = HTTPCredentials(user: "me", password: "guess")

    @Test("A user is asked until the credentials are right, is told which were refused, and is asked only once for an origin")
    func asking() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let asked = Asked(wrong, right)
        let transport = transport(asked.store)
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/a")) == Array("/a".utf8))
        #expect(try await transport.bytes(of: TransportRequest(origin.address + "/b")) == Array("/b".utf8))
        let challenges = asked.challenges.value
        #expect(challenges.map(\.refusedUser) == [nil, "me"])
        let first = try #require(challenges.first)
        #expect(first.origin == origin.address)
        #expect(first.host == "127.0.0.1" && first.port != nil)
        #expect(first.realm == "films" && first.sendsPassword && !first.isEncrypted && first.referringHost == nil)
    }

    @Test("Someone who gives no credentials gets status 401, and the same ones are not tried twice")
    func declining() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let url = origin.address + "/a"
        for asked in [Asked(), Asked(wrong, wrong)] {
            let transport = transport(asked.store)
            let error = await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }
            #expect(error?.status == 401)
            #expect(error?.reason == (asked.challenges.value.count == 1 ? .credentialsRequired : .credentialsRefused))
        }
    }

    @Test("Requests that wait for the same origin share one question")
    func sharing() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let (questions, isAnswered) = (Watched(0), Watched(false))
        let transport = transport(
            CredentialStore { [right] _ in
                questions.change { $0 += 1 }
                await isAnswered.reaches { $0 }
                return right
            })
        let loads = ["/a", "/b", "/c"].map { path in
            Task { () -> [UInt8]? in try? await transport.bytes(of: TransportRequest(origin.address + path)) }
        }
        await questions.reaches { $0 == 1 }
        isAnswered.change { $0 = true }
        var bodies: [[UInt8]?] = []
        for load in loads { bodies.append(await load.value) }
        #expect(bodies == ["/a", "/b", "/c"].map { Array($0.utf8) })
        #expect(questions.value == 1)
    }

    @Test("A question is withdrawn when the load is cancelled", .timeLimit(.minutes(1)))
    func withdrawing() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let states = Watched<[String]>([])
        let transport = transport(
            CredentialStore { _ in
                states.change { $0.append("asked") }
                // Ends only by cancellation.
                await Watched(false).reaches { $0 }
                states.change { $0.append(Task.isCancelled ? "withdrawn" : "answered") }
                return nil
            })
        let load = Task { try? await transport.bytes(of: TransportRequest(origin.address + "/a")) }
        await states.reaches { $0 == ["asked"] }
        load.cancel()
        await states.reaches { $0 == ["asked", "withdrawn"] }
    }

    @Test("Given credentials replace refused ones of the URL for good, until they are forgotten")
    func replacing() async throws {
        let origin = try await locked("bWU6c2VjcmV0")
        let asked = Asked(right)
        let store = asked.store
        let transport = transport(store)
        let url = origin.address.replacing("://", with: "://me:wrong@") + "/a"
        for _ in 0..<2 { #expect(try await transport.bytes(of: TransportRequest(url)) == Array("/a".utf8)) }
        #expect(asked.challenges.value.map(\.refusedUser) == ["me"])
        store.forget(origin.address)
        #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }?.status == 401)
        #expect(asked.challenges.value.count == 2)
    }

    @Test("Credentials go only to the origin that asked, and the question names it and who referred to it")
    func asksForOrigin() async throws {
        let other = try await locked("bWU6c2VjcmV0")
        let start = other.address.replacing("127.0.0.1", with: "localhost")
        let origin = try await FaultyOrigin([:], rules: [FaultRule("/a", .redirect(to: other.address + "/b"))])
        let asked = Asked(right)
        let transport = transport(asked.store)
        let first = origin.address.replacing("127.0.0.1", with: "localhost") + "/a"
        #expect(try await transport.bytes(of: TransportRequest(first)) == Array("/b".utf8))
        #expect(asked.challenges.value.first?.origin == other.address)
        #expect(asked.challenges.value.first?.referringHost == "localhost")
        #expect(origin.requests.allSatisfy { $0.header("Authorization") == nil })
        // Another name of the same server is another origin.
        #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(start + "/c")) }?.status == 401)
        #expect(other.requests(for: "/c").allSatisfy { $0.header("Authorization") == nil })
    }

    @Test("Nobody is asked if a password would be of no use: for other schemes, and in place of the application's own authorization")
    func useless() async throws {
        let bearer = try await FaultyOrigin { _ in OriginResponse(status: 401, headers: [("WWW-Authenticate", "Bearer")], body: .bytes([]))
        }
        let basic = try await locked("bWU6c2VjcmV0")
        let asked = Asked(right, right)
        let transport = transport(asked.store)
        let unknown = await failure { () throws(TransportError) in try await transport.open(TransportRequest(bearer.address + "/a")) }
        #expect(unknown?.status == 401 && unknown?.reason == nil)
        let own = TransportRequest(url: basic.address + "/a", headers: ["Authorization": "Bearer x"], limits: generousLimits)
        #expect(await failure { () throws(TransportError) in try await transport.open(own) }?.status == 401)
        #expect(asked.challenges.value == [])
    }

    @Test("A password is in no description")
    func descriptions() {
        var dumped = ""
        dump(right, to: &dumped)
        for text in ["\(right)", String(reflecting: right), dumped] { #expect(!text.contains("secret"), "\(text)") }
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
