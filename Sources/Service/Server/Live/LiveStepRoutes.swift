// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Commands for hosts to start, pause and end a broadcast, pin products and make announcements.
struct LiveStepRoutes: RouteGroup {
    let stage: LiveStreamService
    /// The limit of pinned products.
    private static let mostPinned = 3

    var endpoints: [Endpoint] {
        [
            Endpoint("prepareLive") { try await stage.prepare($0) },
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

    private func move(_ move: LiveCommand, _ call: AdminCall) async throws -> LiveStream {
        let stream = try await stage.owned(call)
        return try await stage.told(stage.move(move, stream.id, at: call.now), at: call.now)
    }

    private func health(_ call: AdminCall) async throws -> LiveHealth {
        let id = try await stage.owned(call).id
        guard let stations = stage.stations else { throw LiveStreamService.elsewhere }
        return await stations.state(of: id)?.health ?? LiveHealth()
    }

    private func pin(_ call: AdminCall, _ request: PinRequest) async throws -> LiveStream {
        let id = try await stage.owned(call).id
        let changed = try await stage.perform(on: id, at: call.now) { live, stream in
            let isProduct = stream.products.contains { $0.productID == request.id && !$0.hidden }
            let isInteraction = try live.find(Interaction.self, id: request.id)?.liveStreamID == stream.id
            guard isProduct || isInteraction else {
                throw APIError(.invalidField, "It is no product that the stream shows, and none of its interactions.", field: "id")
            }
            stream.pinned = Array(([request.id] + stream.pinned.filter { $0 != request.id }).prefix(Self.mostPinned))
            try live.tell(pinned: stream)
        }.stream
        return try await stage.told(changed, at: call.now)
    }

    private func unpin(_ call: AdminCall, _ request: PinRequest) async throws -> LiveStream {
        let id = try await stage.owned(call).id
        let changed = try await stage.perform(on: id, at: call.now) { live, stream in
            guard stream.pinned.contains(request.id) else { return }
            stream.pinned.removeAll { $0 == request.id }
            try live.tell(pinned: stream)
        }.stream
        return try await stage.told(changed, at: call.now)
    }

    private func announce(_ call: AdminCall, _ request: AnnouncementRequest) async throws -> LiveStream {
        let id = try await stage.owned(call).id
        let text = try request.text.map { try ChatText.checked($0, "text", most: 500) }
        let changed = try await stage.perform(on: id, at: call.now) { live, stream in
            stream.announcement = text
            try live.tell(.announcement, ["text": text.map(JSONValue.string) ?? .null], key: "announcement")
        }.stream
        return try await stage.told(changed, at: call.now)
    }

    private func sendSubtitle(_ call: AdminCall, _ request: LiveSubtitleRequest) async throws {
        let id = try await stage.owned(call).id
        try FieldCheck.language(request.language, "lang")
        try FieldCheck.number(request.durationMS, "duration_ms", 0...600_000)
        let text = request.text.isEmpty ? "" : try ChatText.checked(request.text, "text", most: 500)
        let words = LiveSubtitleRequest(language: request.language, text: text, durationMS: request.durationMS)
        _ = try await stage.perform(on: id, at: call.now) { live, stream in
            guard stream.status == .live else { throw APIError(.invalidTransition, "Nothing is spoken in what isn't live.") }
            try live.tell(.subtitle, JSONValue(encoding: words), key: "subtitle:\(words.language.lowercased())")
        }
    }

    private func setProducts(_ call: AdminCall, _ request: LiveProductsRequest) async throws -> LiveStream {
        let owned = try await stage.owned(call)
        try await owned.check(products: request.products, in: stage.catalogue)
        let changed = try await stage.perform(on: owned.id, at: call.now) { live, stream in
            let before = Dictionary(stream.products.map { ($0.productID, $0) }) { first, _ in first }
            let now = Set(request.products.map(\.productID))
            for product in stream.products where !now.contains(product.productID) {
                try live.tell(
                    .productUpdated, ["product_id": .string(product.productID), "removed": true], key: "product:\(product.productID)")
            }
            for product in request.products where before[product.productID] != product {
                try live.tell(.productUpdated, JSONValue(encoding: product), key: "product:\(product.productID)")
            }
            stream.products = request.products
            let shown = Set(request.products.filter { !$0.hidden }.map(\.productID))
            let pinned = stream.pinned.filter { before[$0] == nil || shown.contains($0) }
            guard pinned != stream.pinned else { return }
            stream.pinned = pinned
            try live.tell(pinned: stream)
        }.stream
        return try await stage.told(changed, at: call.now)
    }
}

extension LiveStreamService {
    /// Performs a command of a host or a timer.
    func move(_ move: LiveCommand, _ id: String, at now: Date) async throws -> LiveStream {
        if move == .end { try await hub.tellHearts(at: now) }
        let counts = try await catalogue.live.counts(of: [id], at: now)[id] ?? LiveCounts()
        // The stream has its URLs before it is announced as live.
        let place = try await move == .start ? takeIn(id) : nil
        let (isNew, stream) = try await perform(on: id, at: now) { live, stream in
            let next = try move.next(after: stream.status)
            guard next != stream.status else { return false }
            place?.describe(&stream)
            stream.become(next, at: now)
            try live.tell(status: stream)
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
        if move == .end, let replay = try? await takeOff(id, at: now) { return replay }
        return stream
    }
}
