// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the prepared statements of each connection. GRDB caches every statement it prepares, and viewers' expressions determine their texts,
/// so the caches would grow without bound.
final class PreparedStatements: Sendable {
    /// Hashes of the statements' texts by connection.
    private let hashes = Mutex<[ObjectIdentifier: Set<Int>]>([:])
    private let limit: Int

    /// - Parameter limit: statements per connection.
    init(limit: Int = 512) { self.limit = limit }

    /// - Parameter connection: if a new connection reuses an address, its statements are cleared slightly too early.
    /// - Returns: whether the connection's cached statements must be cleared first.
    func exceedsLimit(with text: String, on connection: ObjectIdentifier) -> Bool {
        let hash = text.hashValue
        return hashes.withLock { hashes in
            let (isNew, _) = hashes[connection, default: []].insert(hash)
            guard isNew, hashes[connection, default: []].count > limit else { return false }
            hashes[connection] = [hash]
            return true
        }
    }
}
