// SPDX-License-Identifier: Apache-2.0

/// How the samples of a text track in a film are written, or of a track of subtitles that are pictures.
public enum TextCoding: UInt8, Hashable, Sendable, CaseIterable {
    /// Boxes of WebVTT in MP4, `wvtt` (ISO/IEC 14496-30 section 7).
    case webVTTBoxes
    /// A block of WebVTT as WebM has it: the cue's id on a line, its settings on the next, and its text behind them.
    case webVTTBlock
    /// A TTML or IMSC document, `stpp` (ISO/IEC 14496-30 section 6).
    case ttml
    /// 3GPP timed text, `tx3g` (3GPP TS 26.245): a length, the text, and boxes with its styles.
    case timedText
    /// QuickTime's `text`: a length and the text.
    case quickTimeText
    /// The text of a SubRip cue, without its number and times.
    case subRip
    /// A dialogue of SubStation as Matroska has it: number, layer, style, speaker, three margins, effect, text.
    case subStation
    /// Pairs of CEA-608 bytes, `c608`, three bytes for each as in `cc_data` (CTA-708-E 4.4).
    case closedCaptions
    /// Segments of a Blu-ray's presentation graphics, which are pictures.
    case presentationGraphics
    /// A subpicture of a DVD, with the palette in the track's header.
    case vobSub
    /// Segments of DVB subtitles (ETSI EN 300 743), which are pictures.
    case dvbSubtitles

    /// Its samples hold pictures instead of text.
    public var isPictures: Bool { self == .presentationGraphics || self == .vobSub || self == .dvbSubtitles }

    /// The word for people.
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
