// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Maps a caption file's clock to playback time, for files made for another cut or frame rate.
public struct CaptionTiming: Hashable, Sendable {
    /// Seconds by which captions are delayed; negative shows them earlier.
    public var delay: Double
    /// Playback seconds per file second: 25 / 23.976 for a file made at 25 fps and played at 23.976 fps.
    public var scale: Double

    /// - Parameters:
    ///   - delay: Seconds; a non-finite value becomes 0.
    ///   - scale: 0.1 to 10; other values become 1.
    public init(delay: Double = 0, scale: Double = 1) {
        self.delay = delay.isFinite ? delay : 0
        self.scale = scale.isFinite && (0.1...10).contains(scale) ? scale : 1
    }

    /// Computes the timing from two captions and their playback times; nil if the scale would be outside 0.1 to 10.
    ///
    /// - Parameters:
    ///   - first: A file time and the playback time it belongs to, in seconds.
    ///   - second: Another pair; the further apart the better.
    public init?(first: (file: Double, heard: Double), second: (file: Double, heard: Double)) {
        let scale = (second.heard - first.heard) / (second.file - first.file)
        guard scale.isFinite, (0.1...10).contains(scale) else { return nil }
        self.init(delay: first.heard - first.file * scale, scale: scale)
    }

    /// Converts a file time to playback time.
    public func playTime(of time: MediaTime) -> MediaTime {
        if scale == 1 { return delay == 0 ? time : time + MediaTime(seconds: delay) }
        return MediaTime(seconds: time.seconds * scale + delay)
    }

    /// Converts a playback time to file time.
    public func fileTime(at time: MediaTime) -> MediaTime {
        if scale == 1 { return delay == 0 ? time : time - MediaTime(seconds: delay) }
        return MediaTime(seconds: (time.seconds - delay) / scale)
    }
}
