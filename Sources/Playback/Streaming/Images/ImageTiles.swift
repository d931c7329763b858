// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
public import WindowboxMedia

/// Finds the image, and the area within it, for a time, from the media playlist of an ``ImagePlaylist``.
///
/// An image with EXT-X-TILES holds many thumbnails, row by row; any other image is one thumbnail.
public struct ImageTiles: Sendable {
    /// One thumbnail: the part of an image that shows a range of the item.
    public struct Tile: Hashable, Sendable {
        /// Seconds on the item's timeline.
        public var timeRange: TimeRange
        /// URL of the image.
        public var url: String
        /// Byte range of the image within the resource at ``url``; nil means all of it.
        public var bytes: ByteSpan?
        /// Area of the thumbnail in the image, in pixels; nil means the full image.
        public var area: PixelRectangle?
    }

    private let segments: [MediaSegment]

    /// - Parameters:
    ///   - playlist: the bytes of a media playlist.
    ///   - url: the URL they came from, after redirects.
    /// - Returns: nil if it isn't a media playlist, or if it has no EXT-X-ENDLIST: images can't be placed on a moving timeline.
    public init?(playlist: [UInt8], url: String) {
        guard case .media(let media) = Playlist.parse(playlist, baseURL: url).playlist, media.isEndList else { return nil }
        var found: [MediaSegment] = []
        for segment in media.segments where segment.duration > 0 { found.append(segment) }
        segments = found
    }

    /// The tile for a time in seconds from the start; nil before the first image, after the last one and where an image is missing.
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
        // If a layout has fewer tiles than its segment's duration needs, the last tile covers the rest.
        let (places, isTooMany) = tiles.columns.multipliedReportingOverflow(by: tiles.rows)
        let requested = elapsed / tiles.duration
        let index = requested < 1e9 ? min(Int(requested), (isTooMany ? Int.max : places) - 1) : 0
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
