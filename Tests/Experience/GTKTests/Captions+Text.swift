// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptionDrawing
import WindowboxCaptions
import WindowboxMedia

@testable import WindowboxGTK

extension ActiveCues {
    /// The cues of a file that are active at a time.
    init(_ file: String, at seconds: Double = 1) {
        self.init(of: CaptionDocument.read(Array(file.utf8)), at: MediaTime(seconds: seconds))
    }

    /// The cues of a WebVTT file, given without its signature, that are active at a time.
    init(webVTT cues: String, at seconds: Double = 1) { self.init("WEBVTT\n\n" + cues, at: seconds) }

    /// A long cue with its settings.
    init(_ settings: String, _ text: String) { self.init(webVTT: "00:00.000 --> 01:00.000 \(settings)\n\(text)") }
}

extension CueBuffer {
    var texts: [String] { cues.map { $0.plainText() } }

    private var scene: CaptionScene { CaptionScene(tracks: [CaptionTrack(.cues(self))], selected: [0]) }

    /// - Parameter seconds: on the item's timeline.
    func active(at seconds: Double) -> ActiveCues { scene.active(at: MediaTime(seconds: seconds)) }

    func nextChange(after seconds: Double) -> Double? { scene.nextChange(after: MediaTime(seconds: seconds))?.seconds }
}

extension CaptionStyle {
    func styling(of document: CaptionDocument) -> CaptionStyling { appearance.styling(of: document) }

    func placing(_ document: CaptionDocument, _ styling: CaptionStyling) -> CaptionDocument { appearance.placing(document, styling) }

    func fontSize(pictureHeight: Double) -> Double { appearance.fontSize(pictureHeight: pictureHeight) }
}
