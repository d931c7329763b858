// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioHandler {
    static let broadcast = [
        StudioPlace("live") { call in StudioLive.page(try await call.page(LiveStream.self), mayWrite: call.may("livestreams:write")) },
        StudioPlace("live/new") { call in
            // The video under which it is shown is made along with it.
            try call.require("livestreams:write")
            try call.require("videos:write")
            return StudioLive.page(nil as LiveStream?, channels: try await call.ownChannels(), mayWrite: true)
        },
        StudioPlace("live/{id}") { call in try await call.room().page },
        StudioPlace("live/{id}/parts", part: { call in try await call.room().parts }),
        StudioPlace("live/{id}/settings") { call in
            StudioLive.page(try await call.one(LiveStream.self), channels: [], mayWrite: call.may("livestreams:write"))
        },
        StudioPlace("live/{id}/comments.csv", other: { call in try await call.answer("exportComments", ["id": call.path["id"]]) }),
        StudioPlace("live/{id}/interactions.csv", other: { call in try await call.answer("exportInteractions", ["id": call.path["id"]]) }),
    ]
}

extension StudioCall {
    private static let mostMessages = 100

    /// As it is now. Of what was written, also what is hidden or private: hosts see all of it.
    fileprivate func room() async throws -> StudioRoom {
        let stream = try await one(LiveStream.self)
        let records = try await catalogue.resources.list(
            ChatRecord.self, parent: stream.id, before: nil, since: nil, limit: Self.mostMessages)
        let interactions = try await catalogue.resources.list(
            Interaction.self, parent: stream.id, before: nil, since: nil, limit: Self.mostMessages)
        let film = stream.status.isActive ? stream.playback.hls : stream.status == .replay ? stream.replay?.url : nil
        return StudioRoom(
            stream, messages: records.map { StudioMessage($0.message, at: $0.createdAt) }, interactions: interactions,
            products: try await products(stream.products.map(\.productID)), mayWrite: may("livestreams:write"), film: film.map(address))
    }
}
