// SPDX-License-Identifier: Apache-2.0

/// A content that a video controller plays.
@MainActor public protocol VideoTrack: AnyObject {
    /// Where its stream is; nothing happens without one.
    var streamURL: String? { get }
    var title: String? { get }
    /// Seconds up to which it was watched; where it is gone on with. Kept up to date by the controller; 0 again after its end.
    var lastWatched: Double { get set }
}

extension VideoTrack {
    public var title: String? { nil }
}
