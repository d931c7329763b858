// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A cue's timing line (WebVTT 6.3, "collect WebVTT cue timings and settings").
struct WebVTTTimings {
    var start: MediaTime
    var end: MediaTime
    /// The offset of the settings.
    var settings: Int

    init?(_ text: ByteText, isLenient: Bool = false) {
        var index = 0
        func skipSpace() { while index < text.count, text[index].isSpace { index += 1 } }
        func time() -> MediaTime? { isLenient ? WebVTTTime.readLeniently(text, &index) : WebVTTTime.read(text, &index) }
        skipSpace()
        guard let start = time() else { return nil }
        skipSpace()
        guard text.slice(index, index + 3).equals("-->") else { return nil }
        index += 3
        skipSpace()
        guard let end = time() else { return nil }
        self.start = start
        self.end = end
        settings = index
    }
}
