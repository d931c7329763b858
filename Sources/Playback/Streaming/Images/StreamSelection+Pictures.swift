// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamSelection {
    /// The best I-frame stream of the pathway that the network can sustain; the smallest if the throughput is unknown.
    func iFrameAddress(isSmall: Bool, throughput: Double, at now: Instant) -> String? {
        var best: StreamCatalogue.IFrameEntry?
        for entry in catalogue.iFrames
        where entry.source.pathway == pathway && !exclusions.isExcluded(.playlist(entry.source.url), at: now) {
            if let limit = limits.size, let size = entry.size, size.width > limit.width || size.height > limit.height, best != nil {
                continue
            }
            guard let known = best else {
                best = entry
                continue
            }
            // Six frames per second, each about one second's worth of the stated rate, within half of the throughput.
            let affordable = !isSmall && Double(entry.bandwidth) * 6 < throughput / 2
            let isBetter = affordable ? entry.bandwidth > known.bandwidth : entry.bandwidth < known.bandwidth
            let knownIsAffordable = !isSmall && Double(known.bandwidth) * 6 < throughput / 2
            if isBetter && (affordable || !knownIsAffordable) { best = entry }
        }
        return best?.source.url
    }
}
