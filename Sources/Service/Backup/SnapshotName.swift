// SPDX-License-Identifier: Apache-2.0

/// The name of a snapshot: the time at which it was begun, such as `20261126T190000Z`, and a number if it isn't the first one of that
/// second. Whatever has another name in the folder isn't a snapshot, and is left alone.
struct SnapshotName: Hashable, Comparable, Sendable {
    let time: Substring
    let number: Int

    /// - Returns: nil if it isn't the name of a snapshot.
    init?(_ text: String) {
        time = text.prefix(16)
        let digits = time.prefix(8) + time.dropFirst(9).prefix(6)
        guard time.utf8.count == 16, digits.utf8.count == 14, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            time.dropFirst(8).first == "T", time.last == "Z"
        else { return nil }
        let rest = text.dropFirst(16)
        guard let number = rest.isEmpty ? 1 : Int(rest.dropFirst()), rest.isEmpty || (rest == "-\(number)" && number > 1) else {
            return nil
        }
        self.number = number
    }

    var text: String { number == 1 ? String(time) : "\(time)-\(number)" }

    static func < (left: Self, right: Self) -> Bool { (left.time, left.number) < (right.time, right.number) }
}
