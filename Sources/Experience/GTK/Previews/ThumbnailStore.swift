// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// Small pictures of what is at which time of a player's item, fetched when they are asked for.
@MainActor final class ThumbnailStore {
    private weak var player: Player?
    private var track: (address: String, track: SpriteTrack)?
    /// Decoded images, each with many pictures.
    private var sheets: ByteCache<PooledPicture>

    /// - Parameter capacity: bytes of decoded images kept.
    init(_ player: Player, capacity: Int = 48 << 20) {
        self.player = player
        sheets = ByteCache(capacity: capacity)
    }

    func picture(at time: Double) async -> (any Picture)? {
        guard let address = player?.metadata.thumbnails, let track = await track(at: address), let tile = track.tile(at: time) else {
            return nil
        }
        guard let sheet = await sheet(at: tile.address) else { return nil }
        return tile.part.map { sheet.part($0) } ?? sheet
    }

    private func track(at address: String) async -> SpriteTrack? {
        if let track, track.address == address { return track.track }
        guard let bytes = await player?.images.bytes(of: .url(address)) else { return nil }
        let loaded = SpriteTrack(bytes, address: address)
        track = (address, loaded)
        return loaded
    }

    private func sheet(at address: String) async -> PooledPicture? {
        if let kept = sheets.value(address) { return kept }
        guard let file = await player?.images.bytes(of: .url(address)), let sheet = await ImageDecoder.picture(of: file) else { return nil }
        sheets.keep(sheet, bytes: sheet.stride * sheet.size.height, as: address)
        return sheet
    }
}
