// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The ID3 tag before packed audio, in which HLS states the first sample's time (RFC 8216bis 3.1.4).
struct ID3Tag {
    /// The size of the tag in bytes, including its header and footer.
    let size: Int

    /// The total size stated in the tag's ten header bytes; nil if they are not an ID3 header.
    static func announcedSize(_ header: [UInt8]) -> Int? {
        guard header.count >= 10, header[0] == 0x49, header[1] == 0x44, header[2] == 0x33 else { return nil }
        guard header[6...9].allSatisfy({ $0 < 0x80 }) else { return nil }
        let size = header[6...9].reduce(0) { $0 << 7 | Int($1) }
        return 10 + size + (header[5] & 0x10 != 0 ? 10 : 0)
    }

    /// The 90 kHz timestamp in the tag's PRIV frame; nil when it has none.
    static func timestamp(in tag: [UInt8]) -> Int64? {
        let owner = "com.apple.streaming.transportStreamTimestamp"
        let frame = TimedTag.all(in: tag).first { $0.name == "PRIV" && $0.key == owner && $0.data.count >= 8 }
        return frame.map { Int64($0.data.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x1_FFFF_FFFF) }
    }
}
