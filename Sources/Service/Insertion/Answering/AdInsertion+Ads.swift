// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxHLS
import WindowboxStitcher

// Tracking documents, segments and events of ads.
extension AdInsertion {
    func tracking(_ session: ViewerSession) async -> InsertionAnswer {
        .json(TrackingDocument.json(of: await session.record.session))
    }

    /// Redirects to a shared segment, and counts its delivery.
    func segment(_ id: String, _ words: [Substring], _ request: InsertionRequest) async throws -> InsertionAnswer {
        let session = try await sessions.session(id)
        guard let index = Int(words[0]), let slot = Int(words[1]), let rendition = ContentRendition(words[2]), let number = Int(words[3])
        else { throw HTTPError.nothing }
        let isSeen = request.method == .get && !request.isPrefetch
        let address = try await session.deliver(AdSegmentLocation(index: index, slot: slot), rendition, number, isSeen: isSeen)
        var answer = InsertionAnswer(302, caching: .segmentRedirect)
        answer.fields.append(("Location", address))
        return answer
    }

    /// Handles an event of a house ad.
    ///
    /// - Parameter words: the campaign, the creative and the event.
    func told(_ id: String, _ words: [String]) async throws -> InsertionAnswer {
        guard await parts.house.knows(words[0], words[1]) else { throw HTTPError.nothing }
        let session = try await sessions.session(id)
        guard words[2] == "impression" else { return InsertionAnswer(204, caching: .tracking) }
        // A session counts once per possible break, however often it is requested.
        let viewer = await session.facts.keyValues["viewer"] ?? id
        await parts.house.count(words[0], viewer: viewer)
        return InsertionAnswer(204, caching: .tracking)
    }

    /// The ads of a break, for a player that fetches them itself.
    func assets(_ session: ViewerSession, _ request: InsertionRequest) async throws -> InsertionAnswer {
        guard let breakID = request["_HLS_interstitial_id"] else { throw HTTPError(status: 400, "_HLS_interstitial_id is missing.") }
        parts.metrics.count(.assetLists)
        let offset = request["_HLS_start_offset"].flatMap(Double.init) ?? 0
        return .json(try await session.assets(of: breakID, startOffset: max(0, offset)), caching: .assetList)
    }
}
