// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxHLS
import WindowboxStitcher

extension ViewerSession {
    /// Handles a request for an ad segment.
    ///
    /// - Returns: the segment's URL.
    func deliver(_ location: AdSegmentLocation, _ rendition: ContentRendition, _ number: Int, isSeen: Bool) async throws -> String {
        guard let entry = record.session.breaks.first(where: { $0.index == location.index }), let decision = entry.decision,
            decision.slots.indices.contains(location.slot)
        else { throw InsertionError.nothing }
        let item = decision.slots[location.slot]
        guard let fit = await mapping(of: item), let playlist = fit.playlist(for: rendition),
            playlist.segments.indices.contains(number)
        else { throw InsertionError.nothing }
        if isSeen {
            let start = playlist.segments.prefix(number).reduce(0) { $0 + $1.duration }
            let before = delivery
            let beacons = delivery.handle(
                .delivered(breakID: entry.id, slot: location.slot, start: start, duration: playlist.segments[number].duration), decision,
                at: parts.now)
            if delivery != before, let text = try? String(decoding: JSONEncoder().encode(delivery), as: UTF8.self) {
                try? await parts.store.save(progress: text, of: id)
            }
            await parts.beaconDispatcher.report(beacons, for: facts)
        }
        return playlist.segments[number].uri.url
    }
}
