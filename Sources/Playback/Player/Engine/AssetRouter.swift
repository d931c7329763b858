// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxStreaming
import WindowboxTransport

/// Routes an item's requests to the item's own loader, with its headers, and all others to the player's transport.
///
/// Requests of an item have the item's address as their referrer; the first one is for that address itself.
final class AssetRouter: Transport {
    enum Role: Hashable { case current, next }

    private let base: any Transport
    private let admittedByRole = Mutex<[Role: Asset.Media]>([:])

    init(base: any Transport) { self.base = base }

    /// - Returns: the address for the engine; nil if the asset has no media.
    func admit(_ asset: Asset?, as role: Role) -> String? {
        var media: Asset.Media?
        if case .media(let found) = asset?.source { media = found }
        admittedByRole.withLock { $0[role] = media }
        return media?.address
    }

    /// Makes the next item the current one.
    func moveOn() {
        admittedByRole.withLock { admitted in
            if let next = admitted.removeValue(forKey: .next) { admitted[.current] = next }
        }
    }

    private var admitted: [Asset.Media] {
        admittedByRole.withLock { admitted in [admitted[.current], admitted[.next]].compactMap { $0 } }
    }

    // MARK: Bytes

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let media = admitted.first { $0.isRouted && ($0.address == request.referrer || $0.address == request.url) }
        return try await (media?.transport(over: base) ?? base).open(request)
    }

    // MARK: Keys

    /// - Returns: the key provider of the item with an address. The provider of another item is never used.
    func keyProviders(at address: String) -> [any KeyProvider] {
        admitted.first { $0.address == address }?.keys.map { [$0] } ?? []
    }
}

extension Asset.Media {
    fileprivate var isRouted: Bool { loader != nil || hasHeaders }
}
