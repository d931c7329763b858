// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxHLS
import WindowboxStitcher

// Tracking documents, segments and events of ads.
extension AdInsertion {
    /// The tracking document of a session.
    package func tracking(_ id: String) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            let session = try await sessions.session(id)
            return .json(TrackingDocument.json(of: await session.record.session))
        }
    }

    /// What happened to the session in this process, for operators.
    package func log(_ id: String) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            _ = try await sessions.session(id)
            return .json(try parts.journal.document(of: id))
        }
    }

    /// The URL of a shared segment, whose delivery is counted.
    /// - Parameters:
    ///   - words: the break, the slot, the rendition and the segment's number.
    ///   - isSeen: whether the viewer will see it; false for a prefetch.
    package func segment(_ id: String, _ words: [String], isSeen: Bool) async throws(InsertionError) -> String {
        try await reporting {
            let session = try await sessions.session(id)
            guard words.count == 4, let index = Int(words[0]), let slot = Int(words[1]), let rendition = ContentRendition(words[2]),
                let number = Int(words[3])
            else { throw InsertionError.nothing }
            return try await session.deliver(AdSegmentLocation(index: index, slot: slot), rendition, number, isSeen: isSeen)
        }
    }

    /// Counts an event of a house ad.
    package func record(_ event: String, ofCampaign campaign: String, creative: String, in id: String) async throws(InsertionError) {
        try await reporting {
            guard await parts.house.knows(campaign, creative) else { throw InsertionError.nothing }
            let session = try await sessions.session(id)
            guard event == "impression", await session.takeImpression(of: campaign) else { return }
            let viewer = await session.facts.keyValues["viewer"] ?? id
            await parts.house.count(campaign, viewer: viewer)
        }
    }

    /// The ads of a break, for a player that fetches them itself.
    package func assets(_ id: String, _ query: InsertionQuery) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            let session = try await sessions.session(id)
            guard let breakID = query["_HLS_interstitial_id"] else {
                throw InsertionError(.invalid, "_HLS_interstitial_id is missing.")
            }
            parts.metrics.count(.assetLists)
            let offset = query["_HLS_start_offset"].flatMap(Double.init) ?? 0
            return .json(try await session.assets(of: breakID, startOffset: max(0, offset)), caching: .assetList)
        }
    }
}
