// SPDX-License-Identifier: Apache-2.0

/// What is to be read in a file with subtitles: SRT or WebVTT, whatever its name.
enum SubtitleText {
    /// - Parameter name: of the file, for errors.
    static func cues(of bytes: [UInt8], called name: String) throws(SubtitleFileError) -> [CaptionCue] {
        let text = decoded(bytes)
        let isWebVTT = text.hasPrefix("WEBVTT")
        let entries = isWebVTT ? CueReader.entries(of: Array(text.utf8)) : SubRipReader.entries(of: text)
        let cues = entries.map { entry in
            CaptionCue(entry.timeRange, CaptionMarkup.runs(of: isWebVTT ? entry.payload : SubRipReader.markup(entry.payload)))
        }
        let readable = cues.filter { !$0.text.allSatisfy(\.isWhitespace) }
        guard !readable.isEmpty else { throw .noSubtitles(name) }
        return readable
    }

    /// By its byte order mark, else UTF-8, else the letters of Western Europe, as files from before UTF-8 have them.
    static func decoded(_ bytes: [UInt8]) -> String {
        switch bytes.prefix(2) {
        case [0xFF, 0xFE]: return utf16(bytes.dropFirst(2)) { UInt16($0) | UInt16($1) << 8 }
        case [0xFE, 0xFF]: return utf16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) }
        default: break
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { windows1252[$0] ?? Unicode.Scalar($0) })
        return String(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    /// Where Windows-1252 differs from Latin-1 in what subtitles use: quotation marks, dashes, dots, the euro.
    private static let windows1252: [UInt8: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x84: "„", 0x85: "…", 0x8A: "Š", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•",
        0x96: "–", 0x97: "—", 0x9A: "š", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]
}
