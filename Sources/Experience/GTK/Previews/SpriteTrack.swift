// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxCaptions
import WindowboxMedia
import WindowboxStreaming

/// Thumbnail tiles by time, from a WebVTT file with cues of the form `address#xywh=x,y,width,height`.
struct SpriteTrack: Hashable {
    struct Tile: Hashable {
        var timeRange: TimeRange
        /// URL of the image that contains the tile.
        var address: String
        /// In pixels of the image; nil for the complete image.
        var part: PixelRectangle?
    }

    private(set) var tiles: [Tile] = []

    /// - Parameter address: URL of the file, the base of relative image URLs.
    init(_ bytes: [UInt8], address: String) {
        let base = URL(string: address)
        let document = CaptionDocument.read(bytes, as: .webVTT, limits: CaptionLimits(cues: 100_000))
        tiles = document.cues.compactMap { cue in
            guard cue.start < cue.end else { return nil }
            let timeRange = TimeRange(start: cue.start.seconds, end: cue.end.seconds)
            let parts = cue.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty, let url = URL(string: String(name), relativeTo: base) else { return nil }
            let fragment = parts.count > 1 ? parts[1] : ""
            guard fragment.hasPrefix("xywh=") else { return Tile(timeRange: timeRange, address: url.absoluteString, part: nil) }
            let numbers = fragment.dropFirst(5).trimmingPixelUnit.split(separator: ",").compactMap { UInt16($0).map(Int.init) }
            guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
            let part = PixelRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            return Tile(timeRange: timeRange, address: url.absoluteString, part: part)
        }
    }

    func tile(at time: Double) -> Tile? { tiles.first { $0.timeRange.contains(time) } }
}

extension SpriteTrack.Tile {
    /// nil for an image stored in a byte range: only complete files are fetched.
    init?(_ tile: ImageTiles.Tile) {
        guard tile.bytes == nil else { return nil }
        self.init(timeRange: tile.timeRange, address: tile.url, part: tile.area)
    }
}

extension Substring {
    fileprivate var trimmingPixelUnit: Substring { hasPrefix("pixel:") ? dropFirst(6) : self }
}
