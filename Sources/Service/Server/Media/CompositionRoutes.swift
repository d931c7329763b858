// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Serves the documents that players load by URN; see `CompositionService` in the SDK.
struct CompositionRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let access: LiveAccess
    /// Nil if this process serves no media.
    let start: PreloadBundle?

    var endpoints: [Endpoint] { [Endpoint("composition", composition).withEntityTag()] }

    private func composition(_ call: GuestContext) async throws -> CompositionDocument {
        let audience = try await Audience(catalogue, call)
        guard let name = MediaName(call.path["urn"]) else { throw Audience.nothing }
        var stream: LiveStream?
        var id = name.id
        if name.kind == .live {
            guard let found = try await catalogue.resources.find(LiveStream.self, id: id) else { throw Audience.nothing }
            stream = found
            id = found.videoID
        }
        // Archived, private and unfinished videos are reported as not found; videos that are only unpublished are not.
        guard let video = try await catalogue.resources.find(Video.self, id: id) else { throw Audience.nothing }
        let channel = try await audience.channel(video.channelID)
        guard audience.mayKnow(video, of: channel) else { throw Audience.nothing }
        if stream == nil { stream = try await catalogue.resources.liveStream(ofVideo: video.id) }
        let composition = Composition(
            now: call.now, country: audience.country, isUnlocked: stream.map { access.isUnlocked($0, call) } ?? true,
            isVideoUnlocked: access.isUnlocked(video, call),
            address: { addresses.address($0, version: video.passwordVersion, for: call.call) })
        guard let stream else { return await bundled(composition.document(of: video), video, call) }
        let trailer: Video? =
            if let id = stream.trailerVideoID, let found = try await catalogue.resources.find(Video.self, id: id) {
                try await audience.visible([found]).first { !$0.isProtected }
            } else { nil }
        let products = try await highlighted(in: stream, of: channel.businessID)
        return composition.document(of: stream, under: video, trailer: trailer, channel: channel, products: products)
    }

    /// The products of a replay whose names viewers may see: highlights may also name those of other businesses, and hidden ones.
    private func highlighted(in stream: LiveStream, of business: String) async throws -> [Product] {
        let unshown = Set(stream.products.filter(\.hidden).map(\.productID))
        let ids = (stream.replay?.highlights ?? []).map(\.productID).filter { !unshown.contains($0) }
        guard !ids.isEmpty else { return [] }
        let own = try await Product.own(ids, of: business, in: catalogue)
        return try await catalogue.resources.find(Product.self, ids: Array(own)).filter { !$0.hidden }
    }

    /// Adds the playlists that the player would request next, if it asked for them.
    private func bundled(_ document: CompositionDocument, _ video: Video, _ call: GuestContext) async -> CompositionDocument {
        guard call.query["bundle"] == "yes", let start, let path = video.hlsURL else { return document }
        var document = document
        for chapter in document.chapters.indices {
            for index in document.chapters[chapter].resources.indices where document.chapters[chapter].resources[index].delivery == "hls" {
                let address = document.chapters[chapter].resources[index].url
                document.chapters[chapter].resources[index].preload = await start.answers(
                    to: path, at: address, version: video.passwordVersion, at: call.now)
            }
        }
        return document
    }
}
