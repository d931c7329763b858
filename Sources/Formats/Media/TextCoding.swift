// SPDX-License-Identifier: Apache-2.0

/// The format of the samples of a text or bitmap subtitle track.
public enum TextCoding: UInt8, Hashable, Sendable, CaseIterable {
    /// WebVTT boxes in MP4, `wvtt` (ISO/IEC 14496-30 section 7).
    case webVTTBoxes
    /// A WebVTT block in WebM: the cue's id on a line, its settings on the next, and its text after them.
    case webVTTBlock
    /// A TTML or IMSC document, `stpp` (ISO/IEC 14496-30 section 6).
    case ttml
    /// 3GPP timed text, `tx3g` (3GPP TS 26.245): a length, the text, and boxes with styles.
    case timedText
    /// QuickTime `text`: a length and the text.
    case quickTimeText
    /// The text of a SubRip cue, without its number and times.
    case subRip
    /// A SubStation dialogue in Matroska: number, layer, style, speaker, three margins, effect, text.
    case subStation
    /// CEA-608 byte pairs, `c608`, three bytes each as in `cc_data` (CTA-708-E 4.4).
    case closedCaptions
    /// Blu-ray presentation graphics segments (bitmaps).
    case presentationGraphics
    /// DVD subpictures (bitmaps), with the palette in the track's header.
    case vobSub
    /// DVB subtitle segments (ETSI EN 300 743; bitmaps).
    case dvbSubtitles

    /// Whether its samples are bitmaps instead of text.
    public var isPictures: Bool { self == .presentationGraphics || self == .vobSub || self == .dvbSubtitles }

    /// The name for display.
    public var name: String {
        switch self {
        case .webVTTBoxes, .webVTTBlock: "WebVTT"
        case .ttml: "TTML"
        case .timedText: "3GPP timed text"
        case .quickTimeText: "QuickTime text"
        case .subRip: "SubRip"
        case .subStation: "SubStation"
        case .closedCaptions: "CEA-608"
        case .presentationGraphics: "PGS"
        case .vobSub: "VobSub"
        case .dvbSubtitles: "DVB subtitles"
        }
    }
}
