// SPDX-License-Identifier: Apache-2.0

/// A caption format. More may be added.
public struct CaptionFormat: Hashable, Sendable {
    /// A stable identifier, which is also the usual file extension.
    public let name: String
    init(_ name: String) { self.name = name }

    /// The format with that name or file extension, case-insensitive.
    public init?(named name: String) {
        switch name.lowercased() {
        case "vtt", "webvtt": self = .webVTT
        case "srt": self = .subRip
        case "ssa", "ass": self = .subStation
        case "scc": self = .scenarist
        case "mcc": self = .macCaption
        case "ttml", "dfxp", "xml", "imsc": self = .ttml
        case "stl": self = .ebuSTL
        default: return nil
        }
    }

    /// WebVTT.
    public static var webVTT: CaptionFormat { CaptionFormat("vtt") }
    /// SubRip (`.srt`).
    public static var subRip: CaptionFormat { CaptionFormat("srt") }
    /// SubStation Alpha and Advanced SubStation Alpha.
    public static var subStation: CaptionFormat { CaptionFormat("ssa") }
    /// CEA-608 in Scenarist files.
    public static var scenarist: CaptionFormat { CaptionFormat("scc") }
    /// CEA-708 and CEA-608 in MacCaption files.
    public static var macCaption: CaptionFormat { CaptionFormat("mcc") }
    /// TTML and its profile IMSC.
    public static var ttml: CaptionFormat { CaptionFormat("ttml") }
    /// EBU Tech 3264.
    public static var ebuSTL: CaptionFormat { CaptionFormat("stl") }
}
