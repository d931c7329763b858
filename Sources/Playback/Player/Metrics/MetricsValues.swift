// SPDX-License-Identifier: Apache-2.0

/// What adds up while an item plays.
public struct MetricsValues: Hashable, Sendable {
    /// Of playlists, segments and single pictures; keys and initialization sections are not counted.
    public var bytes = 0
    public var requests = 0
    /// Of ``bytes`` and ``requests``, those while the network was one on which bytes cost money, to a quarter of a second: see
    /// ``NetworkConditions/isExpensive``.
    public var expensiveBytes = 0
    public var expensiveRequests = 0
    /// Seconds from requests for segments to their last bytes.
    public var transferDuration = 0.0
    /// Seconds of media that were loaded in segments.
    public var downloadedDuration = 0.0
    /// Segments that took longer to load than to play.
    public var overdueDownloads = 0
    /// How often segments came from another host than before. A host that gave only a few is missed.
    public var serverAddressChanges = 0
    /// Seconds during which the item played and did not wait for data.
    public var playbackDuration = 0.0
    /// Pictures that came too late to be shown.
    public var droppedFrames = 0
    public var presentedFrames = 0
    /// How often playing came to a stand for want of data.
    public var stalls = 0
    /// How often what is loaded changed to another variant.
    public var bitrateSwitches = 0

    public init() {}

    /// What came since an earlier moment. Never negative: where counting began anew, the later values are all new.
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
