// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension ByteText {
    /// The comma before the title of EXTINF. IPTV channel lists put quoted attributes before it, which may contain commas.
    var commaBeforeTitle: Int? {
        guard let first = position(of: UInt8(ascii: ",")) else { return nil }
        guard let quote = slice(0, first).position(of: UInt8(ascii: "\"")) else { return first }
        var isQuoted = false
        for index in quote..<count {
            if self[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if self[index] == UInt8(ascii: ","), !isQuoted { return index }
        }
        return first
    }

    /// The parts before and after the sign between a width and a height: `x`, or the multiplication sign that the draft of image
    /// playlists prints. The second part is empty if there is no such sign.
    var factors: (ByteText, ByteText) {
        var end = 0
        while end < count, self[end].isDigit { end += 1 }
        let rest = slice(from: end)
        let sign = rest.hasPrefix("\u{D7}") ? 2 : rest.hasPrefix("x") || rest.hasPrefix("X") ? 1 : rest.count
        return (slice(0, end), rest.slice(from: sign))
    }
}
