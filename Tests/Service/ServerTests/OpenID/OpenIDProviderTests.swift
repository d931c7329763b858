// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxServer

@Suite("Signing in with a provider of others", .enabled(if: OpenIDServer.program != nil)) struct OpenIDProviderTests {
    /// A request of a browser at the provider, without following its redirect.
    private static func request(_ method: String, _ address: String, _ type: String, _ body: String) async throws -> (Int, String?) {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: address)
        request.method = .RAW(value: method)
        request.headers.add(name: "Content-Type", value: type)
        request.body = .bytes(ByteBuffer(string: body))
        do {
            let answer = try await client.execute(request, timeout: .seconds(30))
            _ = try await answer.body.collect(upTo: 1 << 20)
            try await client.shutdown()
            return (Int(answer.status.code), answer.headers.first(name: "Location"))
        } catch {
            try await client.shutdown()
            throw error
        }
    }

    @Test("Somebody who was invited signs in, comes back, and leaves") func wholeWay() async throws {
        let provider = try await OpenIDServer()
        let profile = #"{"email":"ada@example.org","email_verified":true,"name":"Ada"}"#
        #expect(try await Self.request("PUT", "\(provider.issuer)/users/ada", "application/json", profile).0 == 204)
        try await RunningService.with { settings, _ in
            var provider = OpenIDSettings(name: "Mock", issuer: provider.issuer, clientID: "studio")
            provider.clientSecret = "secret"
            settings.providers = [provider]
        } _: { service in
            // The provider has the time of this machine.
            service.clock.advance(by: Date().timeIntervalSince(service.clock.now))
            try await service.catalogue.resources.save(Business(id: "b1", name: "One"), at: service.clock.now)
            func back(_ address: String, _ form: String) async throws -> String {
                let (status, location) = try await Self.request("POST", address, "application/x-www-form-urlencoded", form)
                let text = try #require(location, "\(status)")
                return String(text.dropFirst(service.address.count))
            }
            var browser = ProviderBrowser(service)
            #expect(try await browser.get(try await back(browser.begin(), "sub=ada")).status == 401)
            _ = try await ProviderSignInTests.invite(service)
            let reply = try await browser.get(try await back(browser.begin(next: "/studio/videos"), "sub=ada"))
            #expect(reply.destination == "/studio/videos", "\(reply.refusal ?? reply.text)")
            #expect(try await browser.isSignedIn())
            var again = ProviderBrowser(service)
            #expect(try await again.get(try await back(again.begin(), "sub=ada")).destination == "/studio")
            // Somebody else of the provider, and who changes their mind there. This provider then leaves out the state.
            #expect(try await again.get(try await back(again.begin(), "sub=bob")).status == 401)
            #expect(try await again.get(try await back(again.begin(), "action=deny")).status == 401)
        }
    }
}
