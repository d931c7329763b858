// SPDX-License-Identifier: Apache-2.0

/// Content for a video controller.
@MainActor public protocol VideoTrack: AnyObject {
    /// The URL of the stream. Without one, loading does nothing.
    var streamURL: String? { get }
    /// The title for display; nil if it has none.
    var title: String? { get }
    /// The position in seconds up to which it was watched, and from which it resumes. Updated by the controller; 0 again after its end.
    var lastWatched: Double { get set }
}

extension VideoTrack {
    public var title: String? { nil }
}
