// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension LiveStream: ChannelOwned {
    static let operationName = "LiveStream"

    static func blank(id: String, business: String, at now: Date) -> LiveStream {
        LiveStream(id: id, videoID: "", channelID: "", title: "")
    }

    /// Shows only that an access code is set, not its hash.
    func presented(by catalogue: Catalogue, at now: Date) async throws -> LiveStream {
        var presented = self
        presented.accessCodeHash = accessCodeHash == nil ? nil : "set"
        if let counts = try await catalogue.live.counts(of: [id], at: now)[id] {
            presented.likes = counts.likes
            if status.isActive { presented.viewers = counts.viewers }
        }
        return presented
    }

    /// Stores the access code as a hash. Clients can't set the hash itself.
    func prepared(after before: LiveStream?) throws -> LiveStream {
        var stream = self
        stream.accessCodeHash = before?.accessCodeHash
        if let code = accessCode {
            guard code.unicodeScalars.count <= 256 else {
                throw APIError(.invalidField, "This is too long: enter up to 256 characters.", field: "access_code")
            }
            stream.accessCodeHash = code.isEmpty ? nil : AccessCode.hash(code)
        }
        stream.accessCode = nil
        // Keys are generated, since a chosen key would be short. A client that sets `ingest` to null gets a new key at the next start.
        guard ingest == before?.ingest || ingest == nil else {
            throw APIError(
                .invalidField, "The service creates the key when the stream starts. Set this to null to get a new one.",
                field: "ingest")
        }
        guard ingest == before?.ingest || before?.status.isActive != true else {
            throw APIError(.invalidTransition, "An encoder is sending with this key. End the stream first.", field: "ingest")
        }
        // Counters ignore what a client sends back.
        (stream.viewers, stream.likes) = (before?.viewers ?? 0, before?.likes ?? 0)
        return stream
    }

    func check(after before: LiveStream?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(title, "title")
        try FieldCheck.text(description, "description", 0...10_000)
        for (address, field) in [
            (posterURL, "poster_url"), (primaryURL, "primary_url"), (playback.hls, "playback.hls"),
            (playback.lowLatencyHLS, "playback.ll_hls"), (playback.webRTC, "playback.webrtc"), (replay?.url, "replay.url"),
        ] { try FieldCheck.address(address, field) }
        for (index, subtitle) in subtitles.enumerated() { try FieldCheck.address(subtitle.url, "subtitles[\(index)].url") }
        guard hosts.count <= 20, hosts.allSatisfy({ (1...200).contains($0.unicodeScalars.count) }) else {
            throw APIError(.invalidField, "Enter up to 20 names of up to 200 characters each.", field: "hosts")
        }
        try checkChat()
        try checkReplay()
        try checkSteps(before ?? LiveStream(id: id, videoID: videoID, channelID: channelID, title: title), isNew: before == nil)
        try await checkVideos(after: before, in: catalogue)
        if before?.products != products { try await check(products: products, in: catalogue) }
    }

    private func checkChat() throws(APIError) {
        guard chatSettings.blocklist.count <= 1000, chatSettings.blocklist.allSatisfy({ (1...100).contains($0.unicodeScalars.count) })
        else {
            throw APIError(.invalidField, "Enter up to 1000 words of up to 100 characters each.", field: "chat_settings.blocklist")
        }
        if let seconds = chatSettings.slowModeSeconds, !(0...3600).contains(seconds) {
            throw APIError(.invalidField, "Enter a number from 0 to 3600.", field: "chat_settings.slow_mode_seconds")
        }
    }

    private func checkReplay() throws(APIError) {
        guard let replay else { return }
        guard replay.startMS >= 0, replay.highlights.count <= 500, replay.highlights.allSatisfy({ $0.offsetMS >= 0 }) else {
            throw APIError(.invalidField, "There can be at most 500 highlights, none of them before the start.", field: "replay.highlights")
        }
    }

    /// State that viewers are notified of is changed only by commands.
    private func checkSteps(_ before: LiveStream, isNew: Bool) throws(APIError) {
        if before.status != status {
            guard before.status == .completed, status == .replay, replay != nil else {
                throw APIError(
                    .invalidTransition,
                    "Change the status with POST …/start, pause, resume or end. To turn an ended stream into a replay, set its replay.",
                    field: "status")
            }
        }
        let changed: [(Bool, String)] = [
            (before.startedAt != startedAt, "started_at"), (before.endedAt != endedAt, "ended_at"), (before.pinned != pinned, "pinned"),
            (before.announcement != announcement, "announcement"),
            (!isNew && before.products != products, "products"),
        ]
        if let (_, field) = changed.first(where: \.0) {
            throw APIError(
                .invalidField, "This is changed by a command of its own, such as POST …/pin, so that viewers are notified.", field: field)
        }
    }

    /// Videos that were set before may have been deleted since; new ones must belong to the same business.
    private func checkVideos(after before: LiveStream?, in catalogue: Catalogue) async throws {
        let business = try await business(in: catalogue)
        let named = [
            (videoID, "video_id", before?.videoID == videoID && before?.channelID == channelID),
            (trailerVideoID ?? videoID, "trailer_video_id", trailerVideoID == nil || trailerVideoID == before?.trailerVideoID),
        ]
        for (id, field, isKnown) in named where !isKnown {
            guard let video = try await catalogue.resources.find(Video.self, id: id), try await video.business(in: catalogue) == business
            else { throw APIError(.invalidField, "There is no such video.", field: field) }
            if id == videoID, field == "video_id", video.channelID != channelID {
                throw APIError(.invalidField, "The video belongs to another channel.", field: field)
            }
            guard !video.isProtected else {
                throw APIError(
                    .invalidField, "The video has a password. Remove it; the stream can have an access code instead.", field: field)
            }
        }
        guard before?.videoID != videoID else { return }
        let links = try await catalogue.resources.liveStreams(ofVideos: [videoID])
        if let other = links.streams[videoID]?.id ?? links.damaged[videoID], other != id {
            throw APIError(.conflict, "Another live stream already uses this video.", field: "video_id")
        }
    }

    func check(products: [LiveProduct], in catalogue: Catalogue) async throws {
        guard products.count <= 200, Set(products.map(\.productID)).count == products.count else {
            throw APIError(.invalidField, "There can be at most 200 products, each listed once.", field: "products")
        }
        guard !products.isEmpty else { return }
        let own = try await Product.own(products.map(\.productID), of: business(in: catalogue) ?? "", in: catalogue)
        if let index = products.firstIndex(where: { !own.contains($0.productID) }) {
            throw APIError(.invalidField, "There is no such product.", field: "products[\(index)].product_id")
        }
    }

    func checkRemoval(in catalogue: Catalogue) async throws {
        guard !status.isActive else { throw APIError(.conflict, "It is on air. End it first.") }
    }

    func clear(in catalogue: Catalogue) async throws { try await catalogue.live.forget(id) }
}
