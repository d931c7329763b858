// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxServiceKit

/// The provider is on another site than Studio, so that the browser applies its rules for cookies.
@Suite("Signing in with a provider in a browser", .serialized, .timeLimit(.minutes(4)), .enabled(if: OpenIDServer.program != nil))
struct ProviderBrowserTests {
    private static func with(_ provider: OpenIDServer, _ body: @Sendable (ServedPages) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-provider-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        let settings = ["database=\(database)", "live-ports=0", "log-level=notice", "tokens-per-minute=10000"]
        // Its address must be known before it starts.
        let program = ServiceProgram(settings: settings)
        try await program.start()
        let port = await program.port
        await program.end()
        let address = "http://localhost:\(port)"
        let further = [
            "listen=127.0.0.1:\(port)", "public-url=\(address)", "oidc-issuer=\(provider.issuer)", "oidc-client=studio",
            "oidc-secret=secret", "oidc-name=Mock",
        ]
        try await RunningProgram.with("windowbox-service", (settings + further).flatMap { ["--set", $0] }) { running in
            _ = try await running.port()
            let catalogue = try await Catalogue(database)
            do { try await body(ServedPages(address: address, catalogue: catalogue, program: program)) } catch {
                try? await catalogue.close()
                throw error
            }
            try await catalogue.close()
        }
    }

    @Test("Somebody who was invited signs in at the provider, arrives in Studio, and signs out") func wholeWay() async throws {
        let provider = try await OpenIDServer()
        var request = HTTPClientRequest(url: "\(provider.issuer)/users/ada")
        request.method = .PUT
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: #"{"email":"ada@example.org","email_verified":true,"name":"Ada"}"#))
        #expect(try await ServedPages.client.execute(request, timeout: .seconds(60)).status == .noContent)
        try await Self.with(provider) { served in
            try await served.administrator().call(
                .POST, "/v1/admin/people", ["email": "ada@example.org", "name": "Ada", "role": "editor"])
            try await Browser.with { browser in
                try await browser.open(served.address + "/studio/videos")
                try await browser.click(try await browser.find(role: "link", name: "Sign in with Mock"))
                try await browser.wait(
                    for: "return location.hostname === '127.0.0.1' && document.querySelector('input[name=sub]') !== null")
                try await browser.type("ada", into: try await browser.find("input[name=sub]"))
                try await browser.click(try await browser.find(role: "button", name: "Authorize"))
                try await browser.wait(for: "return document.querySelector('meta[name=studio-token]') !== null")
                #expect(try await browser.run("return location.pathname") == "\"/studio/videos\"")
                try await browser.click(try await browser.find(role: "button", name: "Sign out"))
                try await browser.wait(for: "return location.pathname === '/studio/sign-in'")
                try await browser.open(served.address + "/studio")
                #expect(try await browser.run("return document.querySelector('meta[name=studio-token]') === null") == "true")
            }
        }
    }
}
