// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WindowboxCatalogue
import WindowboxContract

/// A program that may manage a business, identified by an id and a secret that only the program has.
public struct ClientProgram: StoredResource {
    public static let kind = "client"

    public var id: String
    public var businessID: String
    public var name: String
    public var scopes: [String]
    /// A hash of the secret. A fast hash is enough, because the secret is too long to be guessed.
    var secretHash: String
    public var createdAt: Date

    public var parentID: String { businessID }

    /// Every scope that exists.
    public static let allScopes = [
        "businesses:read", "businesses:write", "apps:read", "apps:write", "stores:read", "stores:write", "ads:read", "ads:write",
        "webhooks:read", "webhooks:write", "channels:read", "channels:write", "videos:read", "videos:write", "drafts:write",
        "playlists:read",
        "playlists:write", "products:read", "products:write", "livestreams:read", "livestreams:write", "orders:read", "orders:write",
        "contacts:read", "insights:read", "moderation:read", "moderation:write", "people:read", "people:write", "audit:read",
    ]

    /// Creates a client and its secret. Only the secret's hash is kept, so it can't be recovered later.
    public static func make(business: String, name: String, scopes: [String], at now: Date) -> (client: ClientProgram, secret: String) {
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
        let client = ClientProgram(
            id: OpaqueID.make(), businessID: business, name: name, scopes: scopes, secretHash: hash(secret), createdAt: now)
        return (client, secret)
    }

    func has(secret: String) -> Bool {
        zip(Self.hash(secret).utf8, secretHash.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ secret: String) -> String { Data(SHA256.hash(data: Data(secret.utf8))).base64URL }
}
