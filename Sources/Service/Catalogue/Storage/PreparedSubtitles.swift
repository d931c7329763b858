// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the prepared statements of each connection: viewers' expressions determine the statements'
/// text, and GRDB caches every statement it prepares.
final class PreparedSubtitles: Sendable {
    private let texts = Mutex<[ObjectIdentifier: Set<Int>]>([:])
    private let limit: Int

    /// - Parameter limit: statements per connection.
    init(limit: Int = 512) { self.limit = limit }

    /// - Parameter connection: if a new connection reuses an address, its statements are cleared slightly too early.
    /// - Returns: whether the connection's cached statements must be cleared first.
    func exceedsLimit(with text: String, on connection: ObjectIdentifier) -> Bool {
        let hash = text.hashValue
        return texts.withLock { texts in
            let (isNew, _) = texts[connection, default: []].insert(hash)
            guard isNew, texts[connection, default: []].count > limit else { return false }
            texts[connection] = [hash]
            return true
        }
    }
}
