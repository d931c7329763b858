// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

extension LiveStream {
    /// The form the catalogue stores: the encoder's key is encrypted.
    func sealed(in vault: Vault) throws -> LiveStream {
        var stream = self
        stream.ingest = try ingest?.sealed(in: vault)
        return stream
    }

    /// The form its owners see. A key that can't be decrypted becomes nil, and the next start creates a new one.
    func opened(by vault: Vault) -> LiveStream {
        var stream = self
        stream.ingest = ingest.flatMap { ingest in vault.open(ingest.key).map { LiveIngest(url: ingest.url, key: $0) } }
        return stream
    }
}

extension BusinessStore {
    /// The form the catalogue stores: the key that signs its carts is encrypted.
    func sealed(in vault: Vault) throws -> BusinessStore {
        var store = self
        store.checkoutKey = try checkoutKey.map(vault.seal)
        return store
    }

    /// The form its owners see. A key that can't be decrypted becomes nil, and the next change creates a new one.
    func opened(by vault: Vault) -> BusinessStore {
        var store = self
        store.checkoutKey = checkoutKey.flatMap(vault.open)
        return store
    }
}

extension LiveIngest {
    fileprivate func sealed(in vault: Vault) throws -> LiveIngest { LiveIngest(url: url, key: try vault.seal(key)) }
}

extension LiveEndpoints {
    /// The form the catalogue stores, see ``LiveStream/sealed(in:)``.
    func sealed(in vault: Vault) throws -> LiveEndpoints {
        var endpoints = self
        endpoints.ingest = try ingest?.sealed(in: vault)
        return endpoints
    }
}

extension VideoService {
    /// Re-encrypts everything that is stored in plain text or under an older secret with the first
    /// secret. Older secrets can be removed afterwards.
    func rotateSecrets() async throws {
        let webhooks = try await renew(Webhook.self, { $0.secret }) { $0.secret = $1 }
        let streams = try await renew(LiveStream.self, { $0.ingest?.key }) { $0.ingest?.key = $1 }
        let stores = try await renew(BusinessStore.self, { $0.checkoutKey }) { $0.checkoutKey = $1 }
        let factors = try await renew(PersonRecord.self, { $0.secondFactor?.secret }) { $0.secondFactor?.secret = $1 }
        if webhooks || streams || stores || factors { try await catalogue.clearLog() }
    }

    /// - Returns: whether anything was re-encrypted.
    private func renew<Resource: StoredResource>(
        _: Resource.Type, _ secret: @escaping @Sendable (Resource) -> String?,
        _ replace: @escaping @Sendable (inout Resource, String) -> Void
    ) async throws -> Bool {
        var last: PageCursor?
        var hasChanged = false
        while true {
            let page = try await catalogue.resources.page(Resource.self, parents: nil, before: last, since: nil, limit: Self.renewedAtOnce)
            for resource in page.resources {
                guard let old = secret(resource), let new = try vault.renewed(old) else { continue }
                hasChanged = true
                _ = try await catalogue.resources.update(Resource.self, id: resource.id, at: clock()) { current in
                    if secret(current) == old { replace(&current, new) }
                }
            }
            guard page.entries.count == Self.renewedAtOnce, let end = page.cursors.last else { return hasChanged }
            last = end
        }
    }

    private static var renewedAtOnce: Int { 200 }
}
