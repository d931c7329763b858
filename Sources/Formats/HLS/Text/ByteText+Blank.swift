// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension UnsafeBufferPointer where Element == UInt8 {
    /// The text without surrounding spaces and tabs.
    var trimmed: ByteText {
        if count == 0 || !(self[0].isBlank || self[count - 1].isBlank) { return self }
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return slice(start, end)
    }
}

extension UInt8 {
    /// A space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
