// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxOrigin

@testable import WindowboxServer

@Suite("The configuration of providers") struct OpenIDConfigurationTests {
    private static let usual = [
        ("public-url", "https://tv.example.org"), ("oidc-issuer", "https://login.example.org"), ("oidc-client", "studio"),
    ]

    private static func providers(_ more: [(String, String)], environment: [String: String] = [:]) throws -> [OpenIDSettings] {
        var configuration = try ServiceConfiguration(
            file: nil, environment: environment, arguments: more.map { (name: $0.0, value: $0.1) })
        try configuration.findProviders()
        return configuration.settings.providers
    }

    @Test("Providers are read in order, with secrets from a file or the environment") func providers() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "wb-oidc-\(UUID().uuidString)")
        try Data("the secret\nmore\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let found = try Self.providers(
            Self.usual + [
                ("oidc-secret-file", file.path), ("oidc-domains", "Example.org, example.com"), ("oidc-role", "analyst"),
                ("oidc-business", "b1"), ("oidc-trust-mfa", "yes"), ("oidc-3-issuer", "http://127.0.0.1"), ("oidc-3-client", "other"),
                ("oidc-3-name", "Third"),
            ], environment: ["WINDOWBOX_OIDC_3_SECRET": "another"])
        #expect(found.map(\.id) == ["1", "3"])
        #expect(found.map(\.name) == ["login.example.org", "Third"])
        #expect(found.map(\.clientSecret) == ["the secret", "another"])
        #expect(found[0].domains == ["example.org", "example.com"] && found[0].role == .analyst && found[0].businessID == "b1")
        #expect(found.map(\.trustsSecondFactor) == [true, false])
        #expect(try Self.providers([]).isEmpty)
    }

    /// Settings, and how the error about them begins.
    private static let wrong: [([(String, String)], String)] = [
        ([("oidc-issuer", "http://login.example.org")], "oidc-issuer must be an https address"),
        ([("oidc-issuer", "login.example.org")], "oidc-issuer must be an https address"),
        ([("oidc-client", "studio")], "oidc-issuer: The other settings"),
        ([("oidc-2-issuer", "https://login.example.org")], "oidc-2-client: The provider needs"),
        ([("oidc-issuer", "https://login.example.org"), ("oidc-client", "x")], "public-url: Providers send people back"),
        (usual + [("oidc-role", "editor")], "oidc-domains: Without them, everybody"),
        (usual + [("oidc-role", "editor"), ("oidc-domains", "example.org")], "oidc-business: Set the ID"),
        (usual + [("oidc-role", "owner")], "oidc-role must be editor, contributor, moderator, analyst or host"),
        (usual + [("oidc-domains", "@example.org")], "oidc-domains must be domains"),
        (usual + [("oidc-secret-file", "/nowhere")], "oidc-secret-file: The first line of /nowhere"),
        (usual + [("oidc-secret-file", "/nowhere"), ("oidc-secret", "x")], "oidc-secret: There is a file"),
        (usual + [("oidc-9-client", "x")], "\"oidc-9-client\" is not a setting"),
    ]

    @Test("What is missing or unsafe is reported with its setting", arguments: wrong)
    func faults(settings: [(String, String)], expected: String) {
        let fault = #expect(throws: ConfigurationFault.self) { _ = try Self.providers(settings) }
        #expect(fault?.description.contains(expected) == true, "\(fault?.description ?? "")")
    }

    @Test("With TLS, the cookie of a sign-in can't be set by another host, nor read by scripts") func cookie() async throws {
        let provider = try await FakeProvider(SetClock())
        try await RunningService.with { settings, _ in
            (settings.publicURL, settings.providers) = ("https://tv.example.org", [provider.settings()])
        } _: { service in
            var browser = ProviderBrowser(service)
            let reply = try await browser.get("/studio/sign-in/with/1")
            let field = try #require(reply["Set-Cookie"])
            #expect(field.hasPrefix("__Host-windowbox_provider="))
            #expect(field.hasSuffix("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"))
            let query = FakeProvider.values(String(try #require(reply["Location"]).split(separator: "?")[1]))
            #expect(query["redirect_uri"] == "https://tv.example.org/studio/sign-in/return/1")
        }
        await provider.origin.stop()
    }
}
