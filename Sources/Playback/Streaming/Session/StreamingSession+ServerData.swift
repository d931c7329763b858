// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// What servers tell of the network (CMSD): hints, never more than that.
extension StreamingSession {
    mutating func noteServerData(_ server: ServerData) {
        if let kilobits = server.throughput, kilobits >= 1, kilobits < 1e9, quality.history.isEmpty {
            // The server has measured on other transfers; the first of our own takes the word back.
            quality.history.expect(kilobits * 1000)
            note(.quality, "the server estimates " + rateText(kilobits * 1000))
        }
        guard let kilobits = server.maximumBitrate, kilobits >= 1, kilobits < 1e9 else { return }
        if serverLimit?.bitrate != kilobits * 1000 { note(.variant, "the server suggests at most " + rateText(kilobits * 1000)) }
        serverLimit = ServerLimit(bitrate: kilobits * 1000, until: now + ServerLimit.lifetime)
    }

    /// Within what the server suggests; a suggestion that is not repeated is forgotten.
    func isSuggested(_ variant: Presentation.Variant) -> Bool {
        guard let limit = serverLimit, now < limit.until else { return true }
        return Double(variant.bandwidth) <= limit.bitrate
    }

    struct ServerLimit: Hashable, Sendable {
        /// Seconds.
        static let lifetime = 60.0
        /// Bit/s.
        var bitrate: Double
        var until: Instant
    }
}
