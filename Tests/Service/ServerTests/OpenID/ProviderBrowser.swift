// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// A browser that signs in with a provider. It keeps all its cookies.
struct ProviderBrowser: Sendable {
    let service: RunningService
    private(set) var cookies: [String: String] = [:]

    init(_ service: RunningService) { self.service = service }

    mutating func get(_ path: String) async throws -> Reply {
        var browsing = try await StudioBrowsing(service)
        browsing.cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let reply = try await browsing.get(path)
        for field in reply.fields["Set-Cookie"] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[pair[0]] = pair.count == 2 && !pair[1].isEmpty ? pair[1] : nil
        }
        return reply
    }

    /// The provider's address to which it is sent.
    mutating func begin(_ provider: String = "1", next: String = "") async throws -> String {
        let reply = try await get("/studio/sign-in/with/\(provider)\(next.isEmpty ? "" : "?next=\(next)")")
        try #require(reply.status == 303, "\(reply.status) \(reply.text.suffix(1500))")
        return try #require(reply["Location"])
    }

    /// Signs in, from the first click to the page on which it arrives.
    mutating func signIn(_ provider: FakeProvider, next: String = "") async throws -> Reply {
        try await get(provider.authorize(try await begin(next: next)))
    }

    /// Whether Studio's pages open.
    mutating func isSignedIn() async throws -> Bool { try await get("/studio/account").status == 200 }
}

extension Reply {
    /// Where the landing page goes on.
    var destination: String? { self["Refresh"]?.split(separator: "=", maxSplits: 1).last.map(String.init) }
    /// The message on the sign-in page.
    var refusal: String? { text.firstMatch(of: /id="sign-in-fault" role="alert">([^<]*)</).map { String($0.1) } }
}
