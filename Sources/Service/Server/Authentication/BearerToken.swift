// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxContract

/// The content of a guest's token.
struct GuestClaim: Codable, Sendable {
    var guest: String
    /// Seconds since 1970.
    var until: Int
    /// Whether the device proved the guest's secret when it got the token; nil in tokens of earlier versions.
    var isProven: Bool?

    enum CodingKeys: String, CodingKey { case guest = "g", until = "e", isProven = "p" }
}

/// The content of an administrator's token.
struct AdministratorClaim: Codable, Sendable {
    var client: String
    var business: String
    var scopes: [String]
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case client = "c", business = "b", scopes = "s", until = "e" }
}

/// A program or a person that manages one business.
struct Administrator: Hashable, Sendable {
    /// That of the client or of the person.
    var clientID: String
    var businessID: String
    var scopes: Set<String>
    var name = ""
    var isPerson = false
    /// The session of a request from Studio.
    var sessionID: String?

    /// The scope for the names and addresses of buyers and of those who take part in giveaways. Without it, they are left out.
    static let contactScope = "contacts:read"

    /// Unique among clients and people.
    var callerName: String { "\(isPerson ? "person" : "client") \(clientID)" }

    /// Resource kinds that the `businesses` scopes include. They once had no scopes of their own, and clients from that time still exist.
    private static let ofBusiness: Set<Substring> = ["apps", "stores", "ads", "webhooks"]

    /// The scope to prepare videos as drafts. Who may write videos may also prepare them.
    static let draftScope = "drafts:write"

    /// All scopes, including implied ones.
    var allScopes: Set<String> { Set(ClientProgram.allScopes.filter(has)) }

    /// Whether it has a scope. `write` implies `read`.
    func has(_ scope: String) -> Bool {
        let parts = scope.split(separator: ":")
        guard parts.count == 2 else { return scopes.contains(scope) }
        if scope == Self.draftScope, scopes.contains("videos:write") { return true }
        let kinds = [parts[0]] + (Self.ofBusiness.contains(parts[0]) ? ["businesses"] : [])
        let steps = [parts[1]] + (parts[1] == "read" ? ["write"] : [])
        return kinds.contains { kind in steps.contains { scopes.contains("\(kind):\($0)") } }
    }
}

extension Administrator {
    init(_ client: ClientProgram) {
        self.init(clientID: client.id, businessID: client.businessID, scopes: Set(client.scopes), name: client.name)
    }
}

extension HTTPFields {
    /// The token in `Authorization: Bearer …` (RFC 6750 2.1); nil without one.
    var bearerToken: Substring? {
        guard let field = self[.authorization], field.utf8.count <= 4096 else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
    }
}
