// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxMedia

/// The cues active at one time, with everything needed to place and style them.
public struct ActiveCues: Hashable, Sendable {
    /// The cues, with the regions and style sheets of their files; times are on the item's timeline.
    public private(set) var document: CaptionDocument
    /// When they last changed appearance: the latest cue start or inline timestamp that has passed.
    public private(set) var time: MediaTime

    public static let none = ActiveCues(document: CaptionDocument(format: .webVTT), time: .zero)

    init(document: CaptionDocument, time: MediaTime) {
        self.document = document
        self.time = time
    }

    /// One plain-text cue without an end, for text that doesn't come from a file.
    public init(saying text: String) {
        let cue = Cue(start: .zero, end: MediaTime(value: .max, timescale: 1), text: text, tree: [.text(text)])
        self.init(document: CaptionDocument(format: .subRip, cues: [cue]), time: .zero)
    }

    /// The cues of a document that are active at a time.
    public init(of document: CaptionDocument, at time: MediaTime) {
        self = CueBuffer(document).active(at: time.seconds)
    }

    /// Merges in other captions. Those without a position of their own move to the top of the frame, so that neither set jumps when
    /// the other appears or disappears.
    func joined(with second: ActiveCues) -> ActiveCues {
        guard !second.isEmpty else { return self }
        var document = document
        for sheet in second.document.styleSheets where !document.styleSheets.contains(sheet) { document.styleSheets.append(sheet) }
        var names: [String: String] = [:]
        for var region in second.document.regions {
            let name = region.id
            // The other file may use the same id for a different region.
            while let known = document.region(region.id), known != region { region.id += "'" }
            if document.region(region.id) == nil { document.regions.append(region) }
            names[name] = region.id
        }
        for var cue in second.document.cues {
            cue.region = cue.region.map { names[$0] ?? $0 }
            if cue.region == nil, cue.settings.line == nil, cue.settings.vertical == .horizontal { cue.settings.line = 0 }
            document.cues.append(cue)
        }
        return ActiveCues(document: document, time: isEmpty ? second.time : max(time, second.time))
    }

    public var isEmpty: Bool { document.cues.isEmpty }

    /// The plain text of each cue.
    public var texts: [String] { document.cues.map { $0.plainText() } }
}
