// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Commands for hosts to launch, end and evaluate polls, questions and games of a live stream.
struct InteractionStepRoutes: RouteGroup {
    let stage: LiveStreamService

    var endpoints: [Endpoint] {
        [
            Endpoint("launchInteraction", launch), Endpoint("endInteraction", end), Endpoint("drawWinners", draw),
            Endpoint("revealAnswer", reveal),
        ]
    }

    private func launch(_ call: AdminCall) async throws -> Interaction {
        try await step(call) { live, stream, interaction in
            guard stream.status.isActive else {
                throw APIError(.invalidTransition, "The stream is \(stream.status.rawValue): nobody is there to take part.")
            }
            guard interaction.state == .draft else { throw Self.refusal(interaction) }
            interaction.state = .active
            try live.tell(launched: interaction)
        }
    }

    private func end(_ call: AdminCall) async throws -> Interaction {
        try await step(call) { live, _, interaction in
            guard interaction.state == .active else { throw Self.refusal(interaction) }
            interaction = try live.end(interaction)
        }
    }

    private func draw(_ call: AdminCall) async throws -> Interaction {
        try await step(call) { live, stream, interaction in
            guard interaction.type == .giveaway || interaction.type == .triviaGiveaway, interaction.winnerCount > 0 else {
                throw APIError(.invalidTransition, "Nothing can be won in it.")
            }
            guard interaction.state == .ended else { throw Self.refusal(interaction) }
            guard interaction.results?.winners.isEmpty ?? true else { return }
            let kept = try live.all(GuestEntry.self, of: interaction.id)
            var chance = SystemRandomNumberGenerator()
            let winners = WinnerDraw(interaction: interaction).winners(among: kept.map(\.entry), by: &chance)
            let names = try winners.map { try live.participant($0.guestID, in: stream.id).username }
            for winner in winners {
                guard var entry = kept.first(where: { $0.id == winner.id }) else { continue }
                entry.isWinner = true
                try live.save(entry)
            }
            var results = interaction.results ?? InteractionResults()
            results.winners = names
            interaction.results = results
            let id = JSONValue.string(interaction.id)
            try live.tell(
                .winner, ["interaction_id": id, "winners": .array(names.map(JSONValue.string))], key: "winner:\(interaction.id)")
            for winner in winners {
                try live.tell(.winner, ["interaction_id": id, "you": true], to: winner.guestID)
            }
            if !names.isEmpty { try live.publish("live.winners_drawn", stream, ["interaction_id": id]) }
        }
    }

    private func reveal(_ call: AdminCall) async throws -> Interaction {
        try await step(call) { live, _, interaction in
            guard interaction.options.contains(where: { $0.correct == true }) else {
                throw APIError(.invalidTransition, "None of its answers is right.")
            }
            guard interaction.state != .draft else { throw Self.refusal(interaction) }
            guard interaction.revealed != true else { return }
            let rule = WinnerDraw(interaction: interaction)
            var results = interaction.results ?? InteractionResults()
            results.correct = try live.all(GuestEntry.self, of: interaction.id).count { rule.isRight($0.entry) == true }
            (interaction.results, interaction.revealed) = (results, true)
            try live.tell(.interactionResults, JSONValue(encoding: interaction.forViewers), key: "results:\(interaction.id)")
        }
    }

    private func step(
        _ call: AdminCall, _ change: @escaping @Sendable (LiveTransaction, LiveStream, inout Interaction) throws -> Void
    ) async throws -> Interaction {
        let id = try await stage.owned(call).id
        let interactionID = call.path["i"]
        return try await stage.perform(on: id, at: call.now) { live, stream in
            guard let before = try live.find(Interaction.self, id: interactionID), before.liveStreamID == stream.id else {
                throw Audience.nothing
            }
            var interaction = before
            try change(live, stream, &interaction)
            if interaction != before { try live.save(interaction) }
            return interaction
        }.result
    }

    private static func refusal(_ interaction: Interaction) -> APIError {
        APIError(.invalidTransition, "It is \(interaction.state.rawValue): this can't be done now.")
    }
}
