// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A playlist of thumbnail images (EXT-X-IMAGE-STREAM-INF, an extension).
public struct ImagePlaylist: Hashable, Sendable {
    /// Absolute URL of the playlist.
    public var url: String
    /// Size of one thumbnail.
    public var size: PixelSize?
    /// Peak bit/s; 0 when unknown.
    public var bandwidth: Int

    public init(url: String, size: PixelSize? = nil, bandwidth: Int = 0) {
        self.url = url
        self.size = size
        self.bandwidth = bandwidth
    }
}

extension Presentation {
    /// The playlist for thumbnails of a given width: the smallest images that are wide enough, else the widest.
    /// - Parameter width: in pixels.
    public func imagePlaylist(for width: Int) -> ImagePlaylist? {
        var best: ImagePlaylist?
        for candidate in images {
            guard let known = best else {
                best = candidate
                continue
            }
            let (held, offered) = (known.size?.width ?? 0, candidate.size?.width ?? 0)
            let isBetter = held < width ? offered > held : offered >= width && offered < held
            if isBetter { best = candidate }
        }
        return best
    }
}
