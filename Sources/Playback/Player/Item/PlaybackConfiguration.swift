// SPDX-License-Identifier: Apache-2.0

/// How one item is played.
public struct PlaybackConfiguration: Hashable, Sendable {
    /// Where it starts, in seconds; nil is its default position: what the stream says, else the beginning, or the live edge.
    public var start: Double?

    public init(start: Double? = nil) { self.start = start }
}
