// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Commands for hosts to launch, end and evaluate polls, questions and games of a live stream.
struct InteractionCommandRoutes: RouteGroup {
    let liveService: LiveStreamService
    /// Nil if no e-mail is sent.
    let mailer: Mailer?

    var endpoints: [Endpoint] {
        [
            Endpoint("launchInteraction", launch), Endpoint("endInteraction", end), Endpoint("drawWinners", draw),
            Endpoint("revealAnswer", reveal),
        ]
    }

    private func launch(_ call: AdminContext) async throws -> Interaction {
        try await step(call) { live, stream, interaction in
            guard stream.status.isActive else {
                throw APIError(.invalidTransition, "The stream is \(stream.status.rawValue), so nobody could take part.")
            }
            guard interaction.state == .draft else { throw Self.refusal(interaction) }
            interaction.state = .active
            try live.emit(launched: interaction)
        }
    }

    private func end(_ call: AdminContext) async throws -> Interaction {
        try await step(call) { live, _, interaction in
            guard interaction.state == .active else { throw Self.refusal(interaction) }
            interaction = try live.end(interaction)
        }
    }

    private func draw(_ call: AdminContext) async throws -> Interaction {
        let business = try await Business.find(call.administrator.businessID, in: liveService.catalogue)
        return try await step(call) { [mailer] live, stream, interaction in
            guard interaction.type == .giveaway || interaction.type == .triviaGiveaway, interaction.winnerCount > 0 else {
                throw APIError(.invalidTransition, "Only a giveaway with a number of winners can be drawn.")
            }
            guard interaction.state == .ended else { throw Self.refusal(interaction) }
            guard interaction.results?.winners.isEmpty ?? true else { return }
            var entries: [InteractionEntry] = []
            try live.each(GuestEntry.self, of: interaction.id) { kept in
                // The draw doesn't depend on free text, which takes most of the memory.
                var entry = kept.entry
                entry.answer = nil
                entries.append(entry)
            }
            let (winners, record) = WinnerDraw(interaction: interaction).record(entries, seed: SeededGenerator.makeSeed())
            try live.save(record)
            let names = try winners.map { try live.participant($0.guestID, in: stream.id).username }
            for winner in winners {
                guard var entry = try live.find(GuestEntry.self, id: winner.id) else { continue }
                entry.isWinner = true
                try live.save(entry)
                // In the same transaction, so that a winner is notified if and only if the draw is stored.
                guard let mailer, let email = entry.entry.email, (try? Mailer.check(email)) != nil else { continue }
                let text = MailText.winner(of: interaction, business: business.name, language: entry.language)
                try live.send(mailer.queued(.message(to: email, text), .winner, business: business.id))
            }
            var results = interaction.results ?? InteractionResults()
            results.winners = names
            interaction.results = results
            let id = JSONValue.string(interaction.id)
            try live.emit(
                .winner, ["interaction_id": id, "winners": .array(names.map(JSONValue.string))], key: "winner:\(interaction.id)")
            for winner in winners {
                try live.emit(.winner, ["interaction_id": id, "you": true], to: winner.guestID)
            }
            if !names.isEmpty { try live.publish("live.winners_drawn", stream, ["interaction_id": id]) }
        }
    }

    private func reveal(_ call: AdminContext) async throws -> Interaction {
        try await step(call) { live, _, interaction in
            guard interaction.options.contains(where: { $0.correct == true }) else {
                throw APIError(.invalidTransition, "None of its answers is marked as correct.")
            }
            guard interaction.state != .draft else { throw Self.refusal(interaction) }
            guard interaction.revealed != true else { return }
            let rule = WinnerDraw(interaction: interaction)
            var results = interaction.results ?? InteractionResults()
            var correct = 0
            try live.each(GuestEntry.self, of: interaction.id) { if rule.isRight($0.entry) == true { correct += 1 } }
            results.correct = correct
            (interaction.results, interaction.revealed) = (results, true)
            try live.emit(.interactionResults, JSONValue(encoding: interaction.forViewers), key: "results:\(interaction.id)")
        }
    }

    private func step(
        _ call: AdminContext, _ change: @escaping @Sendable (LiveTransaction, LiveStream, inout Interaction) throws -> Void
    ) async throws -> Interaction {
        let id = try await liveService.owned(call).id
        let interactionID = call.path["i"]
        return try await liveService.perform(on: id, at: call.now) { live, stream in
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
        APIError(.invalidTransition, "It is \(interaction.state.rawValue), so this can't be done now.")
    }
}
