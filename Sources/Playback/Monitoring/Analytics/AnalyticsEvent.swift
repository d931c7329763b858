// SPDX-License-Identifier: Apache-2.0

/// What audience measurement is told of an item.
public struct AnalyticsEvent: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case play, pause, seek
        /// The item was played to its end.
        case eof
        /// The item was left. Nothing follows.
        case stop
        /// It still plays: each 30 seconds.
        case position = "pos"
        /// A live stream still plays: each minute.
        case uptime
    }

    public var name: Name
    /// Milliseconds: the time of an on-demand item, what has been played so far of a live one.
    public var mediaPosition: Int?
    /// Milliseconds behind the edge of a live stream; nil for on demand.
    public var timeshift: Int?
    /// 0...2, above 1 where it is amplified; 0 while muted.
    public var volume: Double
    /// The language, or else the name, of what is heard.
    public var audio: String?
    /// What is heard tells what the picture shows.
    public var hasAudioDescription: Bool
    /// The language, or else the name, of what is read; nil without subtitles.
    public var subtitles: String?
    /// Bit/s of the variant that is loaded, as the stream says.
    public var bandwidth: Int?
    /// What the application says of the item.
    public var labels: [String: String]
}

/// What an event says of the player.
struct AnalyticsState: Hashable, Sendable {
    enum Activity: Hashable, Sendable { case idle, playing, paused, seeking, ended }

    var activity = Activity.idle
    /// It plays and does not wait for data.
    var flows = false
    var isLive = false
    /// Milliseconds; of on demand alone.
    var time: Int?
    var timeshift: Int?
    var volume = 1.0
    var audio: String?
    var hasAudioDescription = false
    var subtitles: String?
    var bandwidth: Int?
}
