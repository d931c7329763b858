// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxMedia

/// The cues that are to be read at a moment, with all that places and styles them.
public struct ActiveCues: Hashable, Sendable {
    /// The cues and the regions and style sheets of the files they come from; times are those of the item.
    public private(set) var document: CaptionDocument
    /// When they began to look as they do: the latest start, or time stamp within a text, that has passed.
    public private(set) var time: MediaTime

    public static let none = ActiveCues(document: CaptionDocument(format: .webVTT), time: .zero)

    init(document: CaptionDocument, time: MediaTime) {
        self.document = document
        self.time = time
    }

    /// The cues of a document that are shown at a time.
    public init(of document: CaptionDocument, at time: MediaTime) {
        self = CaptionShelf(document).active(at: time.seconds)
    }

    public var isEmpty: Bool { document.cues.isEmpty }

    /// The words of each cue.
    public var texts: [String] { document.cues.map { $0.plainText() } }
}
