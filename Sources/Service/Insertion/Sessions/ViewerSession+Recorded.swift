// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

extension ViewerSession {
    /// A recording's playlist with this session's ads, in parts.
    func recorded(
        _ content: PreparedContent, _ marked: BreakTimeline, _ rendition: ContentRendition
    ) async throws -> [TextPart] {
        let found = await breaks(in: marked, duration: content.boundaries.last ?? 0)
        var mappings: [String: RenditionMapping] = [:]
        var known = replacements
        repeat {
            try await decide(found, nil)
            known = replacements
            mappings = await self.mappings()
        } while known != replacements
        var breaks: [PreparedContent.Break] = []
        let isCounted = record.session.configuration.reporting == .server && rendition.kind == .variant
        for entry in record.session.breaks {
            guard let decision = entry.decision else { continue }
            var ads: [PreparedAd] = []
            for (slot, item) in decision.slots.enumerated() where item.kind != .slate {
                guard let fit = mappings[item.creativeKey] else { continue }
                let location = isCounted && item.ad != nil ? AdSegmentLocation(index: entry.index, slot: slot) : nil
                if let ad = parts.creativeCache.prepared(item.creativeKey, content: record.origin, fit, rendition, location: location) {
                    ads.append(ad)
                }
            }
            if !ads.isEmpty { breaks.append(.init(at: entry.start, ads: ads)) }
        }
        return content.parts(with: breaks, snap: parts.settings.snap ?? .down, targetDuration: parts.settings.targetDuration)
    }
}
