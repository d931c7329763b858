// SPDX-License-Identifier: Apache-2.0

/// An event of an item, reported to audience measurement.
public struct AnalyticsEvent: Hashable, Sendable {
    /// The kind of event; the raw value is the name that measurement services use.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Playback starts or resumes, pauses, or a seek begins.
        case play, pause, seek
        /// The item was played to its end.
        case eof
        /// The item was left. No more events follow.
        case stop
        /// Sent every 30 seconds during playback.
        case position = "pos"
        /// Sent every minute during playback of a live stream.
        case uptime
    }

    /// The kind of event.
    public var name: Name
    /// Milliseconds: the position of an on-demand item, or the time played so far of a live one.
    public var mediaPosition: Int?
    /// Milliseconds behind the edge of a live stream; nil for on demand.
    public var timeshift: Int?
    /// 0...2, where values above 1 amplify; 0 while muted.
    public var volume: Double
    /// The language of the audio, otherwise its name.
    public var audio: String?
    /// The audio has an audio description.
    public var hasAudioDescription: Bool
    /// The language of the subtitles, otherwise their name; nil without subtitles.
    public var subtitles: String?
    /// Bit/s of the variant being loaded, as declared by the stream.
    public var bandwidth: Int?
    /// The application's labels for the item.
    public var labels: [String: String]
}

/// The state of the player, as sent with events.
struct AnalyticsState: Hashable, Sendable {
    enum Activity: Hashable, Sendable { case idle, playing, paused, seeking, ended }

    var activity = Activity.idle
    /// It plays and is not waiting for data.
    var flows = false
    var isLive = false
    /// Milliseconds; for on-demand items only.
    var time: Int?
    var timeshift: Int?
    var volume = 1.0
    var audio: String?
    var hasAudioDescription = false
    var subtitles: String?
    var bandwidth: Int?
}
