// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What was read of documents lately, by their text: what many ask for is read once, and what was changed has another text.
final class DecodedDocuments<Resource: StoredResource>: Sendable {
    private struct Kept: Sendable {
        var young: [String: Resource] = [:]
        /// Goes when the young have become as many as may be kept.
        var old: [String: Resource] = [:]
    }

    private let kept = Mutex(Kept())
    private let most: Int

    /// - Parameter most: documents to keep, up to twice as many for a while.
    init(most: Int = 4096) { self.most = most }

    func read(_ document: String, _ decode: (Resource.Type, String) throws -> Resource) rethrows -> Resource {
        if let found = kept.withLock({ $0.young[document] ?? $0.old[document] }) {
            keep(found, as: document)
            return found
        }
        let made = try decode(Resource.self, document)
        keep(made, as: document)
        return made
    }

    private func keep(_ resource: Resource, as document: String) {
        kept.withLock { kept in
            guard kept.young[document] == nil else { return }
            if kept.young.count >= most { kept = Kept(old: kept.young) }
            kept.young[document] = resource
        }
    }
}
