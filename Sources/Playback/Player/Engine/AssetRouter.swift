// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxStreaming
import WindowboxTransport

/// Sends what an item asks for to the item's own loader and key provider, with its headers; all else to the player's transport.
///
/// What an item asks for names the item's address as its referrer; the first request is for that address itself.
final class AssetRouter: Transport, KeyProvider {
    enum Place: Hashable { case current, next }

    private let base: any Transport
    private let places = Mutex<[Place: Asset.Media]>([:])

    init(base: any Transport) { self.base = base }

    /// - Returns: the address to give to the engine; nil without media.
    func admit(_ asset: Asset?, as place: Place) -> String? {
        var media: Asset.Media?
        if case .media(let found) = asset?.source { media = found }
        places.withLock { $0[place] = media }
        return media?.address
    }

    /// What was next is the current one.
    func moveOn() {
        places.withLock { places in
            if let next = places.removeValue(forKey: .next) { places[.current] = next }
        }
    }

    private var admitted: [Asset.Media] {
        places.withLock { places in [places[.current], places[.next]].compactMap { $0 } }
    }

    // MARK: Bytes

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let media = admitted.first { $0.isRouted && ($0.address == request.referrer || $0.address == request.url) }
        return try await (media?.transport(over: base) ?? base).open(request)
    }

    // MARK: Keys

    /// The question comes without the item, so any item's provider counts; the key itself comes from the right one.
    func handles(_ encryption: SegmentEncryption) -> Bool {
        admitted.contains { $0.keys?.handles(encryption) == true }
    }

    func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let media = admitted.first { $0.address == request.referrer && $0.keys?.handles(request.encryption) == true }
        // Of two items with the same kind of key, one may have no provider of its own: its keys lie at their addresses.
        return try await (media?.keys ?? IdentityKeyProvider(self)).key(for: request)
    }
}

extension Asset.Media {
    fileprivate var isRouted: Bool { loader != nil || hasHeaders }
}
