// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The playback status at one moment, as far as it is reported to servers.
struct PlaybackStatus: Sendable {
    var now: Instant
    var facts: PlaybackFacts
    var hasPlayed: Bool
    /// The first media playlist is loaded and the session hasn't ended.
    var isRunning: Bool
    /// The start position is known.
    var hasBegun: Bool
    /// Everything is loaded and played.
    var hasEnded: Bool
    var kind: Timeline.Kind?
    /// Bit/s; 0 while unknown.
    var throughput: Double
    var pathway: String
    /// Seconds behind the live edge; nil if not live.
    var liveLatency: Double?
    /// BANDWIDTH of the variant being loaded, bit/s.
    var bandwidth: Int?
    /// Seconds of the main content type queued ahead.
    var buffered: Double
}

/// What is reported to servers about one segment in addition to its own properties.
struct SegmentStatus: Sendable {
    var isAudioOnly = false
    var hasSeparateAudio = false
    /// Bit/s of the segment's variant, and of the variants available to ABR.
    var bandwidth: Int?
    var ladder: [Int] = []
    /// Bit/s in ``Presentation/variants`` at the stream's index.
    var announcedBandwidth: Int?
    /// Seconds loaded ahead in the segment's content type.
    var buffered = 0.0
    /// The name of the following segment, relative to this one if both are in the same folder.
    var next: String?
}

extension PlaybackStatus {
    init(_ media: MediaScheduler, _ playlists: PlaylistLibrary, _ selection: StreamSelection, _ item: ItemDescription, at now: Instant) {
        let playhead = media.playhead
        self.init(
            now: now, facts: playhead.facts, hasPlayed: playhead.hasPlayed, isRunning: playhead.isRunning, hasBegun: playhead.start != nil,
            hasEnded: media.hasAllEnded(playlists), kind: item.timeline?.kind, throughput: media.quality.throughput,
            pathway: selection.pathway, buffered: playhead.buffered(.main))
        let main = media.states[.main]
        if let track = main.track, playhead.isRunning, playlists.tracks[track].isLive {
            liveLatency = max(0, playlists.liveEdge(playlists.tracks[track], at: now) - playhead.position)
        }
        if main.isActive, main.stream < selection.catalogue.variants.count {
            bandwidth = selection.catalogue.variants[main.stream].description.bandwidth
        }
    }
}

extension SegmentStatus {
    init(
        _ segment: SegmentLoad, _ media: MediaScheduler, _ playlists: PlaylistLibrary, _ selection: StreamSelection, _ item: ItemDescription
    ) {
        let variants = selection.catalogue.variants
        hasSeparateAudio = media.states[.audio].isActive
        if segment.contentType == .main, segment.stream < variants.count {
            isAudioOnly = variants[segment.stream].isAudioOnly
            bandwidth = variants[segment.stream].description.bandwidth
        }
        for variant in media.quality.window?.variants ?? [] { ladder.append(variants[variant].description.bandwidth) }
        announcedBandwidth = item.presentation?.variants[min(segment.stream, max(0, variants.count - 1))].bandwidth
        buffered = max(0, media.states[segment.contentType].time - media.playhead.position)
        if let index = media.states[segment.contentType].track { next = playlists.tracks[index].name(after: segment) }
    }
}

extension PlaylistTrack {
    /// The URL of the following segment relative to this one; nil for parts and byte ranges, or if they are in different folders.
    fileprivate func name(after segment: SegmentLoad) -> String? {
        guard segment.part == nil, let index = position(sequence: UInt64(clamping: segment.sequence)), let segments = playlist?.segments,
            index + 1 < segments.count
        else { return nil }
        let next = segments[index + 1]
        guard next.byteRange == nil else { return nil }
        let here = Array(segment.location.url.utf8), there = Array(next.uri.url.utf8)
        guard let slash = here.lastIndex(of: UInt8(ascii: "/")), there.count > slash, here[...slash] == there[...slash] else { return nil }
        return String(decoding: there[(slash + 1)...], as: UTF8.self)
    }
}
