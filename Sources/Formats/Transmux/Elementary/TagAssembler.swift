// SPDX-License-Identifier: Apache-2.0

/// Joins the ID3 tags of a stream of timed metadata (stream type 0x15) from its PES packets.
///
/// A tag may be split over several packets, of which only the first has a time (Apple, "Timed Metadata for HTTP Live Streaming").
struct TagAssembler: Sendable {
    private var pending: [UInt8] = []
    private var time: Int64 = 0
    /// Bytes of the longest tag that is believed.
    private static let longest = 1 << 20

    mutating func lost() { pending = [] }

    /// - Parameter time: ticks of 90 kHz; nil if the packet has none.
    /// - Returns: the tags that begin with one packet, once they are complete.
    mutating func take(_ payload: [UInt8], time: Int64?) -> (bytes: [UInt8], time: Int64)? {
        let body = Self.withoutCell(payload)
        if Self.isTag(body), pending.isEmpty || time != nil {
            guard let time else { return nil }
            (pending, self.time) = (body, time)
        } else if pending.isEmpty {
            return nil
        } else {
            pending += body
        }
        guard pending.count <= Self.longest else {
            pending = []
            return nil
        }
        var complete = 0
        while complete < pending.count {
            let rest = Array(pending[complete...])
            guard Self.isTag(rest) else { break }
            guard let length = PackedAudio.length(rest), length <= rest.count else { return nil }
            complete += length
        }
        defer { pending = [] }
        return complete > 0 ? (Array(pending[..<complete]), self.time) : nil
    }

    private static func isTag(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "ID3".utf8) }

    /// A metadata cell has a header of five bytes, with its length (ISO/IEC 13818-1, 2.12.4).
    private static func withoutCell(_ payload: [UInt8]) -> [UInt8] {
        guard payload.count >= 5, !isTag(payload), Int(payload[3]) << 8 | Int(payload[4]) == payload.count - 5 else { return payload }
        let content = Array(payload[5...])
        return isTag(content) ? content : payload
    }
}
