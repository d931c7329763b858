// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
public import WindowboxMedia

/// Which part of which image shows what is at a time, from the media playlist of an ``ImagePlaylist``.
///
/// Images with EXT-X-TILES hold many thumbnails, row by row; others are one each.
public struct ImageTiles: Sendable {
    public struct Tile: Hashable, Sendable {
        /// Seconds on the item's timeline.
        public var timeRange: TimeRange
        /// Of the image.
        public var url: String
        /// Bytes of the resource at ``url`` that are the image; nil is all of it.
        public var bytes: ByteSpan?
        /// Pixels of the image; nil is all of it.
        public var area: PixelRectangle?
    }

    private let segments: [MediaSegment]

    /// - Parameters:
    ///   - playlist: the bytes of a media playlist.
    ///   - url: where they came from, after redirects.
    /// - Returns: nil for what is no media playlist, or one that goes on: its images have no place on a moving timeline.
    public init?(playlist: [UInt8], url: String) {
        guard case .media(let media) = Playlist.parse(playlist, baseURL: url).playlist, media.isEndList else { return nil }
        var found: [MediaSegment] = []
        for segment in media.segments where segment.duration > 0 { found.append(segment) }
        segments = found
    }

    /// What shows a time, in seconds from the beginning; nil before it, behind the last image, and where an image is missing.
    public func tile(at time: Double) -> Tile? {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let segment = segments[low - 1]
        let elapsed = time - segment.start
        guard elapsed < segment.duration, !segment.isGap else { return nil }
        let bytes = segment.byteRange.map { ByteSpan(offset: $0.offset, length: $0.length) }
        guard let tiles = segment.tiles, tiles.duration > 0, tiles.columns > 0, tiles.rows > 0 else {
            let whole = TimeRange(start: segment.start, end: segment.start + segment.duration)
            return Tile(timeRange: whole, url: segment.uri.url, bytes: bytes, area: nil)
        }
        // A layout that has fewer places than its segment has time shows the last one for the rest.
        let (places, isTooMany) = tiles.columns.multipliedReportingOverflow(by: tiles.rows)
        let wanted = elapsed / tiles.duration
        let index = wanted < 1e9 ? min(Int(wanted), (isTooMany ? Int.max : places) - 1) : 0
        let start = segment.start + Double(index) * tiles.duration
        let end = min(start + tiles.duration, segment.start + segment.duration)
        let (x, tooWide) = (index % tiles.columns).multipliedReportingOverflow(by: tiles.size.width)
        let (y, tooHigh) = (index / tiles.columns).multipliedReportingOverflow(by: tiles.size.height)
        guard !tooWide, !tooHigh else { return nil }
        return Tile(
            timeRange: TimeRange(start: start, end: max(start, end)), url: segment.uri.url, bytes: bytes,
            area: PixelRectangle(x: x, y: y, width: tiles.size.width, height: tiles.size.height))
    }
}
