// SPDX-License-Identifier: Apache-2.0

/// Detects media types by their first bytes, if neither the server nor the file name helps.
enum MediaKind {
    static let playlist = "application/vnd.apple.mpegurl"
    static let transportStream = "video/mp2t"
    static let mp4 = "video/mp4"

    /// - Returns: a MIME type; nil if unknown.
    static func type(of bytes: [UInt8], named address: String) -> String? {
        let text = String(decoding: bytes.prefix(16), as: UTF8.self)
        if text.hasPrefix("#EXTM3U") || text.hasPrefix("\u{FEFF}#EXTM3U") { return playlist }
        let suffix = suffix(of: address)
        if bytes.count >= 12, Array(bytes[4..<8]) == Array("ftyp".utf8) { return suffix == "m4a" ? "audio/mp4" : mp4 }
        if bytes.count > 188, bytes[0] == 0x47, bytes[188] == 0x47 { return transportStream }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return suffix == "webm" ? "video/webm" : "video/x-matroska" }
        if text.hasPrefix("fLaC") { return "audio/flac" }
        if text.hasPrefix("OggS") { return ["ogv", "ogm"].contains(suffix) ? "video/ogg" : "audio/ogg" }
        if text.hasPrefix("RIFF") { return suffix == "avi" ? "video/x-msvideo" : "audio/wav" }
        if text.hasPrefix("ID3") { return suffix == "aac" ? "audio/aac" : "audio/mpeg" }
        if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 { return bytes[1] & 0x06 == 0 ? "audio/aac" : "audio/mpeg" }
        if bytes.starts(with: [0x00, 0x00, 0x01, 0xBA]) { return "video/mpeg" }
        return bytes.count >= 8 && ["moov", "mdat", "free", "styp", "moof"].contains(String(decoding: bytes[4..<8], as: UTF8.self))
            ? mp4 : nil
    }

    /// The file extension of the last path component, in lower case.
    private static func suffix(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
