// SPDX-License-Identifier: Apache-2.0

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
    var texts: [String] { cues.map { $0.cue.plainText() } }
}
