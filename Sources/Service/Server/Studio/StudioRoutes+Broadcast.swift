// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    static let broadcast = [
        StudioRoute("live") { call in StudioLive.page(try await call.page(LiveStream.self), mayWrite: call.may("livestreams:write")) },
        StudioRoute("live/new") { call in
            // The video that it is shown under is created with it.
            try call.require("livestreams:write")
            try call.require("videos:write")
            return StudioLive.page(nil as LiveStream?, channels: try await call.ownChannels(), mayWrite: true)
        },
        StudioRoute("live/{id}") { call in try await call.controlRoom().page },
        StudioRoute("live/{id}/parts", part: { call in try await call.controlRoom().parts }),
        StudioRoute("live/{id}/socket", other: { call in try await call.socket() }),
        StudioRoute("live/{id}/settings") { call in
            StudioLive.page(try await call.one(LiveStream.self), channels: [], mayWrite: call.may("livestreams:write"))
        },
        StudioRoute("live/{id}/comments.csv", other: { call in try await call.answer("exportComments", ["id": call.path["id"]]) }),
        StudioRoute("live/{id}/interactions.csv", other: { call in try await call.answer("exportInteractions", ["id": call.path["id"]]) }),
    ]
}

extension StudioContext {
    private static let maxMessages = 100
    /// Seconds after which a socket ends, because the sign-in isn't checked meanwhile; the page then opens the next one.
    private static let socketSeconds = 300.0

    /// Sends events to the control room. Browsers send cookies with a socket opened by any site's page, so the cookie isn't enough: the
    /// session's token must be sent as a subprotocol.
    fileprivate func socket() async throws -> Response {
        guard studio.sessions.isToken(SocketCredentials.expanded(call.fields)[.studioToken] ?? "", of: visitor) else {
            throw APIError(.invalidToken, "The page's token is missing or wrong. Reload the page.")
        }
        let stream = try await one(LiveStream.self)
        let until = min(visitor.until, visitor.session.until, now.addingTimeInterval(Self.socketSeconds))
        return try studio.liveService.socket(of: stream, as: .host(administrator.clientID), until: until, query, call.fields, studio.clock)
    }

    /// The current state, including hidden and private messages, which hosts may see.
    fileprivate func controlRoom() async throws -> StudioBroadcastPage {
        let stream = try await one(LiveStream.self)
        let records = try await catalogue.resources.list(
            ChatRecord.self, parent: stream.id, before: nil, since: nil, limit: Self.maxMessages)
        let interactions = try await catalogue.resources.list(
            Interaction.self, parent: stream.id, before: nil, since: nil, limit: Self.maxMessages)
        let writers = Set(records.map { Participant($0.guestID, in: stream.id).id })
        let muted = Set(
            try await catalogue.resources.find(Participant.self, ids: Array(writers)).filter { $0.isMuted == true }.map(\.guestID))
        let taken = stream.status == .idle || stream.status.isActive ? await studio.liveService.stationProvider?.state(of: stream.id) : nil
        let rehearsal = taken.flatMap { $0.isRehearsal && $0.health?.isReceiving == true ? $0.endpoints.playback.hls : nil }
        let previewURL =
            stream.status == .idle
            ? rehearsal : stream.status.isActive ? stream.playback.hls : stream.status == .replay ? stream.replay?.url : nil
        return StudioBroadcastPage(
            stream,
            messages: records.map { StudioMessage($0.message, at: $0.createdAt, isMuted: muted.contains($0.guestID)) },
            interactions: interactions,
            products: try await products(stream.products.map(\.productID)), mayWrite: may("livestreams:write"),
            previewURL: previewURL.map(address),
            encoder: encoder(of: stream, taken))
    }

    private func encoder(of stream: LiveStream, _ state: LiveIngestState?) -> StudioEncoder {
        if let health = state?.health { return health.isReceiving ? .sending(health) : .waiting }
        let isSent = stream.source != .mediaAsset && !(stream.source == .external && stream.primaryURL != nil) && stream.isIngested
        return isSent && state == nil && studio.liveService.stationProvider != nil && stream.status == .idle ? .unprepared : .none
    }
}
