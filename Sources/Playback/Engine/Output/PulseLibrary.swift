// SPDX-License-Identifier: Apache-2.0

import CPulse

/// libpulse, loaded on first use.
// @unchecked: addresses of functions in a library that stays loaded. They are never changed.
struct PulseLibrary: @unchecked Sendable {
    let functions: windowbox_pulse

    /// Loaded once per process.
    static let loaded = Result { () throws(SoundServerError) in try PulseLibrary() }

    private init() throws(SoundServerError) {
        let table = UnsafeMutablePointer<windowbox_pulse>.allocate(capacity: 1)
        defer { table.deallocate() }
        if let missing = windowbox_pulse_load(table) {
            throw SoundServerError(
                "\(String(cString: missing)) was not found; it is needed to play audio. Install libpulse0.")
        }
        functions = table.pointee
    }
}
