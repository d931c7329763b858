// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension Interaction: AdministeredResource {
    static let operationName = "Interaction"

    static func blank(id: String, business: String, at now: Date) -> Interaction {
        Interaction(id: id, type: .poll, prompt: "")
    }

    func business(in catalogue: Catalogue) async throws -> String? {
        if let liveStreamID {
            return try await Self.business(of: LiveStream.self, id: liveStreamID, in: catalogue)
        }
        guard let videoID else { return nil }
        return try await Self.business(of: Video.self, id: videoID, in: catalogue)
    }

    private static func business<Owner: ChannelOwned>(of type: Owner.Type, id: String, in catalogue: Catalogue) async throws -> String? {
        guard let channel = try await catalogue.resources.parent(of: type, id: id) else { return nil }
        return try await catalogue.resources.parent(of: VideoChannel.self, id: channel)
    }

    /// The given interactions, without those of other businesses.
    static func own(_ ids: [String], of business: String?, in catalogue: Catalogue) async throws -> [Interaction] {
        guard let business, !ids.isEmpty else { return [] }
        var own: [Interaction] = []
        for interaction in try await catalogue.resources.find(Interaction.self, ids: ids)
        where try await interaction.business(in: catalogue) == business { own.append(interaction) }
        return own
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.live.interactionParents(channels: Video.parents(of: business, in: catalogue))
    }

    func check(after before: Interaction?, in catalogue: Catalogue) async throws {
        guard (liveStreamID == nil) != (videoID == nil) else {
            throw APIError(.invalidField, "It must belong to either a live stream or a video.", field: "live_stream_id")
        }
        try FieldCheck.text(prompt, "prompt", 1...1000)
        try FieldCheck.address(terms?.url, "terms.url")
        try FieldCheck.address(url, "url")
        guard (0...1000).contains(winnerCount) else {
            throw APIError(.invalidField, "Enter a number from 0 to 1000.", field: "winner_count")
        }
        try checkOptions()
        try checkType()
        try checkState(before)
    }

    func checkRemoval(in catalogue: Catalogue) async throws {
        guard state != .active else { throw APIError(.conflict, "People are taking part in it. End it first.") }
    }

    func clear(in catalogue: Catalogue) async throws { try await catalogue.live.forget(id) }

    private func checkOptions() throws(APIError) {
        guard options.count <= 20, Set(options.map(\.id)).count == options.count else {
            throw APIError(.invalidField, "There can be at most 20 options, each with a different id.", field: "options")
        }
        for (index, option) in options.enumerated() {
            guard OpaqueID.isWellFormed(option.id) else {
                throw APIError(.invalidField, "This is not a valid id.", field: "options[\(index)].id")
            }
            try FieldCheck.text(option.text, "options[\(index)].text", 1...500)
        }
    }

    private func checkType() throws(APIError) {
        switch type {
        case .poll where options.count < 2: throw APIError(.invalidField, "A poll needs at least two answers.", field: "options")
        case .triviaGiveaway where options.count < 2 || !options.contains(where: { $0.correct == true }):
            throw APIError(.invalidField, "Add at least two answers, and mark the correct one.", field: "options")
        case .giveaway where winnerCount < 1, .triviaGiveaway where winnerCount < 1:
            throw APIError(.invalidField, "At least one person must win.", field: "winner_count")
        case .link where url == nil: throw APIError(.invalidField, "Enter the web address of the link.", field: "url")
        default: break
        }
    }

    /// In a live stream, commands change the state. In a video there are none, and the state never goes back.
    private func checkState(_ before: Interaction?) throws(APIError) {
        let old = before?.state ?? .draft
        let mayChange = liveStreamID == nil && (old == .draft || (old == .active && state == .ended))
        guard state == old || mayChange else {
            throw APIError(
                .invalidTransition, "It is \(old.rawValue). In a live stream, change the state with POST …/launch or …/end.", field: "state"
            )
        }
        guard before?.results == results, before?.revealed == revealed else {
            throw APIError(.invalidField, "Results come from entries and can't be set.", field: "results")
        }
        guard let before else { return }
        guard before.liveStreamID == liveStreamID, before.videoID == videoID else {
            throw APIError(.invalidField, "It can't be moved to another stream or video.", field: "live_stream_id")
        }
        let isSame =
            (before.type, before.prompt, before.options, before.terms, before.collectEmail) == (type, prompt, options, terms, collectEmail)
        guard isSame || old == .draft else {
            throw APIError(.invalidTransition, "It is \(old.rawValue), so its question and options can't be changed.", field: "options")
        }
    }
}
