// SPDX-License-Identifier: Apache-2.0

extension StitchedSession {
    /// A session's configuration, which never changes.
    public struct Configuration: Hashable, Sendable, Codable {
        public enum Mode: String, Hashable, Sendable, Codable {
            /// Ads are stitched into the playlist.
            case stitched
            /// The playlist refers to ads, and the player fetches them: HLS interstitials.
            case guided
        }

        /// Who reports tracking events to ad servers.
        public enum Reporting: String, Hashable, Sendable, Codable { case client, server }

        public var mode = Mode.stitched
        public var reporting = Reporting.client
        public var isLive = false
        public var fill = FillPolicy()
        public var suppression = AvailSuppression.off
        public var joining = AvailSuppression.Joining.fullAvailOnly
        /// The longest pre-roll of a live stream in seconds; nil for none.
        public var livePreroll: Double?
        /// The ad server's timeout in seconds.
        public var adTimeout = 3.0
        /// The assumed duration in seconds of a break of unknown duration.
        public var unknownDuration = 300.0
        /// Seconds without a request after which the session expires; usually ten times the playlist's duration.
        public var idleTimeout = 3600.0
        /// Seconds after which it expires in any case.
        public var lifetime = 86_400.0

        public init() {}

        /// Ten times the playlist's duration, at least a minute.
        public static func idleTimeout(playlistDuration: Double) -> Double { max(60, 10 * playlistDuration) }
    }

    /// Why it may no longer be used; nil if it may.
    ///
    /// - Parameter now: seconds since 1970.
    public func refusal(at now: Double) -> Refusal? {
        if isDeleted { return .deleted }
        return now - lastUsed > configuration.idleTimeout || now - created > configuration.lifetime ? .expired : nil
    }
}
