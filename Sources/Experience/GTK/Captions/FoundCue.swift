// SPDX-License-Identifier: Apache-2.0

/// A search result in the captions.
public struct FoundCue: Hashable, Sendable {
    /// Start time, in seconds on the item's timeline.
    public var time: Double
    /// Its text, on one line.
    public var text: String

    public init(time: Double, text: String) { (self.time, self.text) = (time, text) }
}
