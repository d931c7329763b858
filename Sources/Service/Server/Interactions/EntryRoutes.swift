// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Records guests' entries in polls, questions and games, at most one per guest.
struct EntryRoutes: RouteGroup {
    let liveService: LiveStreamService
    let access: LiveAccess
    private var catalogue: Catalogue { liveService.catalogue }

    var endpoints: [Endpoint] { [Endpoint("enterInteraction", enter)] }

    private func enter(_ call: GuestContext, _ request: EntryRequest) async throws -> InteractionEntry {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        try access.check(video, call)
        guard let interaction = try await catalogue.resources.find(Interaction.self, id: call.path["iid"]) else { throw Audience.nothing }
        var stream: LiveStream?
        if let id = interaction.liveStreamID { stream = try await catalogue.resources.find(LiveStream.self, id: id) }
        if interaction.videoID != video.id, stream?.videoID != video.id {
            let shown = try await video.ownInteractions(in: catalogue)
            guard shown.contains(where: { $0.id == interaction.id }) else { throw Audience.nothing }
        }
        if let stream { try access.check(stream, call) }
        var entry = InteractionEntry(id: Self.id(interaction.id, call.guest.id), guestID: call.guest.id, createdAt: call.now)
        (entry.choice, entry.answer, entry.email) = (request.optionID, request.answer, request.email)
        let kept = GuestEntry(
            id: entry.id, interactionID: interaction.id, guestID: call.guest.id, entry: entry,
            language: PageLanguage.choose(accepted: call.fields[.acceptLanguage]).tag)
        // Checks and changes run in one transaction, so that nobody can end the interaction in between.
        let id = interaction.id
        try await catalogue.live.perform(on: stream?.id ?? id, at: call.now) { live in
            guard var interaction = try live.find(Interaction.self, id: id) else { throw Audience.nothing }
            try EntryRule(interaction: interaction).check(request)
            guard try live.add(kept) else { throw APIError(.alreadyEntered, "You have already taken part.") }
            if let person = EntryPerson(kept) {
                guard try live.add(person) else {
                    throw APIError(.alreadyEntered, "Somebody has already taken part with this email address.", field: "email")
                }
            }
            var results = interaction.results ?? InteractionResults()
            results.entries += 1
            if let choice = kept.entry.choice { results.choices[choice, default: 0] += 1 }
            interaction.results = results
            try live.save(interaction)
        }
        if let stream { await liveService.hub.hasPlayed(id, of: stream.id) }
        return entry
    }

    /// Deterministic per guest, so that a second entry collides with the first.
    private static func id(_ interaction: String, _ guest: String) -> String {
        String(Data(SHA256.hash(data: Data("\(interaction) \(guest)".utf8))).base64URL.prefix(16))
    }
}

/// Validates an entry.
struct EntryRule {
    let interaction: Interaction

    func check(_ request: EntryRequest) throws(APIError) {
        guard interaction.state == .active, interaction.type != .link else {
            throw APIError(.invalidTransition, "It is \(interaction.state.rawValue), so nobody can take part.")
        }
        if interaction.terms?.required == true, request.termsAccepted != true {
            throw APIError(.termsRequired, "The terms must be accepted.", field: "terms_accepted")
        }
        if let email = request.email {
            guard Self.isEmail(email) else { throw APIError(.emailInvalid, "This is not a valid email address.", field: "email") }
        } else if interaction.collectEmail {
            throw APIError(.emailInvalid, "An email address is needed.", field: "email")
        }
        if let option = request.optionID {
            guard interaction.options.contains(where: { $0.id == option }) else {
                throw APIError(.invalidField, "There is no such option.", field: "option_id")
            }
        } else if !interaction.options.isEmpty {
            throw APIError(.invalidField, "Choose one of the options.", field: "option_id")
        }
        if let answer = request.answer {
            guard (1...2000).contains(answer.unicodeScalars.count) else {
                throw APIError(.invalidField, "Enter an answer (up to 2000 characters).", field: "answer")
            }
        } else if interaction.type == .question, interaction.options.isEmpty {
            throw APIError(.invalidField, "An answer is needed.", field: "answer")
        }
    }

    /// Normalises an address as far as can be known from outside: it ignores case, and everything
    /// after a `+` in front of the `@` (RFC 5233).
    static func mailbox(_ email: String) -> String {
        let parts = email.precomposedStringWithCompatibilityMapping.lowercased().split(separator: "@", maxSplits: 1)
        guard parts.count == 2 else { return email }
        let user = parts[0].prefix { $0 != "+" }
        return "\(user.isEmpty ? parts[0] : user)@\(parts[1])"
    }

    /// Plausible enough to write to (RFC 5321 4.5.3); only an actual e-mail could show that the mailbox exists.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isPrintable = text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
        return isPrintable && labels.count >= 2 && labels.allSatisfy { (1...63).contains($0.utf8.count) }
    }
}

/// The person behind an e-mail address, who may take part only once, whatever the number of guests.
struct EntryPerson: GuestRecord {
    static let kind = GuestRecords.person
    var id: String
    var interactionID: String
    var guestID: String

    var parentID: String { interactionID }

    /// Nil for an entry without an e-mail address.
    init?(_ kept: GuestEntry) {
        guard let email = kept.entry.email else { return nil }
        let mailbox = Data(SHA256.hash(data: Data("\(kept.interactionID) \(EntryRule.mailbox(email))".utf8)))
        id = String(mailbox.base64URL.prefix(16))
        (interactionID, guestID) = (kept.interactionID, kept.guestID)
    }
}

/// A guest's stored entry.
struct GuestEntry: GuestRecord {
    static let kind = GuestRecords.entry
    var id: String
    var interactionID: String
    var guestID: String
    var entry: InteractionEntry
    var isWinner: Bool?
    /// The language in which the guest takes part, of those that pages have; nil for entries of earlier versions.
    var language: String?

    var parentID: String { interactionID }
}
