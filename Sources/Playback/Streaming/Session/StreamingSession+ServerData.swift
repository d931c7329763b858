// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// What servers tell of the network (CMSD): hints, never more than that.
extension StreamingSession {
    mutating func noteServerData(_ server: ServerData) {
        if let kilobits = server.throughput, kilobits >= 1, kilobits < 1e9, quality.rule.history.isEmpty {
            // The server has measured on other transfers; the first of our own takes the word back.
            quality.rule.history.expect(kilobits * 1000)
            note(.quality, "the server estimates " + rateText(kilobits * 1000))
        }
        guard let kilobits = server.maximumBitrate, kilobits >= 1, kilobits < 1e9 else { return }
        if selection.suggest(bitrate: kilobits * 1000, at: now) {
            note(.variant, "the server suggests at most " + rateText(kilobits * 1000))
        }
    }
}
