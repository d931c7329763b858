// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Some words of a caption that look alike.
public struct CaptionRun: Hashable, Sendable {
    public var text: String
    public var isItalic: Bool
    public var isBold: Bool
    public var isUnderlined: Bool

    public init(_ text: String, isItalic: Bool = false, isBold: Bool = false, isUnderlined: Bool = false) {
        self.text = text
        self.isItalic = isItalic
        self.isBold = isBold
        self.isUnderlined = isUnderlined
    }
}

/// What is to be read during a span of time.
public struct CaptionCue: Hashable, Sendable {
    /// Seconds on the item's timeline; the end is not part of it.
    public var timeRange: TimeRange
    /// In order; line breaks are in their texts.
    public var runs: [CaptionRun]

    public init(_ timeRange: TimeRange, _ runs: [CaptionRun]) {
        self.timeRange = timeRange
        self.runs = runs
    }

    /// The words alone.
    public var text: String { runs.map(\.text).joined() }
}
