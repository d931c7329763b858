// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Signing in to Studio", .onEachDatabase) struct StudioSignInTests {
    @Test("Only a client's ID and secret sign in, and scripts can't read the cookie") func signIn() async throws {
        try await RunningService.with { service in
            var browsing = try await StudioBrowsing(service, name: "Ann <b>")
            let closed = try await browsing.get("/studio/videos")
            #expect(closed.status == 401)
            #expect(closed.text.contains("name=\"client_secret\""))
            #expect(!closed.text.contains("studio-token"))
            #expect(closed.text.contains("name=\"next\" value=\"/studio/videos\""))
            let wrong = try await browsing.signIn(secret: "<script>")
            #expect(wrong.status == 401)
            #expect(wrong["Set-Cookie"] == nil)
            #expect(wrong.text.contains("The client ID or the secret is wrong."))
            #expect(!wrong.text.contains("<script>"))
            let right = try await browsing.signIn(next: "%2Fstudio%2Fvideos")
            #expect(right.status == 303)
            #expect(right["Location"] == "/studio/videos")
            let field = try #require(right["Set-Cookie"])
            #expect(field.contains("; HttpOnly; SameSite=Strict"))
            #expect(field.contains("; Max-Age=3600;"))
            #expect(!field.contains("Secure"))
            browsing.keep(right)
            let page = try await browsing.get("/studio")
            #expect(page.status == 200)
            #expect(page.text.contains("Ann &lt;b&gt;"))
            #expect(page["Cache-Control"] == "no-store")
            #expect(page["Access-Control-Allow-Origin"] == nil)
            #expect(try #require(page["Content-Security-Policy"]).contains("script-src 'self'"))
            #expect(try await browsing.get("/studio/sign-in").status == 303)
        }
    }

    @Test("The cookie is secure when the service is reached by TLS") func secure() async throws {
        try await RunningService.with { settings, _ in
            settings.publicURL = "https://video.example"
        } _: { service in
            let reply = try await StudioBrowsing(service).signIn()
            #expect(try #require(reply["Set-Cookie"]).hasSuffix("; Secure"))
            // The proxy in front of it forwards another host.
            #expect(try await StudioBrowsing(service).signIn([("Origin", "https://video.example")]).status == 303)
            #expect(try await StudioBrowsing(service).signIn([("Origin", "https://video.exam")]).status == 403)
        }
    }

    @Test("A cookie alone does not authorize API calls: the token of its own page is required") func crossSite() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            let other = try await StudioBrowsing.signedIn(service)
            let token = try await browsing.token()
            func make(_ token: String?) async throws -> Reply {
                try await browsing.send(
                    .POST, "/v1/admin/channels", token.map { [("X-Studio-Token", $0)] } ?? [], json: #"{"name":"News"}"#)
            }
            #expect(try await make(nil).code == .invalidToken)
            #expect(try await make("").code == .invalidToken)
            #expect(try await make(other.token()).code == .invalidToken)
            #expect(try await browsing.get("/v1/admin/channels").code == .invalidToken)
            #expect(try await make(token).status == 201)
            // Pages of other sites are not allowed to send the field.
            let preflight = try await browsing.send(.OPTIONS, "/v1/admin/channels", [("Origin", "https://evil.example")])
            #expect(preflight["Access-Control-Allow-Headers"]?.contains("X-Studio-Token") == false)
        }
    }

    @Test("A socket opened by another site gets nothing, and one's own ends with the session") func sockets() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let browsing = try await StudioBrowsing.signedIn(service)
            let other = try await StudioBrowsing.signedIn(service)
            let token = try await browsing.token()
            func open(_ token: String?, by browsing: StudioBrowsing, _ query: String = "") async throws -> SocketClient {
                let protocols = token.map { "windowbox, studio.\($0)" } ?? ""
                return try await SocketClient.open(
                    service, "/studio/live/l1/socket\(query)", [("Cookie", browsing.cookie), ("Sec-WebSocket-Protocol", protocols)])
            }
            for (token, browsing) in [(nil, browsing), ("", browsing), (try await other.token(), browsing), (token, other)] {
                #expect(await (try open(token, by: browsing)).status() == 401)
            }
            // URLs are logged, so tokens in them are not accepted.
            #expect(await (try open(nil, by: browsing, "?token=\(token)")).status() == 401)
            let stranger = try await StudioBrowsing.signedIn(service, business: "b2")
            #expect(await (try open(try await stranger.token(), by: stranger)).status() == 404)
            let deaf = try await StudioBrowsing.signedIn(service, scopes: ["videos:read"])
            #expect(await (try open(try await deaf.token(), by: deaf)).status() == 403)
            #expect(try await browsing.send(.HEAD, "/studio/live/l1/socket", [("Sec-WebSocket-Protocol", "studio.\(token)")]).status == 426)
            let hears = try await open(token, by: browsing)
            #expect(await hears.status() == 101)
            _ = try await service.client().write("for you alone") { $0.isPrivate = true }
            let message = try await hears.news()
            #expect(message.type == .chatAdded)
            #expect(message.data["text"] == "for you alone")
            // After five minutes the page has to ask again, which fails after signing out.
            #expect(try await browsing.send(.POST, "/studio/sign-out", form: "token=\(token)").status == 303)
            service.clock.advance(by: 301)
            try await service.tick()
            #expect(await hears.closing() == 1008)
            #expect(await (try open(token, by: browsing, "?after=\(message.seq)")).status() == 401)
        }
    }

    @Test("Forms of other sites can't sign in or out, and no redirect leaves Studio") func foreignForms() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            #expect(try await browsing.signIn([("Origin", "https://evil.example")]).status == 403)
            #expect(try await browsing.signIn([("Sec-Fetch-Site", "cross-site")]).status == 403)
            let own = try await browsing.signIn(next: "%2F%2Fevil.example", [("Origin", service.address)])
            #expect(own.status == 303)
            #expect(own["Location"] == "/studio")
            #expect(try await browsing.send(.POST, "/studio/sign-out", form: "token=x").status == 403)
            #expect(try await browsing.get("/studio").status == 200)
        }
    }

    @Test("Signing out invalidates the cookie at once") func signOut() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            let token = try await browsing.token()
            let out = try await browsing.send(.POST, "/studio/sign-out", form: "token=\(token)")
            #expect(out.status == 303)
            #expect(out["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(try await browsing.get("/studio").status == 401)
            let asked = try await browsing.send(.GET, "/v1/admin/channels", [("X-Studio-Token", token)])
            #expect(asked.code == .invalidToken)
        }
    }

    @Test("A session expires after an idle hour, continues with activity, and ends after twelve hours") func expiry() async throws {
        try await RunningService.with { service in
            var browsing = try await StudioBrowsing.signedIn(service)
            let idle = browsing
            service.clock.advance(by: 1900)
            let page = try await browsing.get("/studio/session")
            #expect(page.status == 200)
            #expect(page["Set-Cookie"] != nil)
            #expect(try await page.json([String: String].self)["token"] == browsing.token() && page["Access-Control-Allow-Origin"] == nil)
            browsing.keep(page)
            service.clock.advance(by: 1900)
            #expect(try await idle.get("/studio").status == 401)
            for _ in 0..<21 {
                let page = try await browsing.get("/studio/session")
                #expect(page.status == 200)
                browsing.keep(page)
                service.clock.advance(by: 1900)
            }
            // 23 times 1900 seconds are more than twelve hours.
            #expect(try await browsing.get("/studio").status == 401)
        }
    }

    @Test("A modified cookie is invalid") func forgery() async throws {
        try await RunningService.with { service in
            var browsing = try await StudioBrowsing.signedIn(service)
            let good = browsing.cookie
            for bad in [
                good + "x", String(good.dropLast()), good.replacing("studio=", with: "studio=A"), "windowbox_studio=", "windowbox_studio",
            ] {
                browsing.cookie = bad
                #expect(try await browsing.get("/studio").status == 401)
            }
            // A program's token is not valid in Studio.
            browsing.cookie = "windowbox_studio=\(try await Manager(service).token)"
            #expect(try await browsing.get("/studio").status == 401)
        }
    }

    @Test("Sign-in attempts are rate limited") func attempts() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing(service)
            for _ in 0..<5 { #expect(try await browsing.signIn(secret: "wrong").status == 401) }
            let refused = try await browsing.signIn()
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] != nil)
            #expect(refused.text.contains("Too many attempts"))
            service.clock.advance(by: 11)
            #expect(try await browsing.signIn().status == 303)
        }
    }

    @Test("A deleted client or reduced scopes take effect at once") func revocation() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            #expect(try await browsing.get("/studio/videos").status == 200)
            var client = browsing.client
            client.scopes = ["channels:read"]
            try await service.catalogue.resources.save(client, at: service.clock.now)
            #expect(try await browsing.get("/studio/videos").status == 403)
            _ = try await service.catalogue.resources.delete(ClientProgram.self, id: client.id)
            #expect(try await browsing.get("/studio/channels").status == 401)
        }
    }
}
