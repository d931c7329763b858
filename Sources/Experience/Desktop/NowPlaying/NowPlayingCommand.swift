// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// A command from the desktop to the player.
enum NowPlayingCommand: Hashable {
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    /// Seconds, forward when positive.
    case seek(by: Double)
    /// Seconds from the start of the seekable range.
    case setPosition(Double)
    case setRepeatMode(RepeatMode)
    case setSpeed(Double)
    case setVolume(Double)
}

extension Player {
    func perform(_ command: NowPlayingCommand) {
        switch command {
        case .play: if canReplay { replay() } else { play() }
        case .pause, .stop: pause()
        case .toggle: togglePlayPause()
        case .next: advanceToNextItem()
        case .previous: returnToPreviousItem()
        case .seek(let seconds): seek(by: seconds)
        case .setPosition(let seconds):
            guard let range = seekableTimeRange, seconds >= 0, seconds <= range.duration else { return }
            seek(.near(range.start + seconds), .immediate)
        case .setRepeatMode(let mode): repeatMode = mode
        // Panels may only request the speeds announced to them, which are positive.
        case .setSpeed(let speed): if speed == 0 { pause() } else if speed > 0 { desiredSpeed = speed }
        case .setVolume(let volume): self.volume = volume
        }
    }

    /// A seek by the player's skip interval counts as a skip, and skips add up; other distances are plain seeks. Past the end, the
    /// next item follows.
    private func seek(by seconds: Double) {
        guard let range = seekableTimeRange, let time else { return }
        if seconds == configuration.interval(forSkip: .forward), canSkip(.forward), time + seconds <= range.end {
            skip(.forward)
        } else if seconds == -configuration.interval(forSkip: .backward), canSkip(.backward) {
            skip(.backward)
        } else if time + seconds > range.end, streamType == .onDemand {
            advanceToNextItem()
        } else {
            seek(.near(range.clamp(time + seconds)), .immediate)
        }
    }
}
