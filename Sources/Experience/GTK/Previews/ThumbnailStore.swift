// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming

/// Thumbnails of a player's item by time, fetched on demand.
@MainActor final class ThumbnailStore {
    private weak var player: Player?
    private var track: (address: String, track: SpriteTrack)?
    private var tiles: (address: String, tiles: ImageTiles?)?
    /// Width in pixels, equal to the bubble's on a normal-density screen.
    private static let width = 160
    /// Decoded sprite sheets.
    private var sheets: ByteCache<PooledPicture>

    /// - Parameter capacity: bytes of decoded images to keep.
    init(_ player: Player, capacity: Int = 48 << 20) {
        self.player = player
        sheets = ByteCache(capacity: capacity)
    }

    func picture(at time: Double) async -> (any Picture)? {
        if let tile = await tile(at: time), let sheet = await sheet(at: tile.address) {
            return tile.part.map { sheet.part($0) } ?? sheet
        }
        // No sprites are available, so decode a frame of the media.
        guard let frame = await player?.thumbnail(at: time, width: Self.width) else { return nil }
        let pool = PicturePool(capacity: 0)
        return try? pool.picture(frame.size, pixelAspectRatio: frame.pixelAspectRatio, orientation: frame.orientation) {
            memory, stride throws(CodecError) in
            try PictureConverter(layout: .bgra).convert(frame, to: frame.size, into: memory.baseAddress!, stride: stride)
        }
    }

    /// Thumbnails from the metadata take precedence over those of the stream.
    private func tile(at time: Double) async -> SpriteTrack.Tile? {
        if let address = player?.metadata.thumbnails { return await track(at: address)?.tile(at: time) }
        guard let images = player?.imagePlaylist(for: Self.width), let tiles = await tiles(at: images.url) else { return nil }
        return tiles.tile(at: time).flatMap(SpriteTrack.Tile.init)
    }

    private func tiles(at address: String) async -> ImageTiles? {
        if let tiles, tiles.address == address { return tiles.tiles }
        guard let bytes = await player?.images.bytes(of: .url(address)) else { return nil }
        let loaded = ImageTiles(playlist: bytes, url: address)
        tiles = (address, loaded)
        return loaded
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
