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

    mutating func fail(_ error: StreamingError) {
        var error = error
        if error.code == .key, resources.protection.isRestricted { error.code = .outputRestricted }
        actions.append(.fail(error))
        end()
    }
}
