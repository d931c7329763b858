// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The cues active at one time, with everything needed to place and style them.
public struct ActiveCues: Hashable, Sendable {
    /// The cues, with the regions and style sheets of their files; times are playback times.
    public private(set) var document: CaptionDocument
    /// When they last changed appearance: the latest cue start or inline timestamp that has passed.
    public private(set) var time: MediaTime

    /// No cue is visible.
    public static let none = ActiveCues(document: CaptionDocument(format: .webVTT), time: .zero)

    private init(document: CaptionDocument, time: MediaTime) {
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
        self = CaptionScene(tracks: [CaptionTrack(document)], selected: [0]).active(at: time)
    }

    /// - Parameter time: the playback time at which the cues are shown.
    init(_ document: CaptionDocument, at time: MediaTime) {
        guard let start = document.cues.map(\.start).max() else {
            self = .none
            return
        }
        // An inline timestamp counts only after its exact time (WebVTT 8.2.2).
        let stamp = document.cues.flatMap { $0.tree.flatMap(\.timestamps) }.filter { $0 <= time }.max().map { $0 + Self.instant }
        self.init(document: document, time: stamp.map { max($0, start) } ?? start)
    }

    private static let instant = MediaTime(value: 1, timescale: 1_000_000)

    /// Merges in other captions. Those without a position of their own move to the top of the frame, so that neither set jumps when
    /// the other appears or disappears.
    package func joined(with second: ActiveCues) -> ActiveCues {
        guard !second.isEmpty else { return self }
        var joined = self
        let (regions, sheets) = (second.document.regions, second.document.styleSheets)
        for var cue in second.document.cues {
            if cue.region == nil, cue.settings.line == nil, cue.settings.vertical == .horizontal { cue.settings.line = 0 }
            joined.document.append(cue, of: CueOrigin(regions: regions, styleSheets: sheets))
        }
        joined.time = isEmpty ? second.time : max(time, second.time)
        return joined
    }

    /// Whether no cue is visible.
    public var isEmpty: Bool { document.cues.isEmpty }

    /// The plain text of each cue.
    public var texts: [String] { document.cues.map { $0.plainText() } }
}

extension CaptionDocument {
    /// Adds a cue of another document with its region and style sheets.
    mutating func append(_ cue: Cue, of origin: CueOrigin) {
        for sheet in origin.styleSheets where !styleSheets.contains(sheet) { styleSheets.append(sheet) }
        var cue = cue
        if var region = cue.region.flatMap({ id in origin.regions.last { $0.id == id } }) {
            // Another file may use the same id for a different region.
            while let known = self.region(region.id), known != region { region.id += "'" }
            if self.region(region.id) == nil { regions.append(region) }
            cue.region = region.id
        } else {
            cue.region = nil
        }
        cues.append(cue)
    }
}
