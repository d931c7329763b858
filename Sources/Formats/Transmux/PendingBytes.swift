// SPDX-License-Identifier: Apache-2.0

/// Bytes that were received and not used yet. However they arrive and are used, each is moved a few times at most.
struct PendingBytes: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The position of the first byte that is not used.
    private(set) var start = 0
    /// How many bytes were moved so far, as a measure of the work.
    private(set) var moved = 0

    /// Bytes that are not used.
    var count: Int { bytes.count - start }

    mutating func append(_ more: [UInt8]) {
        guard count > 0 else {
            (bytes, start) = (more, 0)
            return
        }
        if start >= count {
            moved += count
            bytes.removeFirst(start)
            start = 0
        }
        moved += more.count
        bytes.append(contentsOf: more)
    }

    mutating func skip(_ count: Int) {
        start += count
        if start >= bytes.count { (bytes, start) = ([], 0) }
    }

    /// Uses the next bytes.
    mutating func take(_ count: Int) -> [UInt8] {
        let part = start == 0 && count == bytes.count ? bytes : Array(bytes[start..<(start + count)])
        moved += count
        skip(count)
        return part
    }
}
