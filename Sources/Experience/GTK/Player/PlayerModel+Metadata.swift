// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
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
        return chapters + spans
    }

    public var isAudioOnly: Bool { player.mediaType == .audio }
    public var viewport: Viewport { player.metadata.viewport }
    public var artwork: ImageSource { player.metadata.image }
    public var imageCopyright: String { player.metadata.imageCopyright ?? "" }

    public func imageBytes(of source: ImageSource) async -> [UInt8]? {
        await player.images.bytes(of: source, isConstrained: player.networkConditions.isConstrained)
    }

    public func thumbnail(at time: Double) async -> (any Picture)? { await thumbnails.picture(at: time) }

    public func skipInterval(_ direction: SkipDirection) -> Double { player.configuration.interval(forSkip: direction) }
    public func canSkip(_ direction: SkipDirection) -> Bool { player.canSkip(direction) }
    public func skip(_ direction: SkipDirection) { player.skip(direction) }

    /// What the player does by itself, as people are told of it.
    public var notices: AsyncStream<PlayerNotice> {
        let (stream, listener) = AsyncStream.makeStream(of: PlayerNotice.self, bufferingPolicy: .bufferingNewest(8))
        let telling = [
            Task { [events = player.events] in
                for await event in events { if let notice = PlayerNotice(event) { listener.yield(notice) } }
                listener.finish()
            },
            Task { [weak player, states = player.propertiesUpdates] in
                var changes = NoticeRule()
                for await _ in states {
                    guard let player else { return }
                    let isOffline = player.error.map { .network ~= $0 } ?? false
                    for notice in changes.handle(player.currentItemID?.number, player.streamType, isOffline: isOffline) {
                        listener.yield(notice)
                    }
                }
            },
        ]
        listener.onTermination = { _ in for task in telling { task.cancel() } }
        return stream
    }
}
