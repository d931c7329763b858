// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How the clock of a caption file goes beside that of what is played: for files made for another cut or another frame rate.
public struct CaptionTiming: Hashable, Sendable {
    /// Seconds by which captions come later than the file says; negative for earlier.
    public var delay: Double
    /// Seconds of playing for a second of the file: 25 / 23.976 for a file made at 25 frames a second and played at 23.976.
    public var scale: Double

    /// - Parameters:
    ///   - delay: What is no number, is 0.
    ///   - scale: 0.1 to 10; what is outside, or no number, is 1.
    public init(delay: Double = 0, scale: Double = 1) {
        self.delay = delay.isFinite ? delay : 0
        self.scale = scale.isFinite && (0.1...10).contains(scale) ? scale : 1
    }

    /// From two captions and when they are heard; nil when no usual scale would bring both there.
    ///
    /// - Parameters:
    ///   - first: A time of the file, and the time of playing it belongs to, in seconds.
    ///   - second: Another one; the further apart the better.
    public init?(first: (file: Double, heard: Double), second: (file: Double, heard: Double)) {
        let scale = (second.heard - first.heard) / (second.file - first.file)
        guard scale.isFinite, (0.1...10).contains(scale) else { return nil }
        self.init(delay: first.heard - first.file * scale, scale: scale)
    }

    /// The time of playing that a time of the file belongs to.
    public func playTime(of time: MediaTime) -> MediaTime {
        if scale == 1 { return delay == 0 ? time : time + MediaTime(seconds: delay) }
        return MediaTime(seconds: time.seconds * scale + delay)
    }

    /// The time of the file that is played at a time.
    public func fileTime(at time: MediaTime) -> MediaTime {
        if scale == 1 { return delay == 0 ? time : time - MediaTime(seconds: delay) }
        return MediaTime(seconds: (time.seconds - delay) / scale)
    }
}
