// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Makes guests, tells them what is kept of them, and forgets them.
struct GuestRoutes: RouteGroup {
    let catalogue: Catalogue
    let seal: Seal
    /// Seconds for which a token is good.
    let lifetime: Int

    var endpoints: [Endpoint] {
        [
            Endpoint("authenticateGuest", authenticate).limited(by: .authentication),
            Endpoint("exportGuest", export),
            Endpoint("eraseGuest", erase),
            Endpoint("setTracking", setTracking),
        ]
    }

    private func authenticate(_ call: Call, _ request: GuestRequest) async throws -> GuestToken {
        func isFit(_ text: String) -> Bool { (1...128).contains(text.utf8.count) }
        guard isFit(request.packageID) else { throw APIError(.invalidField, "It has 1 to 128 bytes.", field: "package_id") }
        if let device = request.deviceID, !isFit(device) { throw APIError(.invalidField, "It has 1 to 128 bytes.", field: "device_id") }
        guard OpaqueID.isWellFormed(request.appID), let app = try await catalogue.resources.find(ClientApp.self, id: request.appID),
            app.packageIDs.isEmpty || app.packageIDs.contains(request.packageID)
        else { throw APIError(.invalidApp, "No app of this id is for this package. Check both.", field: "app_id") }
        let guest = try await catalogue.guests.guest(app: app.id, device: request.deviceID, at: call.now)
        let until = Int(call.now.timeIntervalSince1970) + lifetime
        let token = try seal.seal(GuestClaim(guest: guest.id, until: until), for: .guest)
        return GuestToken(guestID: guest.id, accessToken: token, expiresIn: lifetime)
    }

    private func export(_ call: GuestCall) async throws -> JSONValue {
        guard let export = try await catalogue.guests.export(call.guest.id) else { throw APIError(.notFound, "Nothing is kept of you.") }
        return export
    }

    private func erase(_ call: GuestCall) async throws { _ = try await catalogue.guests.erase(call.guest.id) }

    private func setTracking(_ call: GuestCall, _ request: TrackingRequest) async throws -> Guest {
        guard let guest = try await catalogue.guests.setTracking(request.tracking, of: call.guest.id) else {
            throw APIError(.notFound, "Nothing is kept of you.")
        }
        return guest
    }
}
