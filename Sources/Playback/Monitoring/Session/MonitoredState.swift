// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
import WindowboxPlayer

/// A snapshot of the player for reports. Durations are in milliseconds.
struct MonitoredState: Hashable, Sendable {
    var isPlaying = false
    var audio: String?
    var subtitles: String?
    var bandwidth: Int?
    var bitrate: Int?
    var bufferedDuration: Int?
    var duration: Int?
    var frameDrops: Int?
    /// Milliseconds: the time for on demand, the distance from the start of a DVR window, 0 for plain live.
    var position: Int?
    var positionTimestamp: Int?
    var streamType: String?
    var url: String?

    init() {}

    init(_ properties: TrackerProperties) {
        let (time, range) = (properties.time, properties.seekableTimeRange)
        isPlaying = properties.playbackState == .playing && !properties.isBuffering
        audio = properties.currentMediaOption(for: .audible).track
        subtitles = properties.currentMediaOption(for: .legible).track
        bandwidth = properties.metrics?.observedBitrate.flatMap { Int(exactly: $0.rounded()) }
        bitrate = properties.metrics?.indicatedBitrate.flatMap { Int(exactly: $0.rounded()) }
        bufferedDuration = properties.loadedTimeRange.flatMap { loaded in time.flatMap { Int(milliseconds: max(loaded.end - $0, 0)) } }
        frameDrops = properties.metrics?.total.droppedFrames
        url = properties.metrics?.uri
        positionTimestamp = properties.date.flatMap { Int(milliseconds: $0.timeIntervalSince1970) }
        switch properties.streamType {
        case .unknown: break
        case .onDemand:
            streamType = "On-demand"
            position = time.flatMap { Int(milliseconds: $0) }
            duration = properties.duration.flatMap { Int(milliseconds: $0) }
        case .live:
            streamType = "Live"
            position = 0
        case .dvr:
            streamType = "Live"
            position = time.flatMap { time in range.flatMap { Int(milliseconds: time - $0.start) } }
            duration = range.flatMap { Int(milliseconds: $0.duration) }
        }
    }
}

extension Int {
    /// nil when the value is not representable.
    init?(milliseconds seconds: Double) { self.init(exactly: (seconds * 1000).rounded()) }
}

extension MediaSelectionOption {
    /// The language of a track, otherwise its name; nil for none.
    var track: String? { if case .on(let track) = self { track.language ?? track.name } else { nil } }
}
