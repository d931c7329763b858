// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxPlayer
import WindowboxSources
import WindowboxTransport

/// Resolves names as a player does.
struct ServiceNames: Sendable {
    let service: CompositionService

    init(_ address: String, app: String) async throws {
        let body = try ContractJSON.text(GuestRequest(appID: app, packageID: "p"))
        let request = TransportRequest(
            url: "\(address)/v1/auth/guest", method: .post, headers: ["Content-Type": "application/json"], payload: Array(body.utf8))
        let answer = try await RoutingTransport.secure().bytes(of: request)
        let token = try ContractJSON.decode(GuestToken.self, from: Data(answer)).accessToken
        service = CompositionService(
            address: "\(address)/v1/compositions/{urn}", headers: ["Authorization": "Bearer \(token)"])
    }

    /// The URL of a named resource.
    func address(of name: MediaName) async throws -> String {
        let composition = try await service.composition(of: name.description)
        return try #require(composition.main?.resources.first?.url)
    }

    /// Plays it by name until the position advances.
    @MainActor func play(_ name: MediaName) async -> PlayerError? {
        let player = Player(items: [.composition(urn: name.description, service: service)])
        player.play()
        for await _ in player.propertiesUpdates where player.rate > 0 || player.error != nil { break }
        defer { player.removeAllItems() }
        return player.error
    }
}
