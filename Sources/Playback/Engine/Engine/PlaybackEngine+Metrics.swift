// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    /// How playing the current item goes; nil without one.
    public var metrics: PlaybackMetrics? { visible.map { metrics(of: $0) } }

    private func metrics(of item: PlayingItem) -> PlaybackMetrics {
        var metrics = item.meter.read(screen.counts, at: MonotonicClock.now)
        metrics.averageVideoBitrate = item.tracks.loaded.bitrate(of: .video)
        metrics.averageAudioBitrate = item.tracks.loaded.bitrate(of: .audio)
        metrics.decoder = item.tracks.video.state.read { $0.decoder }
        return metrics
    }

    /// Tells the last metrics of an item that has left the air, or never came on it.
    func tellMetrics(_ item: PlayingItem) {
        item.meter.changed(to: .ended, at: MonotonicClock.now)
        say(.metrics(item.id, metrics(of: item)), of: item)
    }

    func tellAbilities(_ item: PlayingItem) {
        guard let source = item.source else { return }
        let (forward, back) = source.assumeIsolated { ($0.canTrick(at: 8), $0.canTrick(at: -1)) }
        let hasPictures = item.kinds.contains(.video) && (item.timeline?.seekable.duration ?? 0) > 0
        let abilities = PlaybackAbilities(canStep: hasPictures, canFastForward: hasPictures && forward, canReverse: hasPictures && back)
        guard abilities != item.abilities else { return }
        item.abilities = abilities
        say(.abilities(item.id, abilities), of: item)
    }
}
