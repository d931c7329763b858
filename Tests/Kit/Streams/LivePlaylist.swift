// SPDX-License-Identifier: Apache-2.0

/// The media playlist of a live stream at any time, as a pure function of time.
///
/// Time is counted in seconds since the first segment began. A segment is listed once it has ended, and so is each of its
/// parts. When the material is used up, it starts again after a discontinuity, so a stream can last any time.
public struct LivePlaylist: Sendable {
    public enum Window: Sendable {
        /// Segments leave the list when they end more than this many seconds before the end of the newest one.
        case sliding(seconds: Double)
        /// Segments never leave; the type is EVENT.
        case event
    }

    public enum Ending: Sendable, Equatable {
        case never
        /// The last segment that has ended by then is followed by EXT-X-ENDLIST.
        case ends(at: Double)
        /// The list stops changing then, without an end, as if the encoder died.
        case stalls(at: Double)
    }

    public struct LowLatency: Sendable {
        /// EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD.
        public var blocks = true
        /// Offers delta updates (CAN-SKIP-UNTIL of six target durations).
        public var skips = true
        /// Parts are byte ranges of their segment rather than files.
        public var usesByteRanges = false
        /// URIs of the other renditions, whose parts are assumed to appear at the same times.
        public var renditionReports: [String] = []

        public init() {}
    }

    public var material: LiveMaterial
    public var window: Window
    public var ending: Ending
    /// Parts, hints and blocking reloads; `nil` lists only segments.
    public var lowLatency: LowLatency?
    /// The media sequence number of the very first segment.
    public var firstSequence: Int
    /// Seconds since 1970 at which the first segment began; `nil` omits dates.
    public var startDate: Double?

    public init(
        material: LiveMaterial, window: Window = .sliding(seconds: 12), ending: Ending = .never, lowLatency: LowLatency? = nil,
        firstSequence: Int = 0, startDate: Double? = nil
    ) {
        precondition(!material.segments.isEmpty, "a live stream needs segments")
        self.material = material
        self.window = window
        self.ending = ending
        self.lowLatency = lowLatency
        self.firstSequence = firstSequence
        self.startDate = startDate
    }

    /// In whole seconds, as the standard rounds it.
    public var targetDuration: Int {
        max(1, Int((material.segments.map(\.duration).max() ?? 1).rounded()))
    }

    /// The longest part in seconds; zero without parts.
    public var partTarget: Double { material.segments.flatMap(\.parts).map(\.duration).max() ?? 0 }

    /// The playlist that an origin serves at this time.
    ///
    /// - Parameter skipping: Responds to `_HLS_skip=YES` with a delta update, if one is offered and the list is long enough.
    public func text(at seconds: Double, skipping: Bool = false) -> String {
        LivePlaylistWriter(playlist: self, state: state(at: seconds)).text(skipping: skipping)
    }
}
