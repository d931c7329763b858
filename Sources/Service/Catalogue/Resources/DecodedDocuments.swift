// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A cache of decoded documents by their text: popular ones are decoded once, and a changed one has another text.
final class DecodedDocuments<Resource: StoredResource>: Sendable {
    private struct Kept: Sendable {
        var young: [String: Resource] = [:]
        /// Dropped when the young generation is full.
        var old: [String: Resource] = [:]
    }

    private let kept = Mutex(Kept())
    private let limit: Int

    /// - Parameter limit: the number of documents to keep; temporarily up to twice as many.
    init(limit: Int = 4096) { self.limit = limit }

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
            if kept.young.count >= limit { kept = Kept(old: kept.young) }
            kept.young[document] = resource
        }
    }
}
