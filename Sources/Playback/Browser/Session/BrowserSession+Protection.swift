// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// The keys of encrypted samples.
extension BrowserSession {
    /// Keys have arrived, or failed: goes on with the segments that wait for them.
    mutating func protectionChanged() {
        for load in loads where !load.isPrepared && load.dependencies.isEmpty {
            if let index = index(load.load.id.number) { prepare(index) }
        }
        resources.protection.forgetFailures()
        actions += resources.protection.takeActions()
    }

    /// Fetches keys that the multivariant playlist announces (EXT-X-SESSION-KEY), before a segment needs them.
    mutating func prepareKeys(_ presentation: Presentation) {
        for key in presentation.sessionKeys {
            guard let url = resources.protection.keyURL([key]), let (id, isNew) = resources.need(.key(url)), isNew else { continue }
            actions.append(.fetch(BrowserFetch(id: id, url: url, span: nil, limits: .init())))
        }
    }

    mutating func fail(_ error: StreamingError) {
        var error = error
        if error.code == .key, resources.protection.isRestricted { error.code = .outputRestricted }
        actions.append(.fail(error))
        end()
    }
}
