// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Splits incoming bytes into lines, which end with LF, CR or CRLF.
struct LineReader: Hashable, Sendable {
    /// An incomplete last line.
    private var rest: [UInt8] = []
    private var endedWithReturn = false
    private var isTruncated = false
    private let limit: Int

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Calls `body` with each complete line, without its line break; `isTruncated` is set if the line exceeded the limit.
    mutating func read(_ bytes: ByteText, _ body: (_ line: ByteText, _ isTruncated: Bool) -> Void) {
        var position = 0
        if endedWithReturn, bytes.count > 0 {
            if bytes[0] == 0x0A { position = 1 }
            endedWithReturn = false
        }
        while position < bytes.count {
            let end = bytes.lineEnd(from: position).end
            guard end < bytes.count else {
                keep(bytes.slice(position, end))
                return
            }
            if rest.isEmpty, !isTruncated, end - position <= limit {
                body(bytes.slice(position, end), false)
            } else {
                keep(bytes.slice(position, end))
                deliver(body)
            }
            position = end + 1
            if bytes[end] == 0x0D {
                if position == bytes.count { endedWithReturn = true } else if bytes[position] == 0x0A { position += 1 }
            }
        }
    }

    /// Calls `body` with the last line if it has no line break.
    mutating func finish(_ body: (_ line: ByteText, _ isTruncated: Bool) -> Void) {
        if !rest.isEmpty || isTruncated { deliver(body) }
    }

    private mutating func keep(_ part: ByteText) {
        let available = limit - rest.count
        if part.count > available { isTruncated = true }
        rest.append(contentsOf: part.slice(0, available))
    }

    private mutating func deliver(_ body: (_ line: ByteText, _ isTruncated: Bool) -> Void) {
        rest.withUnsafeBufferPointer { body($0, isTruncated) }
        rest.removeAll(keepingCapacity: rest.capacity < 1 << 16)
        isTruncated = false
    }
}
