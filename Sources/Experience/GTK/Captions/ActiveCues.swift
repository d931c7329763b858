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

    /// One cue of plain text, for as long as it is shown: words that come from elsewhere than from a file.
    public init(saying text: String) {
        let cue = Cue(start: .zero, end: MediaTime(value: .max, timescale: 1), text: text, tree: [.text(text)])
        self.init(document: CaptionDocument(format: .subRip, cues: [cue]), time: .zero)
    }

    /// The cues of a document that are shown at a time.
    public init(of document: CaptionDocument, at time: MediaTime) {
        self = CueBuffer(document).active(at: time.seconds)
    }

    /// Together with other captions, which stand at the top of the picture where they have no place of their own: so neither jumps when
    /// the other comes and goes.
    func joined(with second: ActiveCues) -> ActiveCues {
        guard !second.isEmpty else { return self }
        var document = document
        for sheet in second.document.styleSheets where !document.styleSheets.contains(sheet) { document.styleSheets.append(sheet) }
        var names: [String: String] = [:]
        for var region in second.document.regions {
            let name = region.id
            // The other file may call another region the same.
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

    /// The words of each cue.
    public var texts: [String] { document.cues.map { $0.plainText() } }
}
