// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

extension RunningService {
    /// Adds a stream with its video and channel.
    func addLive(_ id: String = "l1", _ status: LiveStatus = .live, _ change: (inout LiveStream) -> Void = { _ in }) async throws {
        if try await catalogue.resources.find(VideoChannel.self, id: "c1") == nil { try await addChannel("c1") }
        try await addVideo("v-\(id)") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
        var stream = LiveStream(id: id, videoID: "v-\(id)", channelID: "c1", title: "Show")
        stream.status = status
        change(&stream)
        try await catalogue.resources.save(stream, at: clock.now)
    }

    func addInteraction(
        _ id: String, _ type: InteractionType, state: InteractionState = .draft, _ change: (inout Interaction) -> Void = { _ in }
    ) async throws {
        var interaction = Interaction(id: id, type: type, prompt: "Which?")
        (interaction.liveStreamID, interaction.state) = ("l1", state)
        interaction.options = [InteractionOption(id: "a", text: "A"), InteractionOption(id: "b", text: "B", correct: true)]
        interaction.winnerCount = 1
        change(&interaction)
        try await catalogue.resources.save(interaction, at: clock.now)
    }

    /// Runs the service's timed tasks.
    func tick() async throws {
        try await service.liveService.hub.tick(at: clock.now)
        try await service.liveService.begin(at: clock.now)
    }
}

extension Client {
    func write(_ text: String, _ change: (inout MessageRequest) -> Void = { _ in }) async throws -> Reply {
        var request = MessageRequest(text: text)
        change(&request)
        return try await post("/v1/live_streams/l1/messages", request)
    }

    func enter(_ interaction: String, _ request: EntryRequest) async throws -> Reply {
        try await post("/v1/videos/v-l1/interactions/\(interaction)/entries", request)
    }
}

extension Manager {
    func step(_ path: String, _ json: String? = nil) async throws -> Reply {
        try await send(.POST, "/v1/admin/live_streams/l1/\(path)", json: json)
    }
}

/// The webhook deliveries of live events for a business.
struct Listener: Sendable {
    private let catalogue: Catalogue
    private let webhook: String

    init(_ service: RunningService, business: String = "b1") async throws {
        catalogue = service.catalogue
        let hook = Webhook(id: "hears-\(business)", businessID: business, url: "https://hooks.example/", types: ["*"])
        webhook = hook.id
        try await catalogue.resources.save(hook, at: service.clock.now)
    }

    /// Ordered by type, and by time within a type.
    var reported: [WebhookMessage] {
        get async throws {
            try await catalogue.webhooks.deliveries(of: webhook, before: nil, limit: 100).map(\.message)
                .filter { $0.type.hasPrefix("live.") }.sorted { ($0.type, $0.occurredAt) < ($1.type, $1.occurredAt) }
        }
    }

    var types: [String] { get async throws { try await reported.map(\.type) } }
}
