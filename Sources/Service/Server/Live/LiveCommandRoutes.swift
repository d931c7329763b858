// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Commands for hosts to start, pause and end a broadcast, pin products and make announcements.
struct LiveCommandRoutes: RouteGroup {
    let liveService: LiveStreamService
    /// The limit of pinned products.
    private static let maximumPinned = 3

    var endpoints: [Endpoint] {
        [
            Endpoint("prepareLive") { try await liveService.prepare($0) },
            Endpoint("liveHealth", health),
            Endpoint("startLive") { try await move(.start, $0) },
            Endpoint("pauseLive") { try await move(.pause, $0) },
            Endpoint("resumeLive") { try await move(.resume, $0) },
            Endpoint("endLive") { try await move(.end, $0) },
            Endpoint("pin", pin),
            Endpoint("unpin", unpin),
            Endpoint("announce", announce),
            Endpoint("sendLiveSubtitle", sendSubtitle),
            Endpoint("setLiveProducts", setProducts),
        ]
    }

    private func move(_ move: LiveCommand, _ call: AdminContext) async throws -> LiveStream {
        let stream = try await liveService.owned(call)
        return try await liveService.presented(liveService.move(move, stream.id, at: call.now), at: call.now)
    }

    private func health(_ call: AdminContext) async throws -> LiveHealth {
        let id = try await liveService.owned(call).id
        guard let stationProvider = liveService.stationProvider else { throw LiveStreamService.elsewhere }
        return await stationProvider.state(of: id)?.health ?? LiveHealth()
    }

    private func pin(_ call: AdminContext, _ request: PinRequest) async throws -> LiveStream {
        let id = try await liveService.owned(call).id
        let changed = try await liveService.perform(on: id, at: call.now) { live, stream in
            let isProduct = stream.products.contains { $0.productID == request.id && !$0.hidden }
            let isInteraction = try live.find(Interaction.self, id: request.id)?.liveStreamID == stream.id
            guard isProduct || isInteraction else {
                throw APIError(.invalidField, "The stream has no product and no interaction with this id.", field: "id")
            }
            stream.pinned = Array(([request.id] + stream.pinned.filter { $0 != request.id }).prefix(Self.maximumPinned))
            try live.emit(pinned: stream)
        }.stream
        return try await liveService.presented(changed, at: call.now)
    }

    private func unpin(_ call: AdminContext, _ request: PinRequest) async throws -> LiveStream {
        let id = try await liveService.owned(call).id
        let changed = try await liveService.perform(on: id, at: call.now) { live, stream in
            guard stream.pinned.contains(request.id) else { return }
            stream.pinned.removeAll { $0 == request.id }
            try live.emit(pinned: stream)
        }.stream
        return try await liveService.presented(changed, at: call.now)
    }

    private func announce(_ call: AdminContext, _ request: AnnouncementRequest) async throws -> LiveStream {
        let id = try await liveService.owned(call).id
        let text = try request.text.map { try ChatText.checked($0, "text", limit: 500) }
        let changed = try await liveService.perform(on: id, at: call.now) { live, stream in
            stream.announcement = text
            try live.emit(.announcement, ["text": text.map(JSONValue.string) ?? .null], key: "announcement")
        }.stream
        return try await liveService.presented(changed, at: call.now)
    }

    private func sendSubtitle(_ call: AdminContext, _ request: LiveSubtitleRequest) async throws {
        let id = try await liveService.owned(call).id
        try FieldCheck.language(request.language, "lang")
        try FieldCheck.number(request.durationMS, "duration_ms", 0...600_000)
        let text = request.text.isEmpty ? "" : try ChatText.checked(request.text, "text", limit: 500)
        let words = LiveSubtitleRequest(language: request.language, text: text, durationMS: request.durationMS)
        _ = try await liveService.perform(on: id, at: call.now) { live, stream in
            guard stream.status == .live else { throw APIError(.invalidTransition, "Subtitles can only be sent while the stream is live.") }
            try live.emit(.subtitle, JSONValue(encoding: words), key: "subtitle:\(words.language.lowercased())")
        }
    }

    private func setProducts(_ call: AdminContext, _ request: LiveProductsRequest) async throws -> LiveStream {
        let owned = try await liveService.owned(call)
        try await owned.check(products: request.products, in: liveService.catalogue)
        let changed = try await liveService.perform(on: owned.id, at: call.now) { live, stream in
            let before = Dictionary(stream.products.map { ($0.productID, $0) }) { first, _ in first }
            let now = Set(request.products.map(\.productID))
            for product in stream.products where !now.contains(product.productID) {
                try live.emit(
                    .productUpdated, ["product_id": .string(product.productID), "removed": true], key: "product:\(product.productID)")
            }
            for product in request.products where before[product.productID] != product {
                try live.emit(.productUpdated, JSONValue(encoding: product), key: "product:\(product.productID)")
            }
            stream.products = request.products
            let shown = Set(request.products.filter { !$0.hidden }.map(\.productID))
            let pinned = stream.pinned.filter { before[$0] == nil || shown.contains($0) }
            guard pinned != stream.pinned else { return }
            stream.pinned = pinned
            try live.emit(pinned: stream)
        }.stream
        return try await liveService.presented(changed, at: call.now)
    }
}

extension LiveStreamService {
    /// Performs a command of a host or a timer.
    func move(_ move: LiveCommand, _ id: String, at now: Date) async throws -> LiveStream {
        if move == .end { try await hub.publishLikes(at: now) }
        let counts = try await catalogue.live.counts(of: [id], at: now)[id] ?? LiveCounts()
        // The stream has its URLs before it is announced as live.
        let endpoints = try await move == .start ? startIngest(id) : nil
        let (isNew, stream) = try await perform(on: id, at: now) { live, stream in
            let next = try move.next(after: stream.status)
            guard next != stream.status else { return false }
            endpoints?.describe(&stream)
            stream.become(next, at: now)
            try live.emit(status: stream)
            try live.publish(move.notice, stream)
            if move == .start { try live.set(LiveTimer(stream: stream.id, kind: .remind)) }
            guard next == .completed else { return true }
            (stream.viewers, stream.likes) = (counts.viewers, counts.likes)
            for interaction in try live.all(Interaction.self, of: stream.id) where interaction.state == .active {
                _ = try live.end(interaction)
            }
            return true
        }
        guard isNew else { return stream }
        // A failure here doesn't undo the command: the timer sends the reminders.
        if move == .start { try? await remind(stream.id, at: now) }
        // The stream has ended even if its recording can't be stored now; ``LiveResumption`` tries again.
        if move == .end, let replay = try? await endIngest(id, at: now) { return replay }
        return stream
    }
}
