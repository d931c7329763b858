// SPDX-License-Identifier: Apache-2.0

extension Casting {
    /// Waits for renderers, for programs without a list to show.
    ///
    /// - Parameters:
    ///   - limit: maximum duration of the search.
    ///   - name: part of a renderer's name, or its ID; the search ends with the first match. Nil waits for all that answer.
    /// - Returns: the matching renderers, or all.
    /// - Throws: ``CastingError/Code/network`` if no interface can search. Without an active player, nothing is found.
    public func search(for limit: Duration, named name: String? = nil) async throws(CastingError) -> [Renderer] {
        let found = Task { [updates = await updates()] in
            for await renderers in updates {
                let matching = renderers.filter { $0.matches(name) }
                if name != nil, !matching.isEmpty { return matching }
            }
            return [Renderer]()
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            found.cancel()
        }
        let early = await withTaskCancellationHandler {
            await found.value
        } onCancel: {
            found.cancel()
        }
        timer.cancel()
        if let error, renderers.isEmpty { throw error }
        return early.isEmpty ? renderers.filter { $0.matches(name) } : early
    }
}

extension Renderer {
    fileprivate func matches(_ query: String?) -> Bool {
        guard let query else { return true }
        return id == query || name.lowercased().contains(query.lowercased())
    }
}
