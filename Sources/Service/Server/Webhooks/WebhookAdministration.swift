// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

extension Webhook: BusinessOwned {
    static let operationName = "Webhook"
    /// The limit per business.
    private static let maximumWebhooks = 100

    static func blank(id: String, business: String, at now: Date) -> Webhook {
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
        return Webhook(id: id, businessID: business, url: "", types: [], secret: secret)
    }

    func check(after before: Webhook?, in catalogue: Catalogue) async throws {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw APIError(.invalidField, "Enter an address that begins with https:// or http://.", field: "url")
        }
        try FieldCheck.address(url, "url")
        guard (1...50).contains(types.count), types.allSatisfy(Self.isType) else {
            throw APIError(.invalidField, "Enter 1 to 50 types such as \"video_created\", or \"*\" for all.", field: "types")
        }
        guard let secret, before != nil || (32...128).contains(secret.utf8.count) else {
            throw APIError(.invalidField, "A secret needs 32 to 128 bytes. Leave it out to have one created.", field: "secret")
        }
        if let before, before.secret != secret {
            throw APIError(.invalidField, "It can't be changed. Create another webhook, then delete this one.", field: "secret")
        }
        guard before == nil else { return }
        let others = try await catalogue.resources.list(
            Webhook.self, parent: businessID, before: nil, since: nil, limit: Self.maximumWebhooks)
        guard others.count < Self.maximumWebhooks else {
            throw APIError(.conflict, "There can be at most \(Self.maximumWebhooks) webhooks. Delete one first.")
        }
    }

    /// The stored form: the secret is encrypted.
    func sealed(in vault: Vault) throws -> Webhook {
        var webhook = self
        webhook.secret = try secret.map(vault.seal)
        return webhook
    }

    /// Checked again for each delivery, because the name may resolve differently by then.
    func check(against rule: AddressPolicy) async throws {
        do { try await rule.check(url) } catch let error as UploadError {
            throw APIError(.invalidField, error.description, field: "url")
        }
    }

    private static func isType(_ text: String) -> Bool {
        text == "*"
            || ((1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
                    default: false
                    }
                })
    }

    /// Hides the secret, which can't be read again.
    func presented(by catalogue: Catalogue, at now: Date) -> Webhook {
        var redacted = self
        redacted.secret = nil
        return redacted
    }

    func presentedOnCreation(by catalogue: Catalogue, at now: Date) -> Webhook { self }
}
