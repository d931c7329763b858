// SPDX-License-Identifier: Apache-2.0

package import WindowboxCaptions

/// How captions look, from weakest to strongest: the view's style, that of the captions, the application's and the viewer's.
package struct CaptionAppearance: Hashable, Sendable {
    /// The view's style sheet, below those of the captions.
    package var base: StyleSheet
    package var application: [StyleSheet] = []
    package var viewer: [Declaration] = []
    /// The height of a line of text as a fraction of the video's shorter side.
    package var lineHeight: Double
    /// The colour behind the text box, below its background; nil for none.
    package var window: CaptionColor?
    /// The line where all cues end, as a fraction of the video's height from the top; nil where their authors placed them.
    package var line: Double?
    /// Whether regions have their own background: it would show next to one that the viewer chose.
    package var paintsRegions = true
    /// Whether the viewer enlarged the text. It then stays visible beyond its region.
    package var isEnlarged = false

    package init(base: StyleSheet = Self.standardSheet, lineHeight: Double = 0.06) {
        self.base = base
        self.lineHeight = lineHeight
    }

    package static let standardSheet = StyleSheet("::cue { color: white; background-color: rgba(0, 0, 0, 0.72) }")

    /// Minimum line height in pixels: captions stay legible in small windows.
    private static let smallestLine = 16.0

    /// The default font size, in the units of `pictureHeight`.
    package func fontSize(pictureHeight: Double) -> Double {
        let share = lineHeight.isFinite ? min(max(lineHeight, 0.01), 0.5) : 0.06
        return (max(pictureHeight * share, Self.smallestLine) / 1.2).rounded()
    }

    package func styling(of document: CaptionDocument) -> CaptionStyling {
        CaptionStyling(sheets: [base] + document.styleSheets, application: application, user: viewer)
    }

    /// The cues, repositioned as this style asks, without the ruby text that doesn't count for line breaks.
    package func placing(_ document: CaptionDocument, _ styling: CaptionStyling) -> CaptionDocument {
        var document = document
        let line = line.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        for index in document.cues.indices {
            let alignment = styling.style(of: document.cues[index])["text-align"].flatMap(CueSettings.Alignment.init)
            var cue = document.cues[index].withoutRubyText
            if let alignment { cue.settings.alignment = alignment }
            if let line {
                cue.region = nil
                cue.settings.vertical = .horizontal
                (cue.settings.line, cue.settings.snapToLines, cue.settings.lineAlignment) = (line * 100, false, .end)
            }
            document.cues[index] = cue
        }
        return document
    }
}
