// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxPlayer

extension PlayerModel {
    public var marks: [SeekMark] {
        let metadata = player.metadata
        let chapters = metadata.chapters.map { SeekMark(.chapter($0.title ?? ""), $0.timeRange) }
        let spans = metadata.markedRanges.compactMap { range -> SeekMark? in
            switch range.kind {
            case .blocked: SeekMark(.blocked, range.timeRange)
            case .openingCredits: SeekMark(.openingCredits, range.timeRange)
            case .closingCredits: SeekMark(.closingCredits, range.timeRange)
            case .custom: nil
            }
        }
        let breaks = ads?.breaks.map { SeekMark(.interruption, $0) } ?? []
        let part = options.part.marked.map { [SeekMark(.repeated, $0)] } ?? []
        return chapters + spans + interruptions + breaks + part
    }

    public var isAudioOnly: Bool { player.mediaType == .audio }
    public var viewport: Viewport { player.metadata.viewport }
    public var artwork: ImageSource { player.metadata.image }
    public var imageCopyright: String { player.metadata.imageCopyright ?? "" }

    public var credits: String { [player.metadata.artist, player.metadata.album].compactMap { $0 }.joined(separator: " · ") }

    public func imageBytes(of source: ImageSource) async -> [UInt8]? {
        await player.images.bytes(of: source, isConstrained: player.networkConditions.isConstrained)
    }

    public func thumbnail(at time: Double) async -> (any Picture)? { await thumbnails.picture(at: time) }

    /// Seconds per skip in both directions; nil skips by the intervals of the player's configuration.
    public var skipLength: Double? {
        get { options.skipLength }
        set { options.skipLength = newValue.flatMap { $0 > 0 ? $0 : nil } }
    }

    public func skipInterval(_ direction: SkipDirection) -> Double {
        options.skipLength ?? player.configuration.interval(forSkip: direction)
    }
    public func canSkip(_ direction: SkipDirection) -> Bool { canSeek && player.canSkip(direction) }
    public func skip(_ direction: SkipDirection) {
        guard canSeek else { return }
        if let ads {
            ads.skip(direction)
        } else if let length = options.skipLength, let seekable, player.canSkip(direction) {
            // Counted from the target of a seek in progress.
            player.seek(to: seekable.clamp(position + (direction == .forward ? length : -length)))
        } else {
            player.skip(direction)
        }
    }
}
