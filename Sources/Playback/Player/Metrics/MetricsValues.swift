// SPDX-License-Identifier: Apache-2.0

/// Cumulative values of an item's playback.
public struct MetricsValues: Hashable, Sendable {
    /// Bytes of playlists, segments and single frames; keys and initialization sections aren't counted.
    public var bytes = 0
    /// Requests for playlists, segments and single frames.
    public var requests = 0
    /// The part of ``bytes`` and ``requests`` on a metered network, accurate to a quarter of a second: see
    /// ``NetworkConditions/isExpensive``.
    public var expensiveBytes = 0
    /// The part of ``requests`` on a metered network.
    public var expensiveRequests = 0
    /// Seconds from segment requests to their last bytes.
    public var transferDuration = 0.0
    /// Seconds of media loaded in segments.
    public var downloadedDuration = 0.0
    /// Segments that took longer to load than to play.
    public var overdueDownloads = 0
    /// How often segments came from a different host than before. A host that served only a few segments may be missed.
    public var serverAddressChanges = 0
    /// Seconds of playback, without waiting for data.
    public var playbackDuration = 0.0
    /// Frames that were too late to be shown.
    public var droppedFrames = 0
    /// Frames that were shown.
    public var presentedFrames = 0
    /// How often playback stalled for lack of data.
    public var stalls = 0
    /// How often the loaded variant changed.
    public var bitrateSwitches = 0

    public init() {}

    /// The difference from earlier values. Never negative: if a count was reset, its later value counts as new.
    public func since(_ earlier: MetricsValues) -> MetricsValues {
        func grown<Value: Comparable & AdditiveArithmetic>(_ path: KeyPath<MetricsValues, Value>) -> Value {
            let (now, then) = (self[keyPath: path], earlier[keyPath: path])
            return now >= then ? now - then : now
        }
        var values = MetricsValues()
        values.bytes = grown(\.bytes)
        values.requests = grown(\.requests)
        values.expensiveBytes = grown(\.expensiveBytes)
        values.expensiveRequests = grown(\.expensiveRequests)
        values.transferDuration = grown(\.transferDuration)
        values.downloadedDuration = grown(\.downloadedDuration)
        values.overdueDownloads = grown(\.overdueDownloads)
        values.serverAddressChanges = grown(\.serverAddressChanges)
        values.playbackDuration = grown(\.playbackDuration)
        values.droppedFrames = grown(\.droppedFrames)
        values.presentedFrames = grown(\.presentedFrames)
        values.stalls = grown(\.stalls)
        values.bitrateSwitches = grown(\.bitrateSwitches)
        return values
    }
}
