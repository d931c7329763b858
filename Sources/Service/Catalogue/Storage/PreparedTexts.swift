// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the statements that each connection keeps: viewers choose the shape of their expressions, and with it the text of statements,
/// and GRDB keeps whatever it prepared.
final class PreparedTexts: Sendable {
    private let texts = Mutex<[ObjectIdentifier: Set<Int>]>([:])
    private let most: Int

    /// - Parameter most: statements of a connection.
    init(most: Int = 512) { self.most = most }

    /// - Parameter connection: one that takes the place of another in memory forgets a little earlier than it has to.
    /// - Returns: whether all that the connection keeps must go first.
    func isTooMuch(with text: String, on connection: ObjectIdentifier) -> Bool {
        let hash = text.hashValue
        return texts.withLock { texts in
            let (isNew, _) = texts[connection, default: []].insert(hash)
            guard isNew, texts[connection, default: []].count > most else { return false }
            texts[connection] = [hash]
            return true
        }
    }
}
