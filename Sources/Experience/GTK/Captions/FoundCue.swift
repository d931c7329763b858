// SPDX-License-Identifier: Apache-2.0

/// A caption that was looked for.
public struct FoundCue: Hashable, Sendable {
    /// When it comes, in seconds on the item's timeline.
    public var time: Double
    /// Its words, on one line.
    public var text: String

    public init(time: Double, text: String) { (self.time, self.text) = (time, text) }
}
