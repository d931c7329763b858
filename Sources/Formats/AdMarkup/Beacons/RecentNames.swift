// SPDX-License-Identifier: Apache-2.0

/// A set of recently seen names, encoded as a list with the oldest first.
struct RecentNames: Hashable, Sendable, Codable {
    private var order: [String] = []
    private var held: Set<String> = []

    init() {}

    init(from decoder: any Decoder) throws {
        for name in try [String](from: decoder) where held.insert(name).inserted { order.append(name) }
    }

    func encode(to encoder: any Encoder) throws { try order.encode(to: encoder) }

    /// - Parameter limit: The minimum number of names to remember.
    /// - Returns: false if the name is already remembered.
    mutating func insert(_ name: String, limit: Int) -> Bool {
        guard held.insert(name).inserted else { return false }
        order.append(name)
        // Removes half at once, so that this is rare.
        if order.count > 2 * max(1, limit) {
            held.subtract(order.prefix(order.count / 2))
            order.removeFirst(order.count / 2)
        }
        return true
    }
}
