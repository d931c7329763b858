// SPDX-License-Identifier: Apache-2.0

extension StitchedSession {
    /// Set when a session is made, and the same ever after.
    public struct Configuration: Hashable, Sendable, Codable {
        public enum Mode: String, Hashable, Sendable, Codable {
            /// The ads are in the playlist.
            case stitched
            /// The playlist names them, and the player fetches them: HLS interstitials.
            case guided
        }

        /// Who tells the ad servers what was seen.
        public enum Reporting: String, Hashable, Sendable, Codable { case client, server }

        public var mode = Mode.stitched
        public var reporting = Reporting.client
        public var isLive = false
        public var fill = FillPolicy()
        public var suppression = AvailSuppression.off
        public var joining = AvailSuppression.Joining.fullAvailOnly
        /// Seconds of ads at most before a live stream; nil for none.
        public var livePreroll: Double?
        /// Seconds that the ad server may take.
        public var adTimeout = 3.0
        /// Seconds that a break is taken for when nothing says how long it is.
        public var unknownDuration = 300.0
        /// Seconds without a request after which the session is over; ten times the playlist's duration is usual.
        public var idleTimeout = 3600.0
        /// Seconds after which it is over however much it is used.
        public var lifetime = 86_400.0

        public init() {}

        /// Ten times the playlist, and a minute at least.
        public static func idleTimeout(playlistDuration: Double) -> Double { max(60, 10 * playlistDuration) }
    }

    /// Whether it may still be used.
    ///
    /// - Parameter now: seconds since 1970.
    public func refusal(at now: Double) -> Refusal? {
        if isDeleted { return .deleted }
        return now - lastUsed > configuration.idleTimeout || now - created > configuration.lifetime ? .expired : nil
    }
}
