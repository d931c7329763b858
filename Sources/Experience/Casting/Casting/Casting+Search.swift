// SPDX-License-Identifier: Apache-2.0

extension Casting {
    /// Waits for renderers, for programs without a list to look at.
    ///
    /// - Parameters:
    ///   - limit: how long at most.
    ///   - name: a part of the renderer's name, or its id: the search ends with the first that has it; nil waits for all that answer.
    /// - Returns: those that have the name, or all.
    /// - Throws: ``CastingError/Code/network`` where nothing can be asked; without an active player nothing is found.
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
    fileprivate func matches(_ wanted: String?) -> Bool {
        guard let wanted else { return true }
        return id == wanted || name.lowercased().contains(wanted.lowercased())
    }
}
