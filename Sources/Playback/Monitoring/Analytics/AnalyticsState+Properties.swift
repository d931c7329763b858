// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

extension AnalyticsState {
    init(_ properties: TrackerProperties) {
        activity = properties.isSeeking ? .seeking : Activity(properties.playbackState)
        flows = properties.playbackState == .playing && !properties.isBusy
        switch properties.streamType {
        case .unknown: break
        case .onDemand: time = properties.time.flatMap { Int(milliseconds: $0) }
        case .live: (isLive, timeshift) = (true, 0)
        case .dvr:
            isLive = true
            timeshift = properties.time.flatMap { time in
                properties.seekableTimeRange.flatMap { Int(milliseconds: max($0.end - time, 0)) }
            }
        }
        volume = properties.volume
        if case .on(let track) = properties.currentMediaOption(for: .audible) { hasAudioDescription = track.describesVideo }
        audio = properties.currentMediaOption(for: .audible).track
        subtitles = properties.currentMediaOption(for: .legible).track
        bandwidth = properties.metrics?.indicatedBitrate.flatMap { Int(exactly: $0.rounded()) }
    }
}

extension AnalyticsState.Activity {
    fileprivate init(_ state: PlaybackState) {
        switch state {
        case .idle: self = .idle
        case .playing: self = .playing
        case .paused: self = .paused
        case .ended: self = .ended
        }
    }
}
