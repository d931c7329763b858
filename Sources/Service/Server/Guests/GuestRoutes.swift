// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Creates guests, exports their data and erases them.
struct GuestRoutes: RouteGroup {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner
    /// Token lifetime in seconds.
    let lifetime: Int

    var endpoints: [Endpoint] {
        [
            Endpoint("authenticateGuest", authenticate).limited(by: .authentication),
            Endpoint("exportGuest", export),
            Endpoint("eraseGuest", erase),
            Endpoint("setTracking", setTracking),
        ]
    }

    private func authenticate(_ call: RequestContext, _ request: GuestRequest) async throws -> GuestToken {
        func isFit(_ text: String) -> Bool { (1...128).contains(text.utf8.count) }
        guard isFit(request.packageID) else { throw APIError(.invalidField, "It must have 1 to 128 bytes.", field: "package_id") }
        if let device = request.deviceID, !isFit(device) {
            throw APIError(.invalidField, "It must have 1 to 128 bytes.", field: "device_id")
        }
        if let secret = request.guestSecret, !isFit(secret) {
            throw APIError(.invalidField, "It must have 1 to 128 bytes.", field: "guest_secret")
        }
        guard OpaqueID.isWellFormed(request.appID), let app = try await catalogue.resources.find(ClientApp.self, id: request.appID),
            app.packageIDs.isEmpty || app.packageIDs.contains(request.packageID)
        else { throw APIError(.invalidApp, "No app with this id allows this package. Check both.", field: "app_id") }
        let access = try await catalogue.guests.access(
            app: app.id, device: request.deviceID, secret: request.guestSecret, at: call.now)
        let until = Int(call.now.timeIntervalSince1970) + lifetime
        let claim = GuestClaim(guest: access.guest.id, until: until, isProven: access.isProven)
        return GuestToken(
            guestID: access.guest.id, accessToken: try tokenSigner.sign(claim, for: .guest), expiresIn: lifetime,
            guestSecret: access.newSecret)
    }

    private func export(_ call: GuestContext) async throws -> JSONValue {
        try call.checkProof(tokenSigner)
        guard let export = try await catalogue.guests.export(call.guest.id) else {
            throw APIError(.notFound, "No data is stored about you.")
        }
        return export
    }

    private func erase(_ call: GuestContext) async throws {
        try call.checkProof(tokenSigner)
        _ = try await catalogue.guests.erase(call.guest.id)
    }

    private func setTracking(_ call: GuestContext, _ request: TrackingRequest) async throws -> Guest {
        guard let guest = try await catalogue.guests.setTracking(request.tracking, of: call.guest.id) else {
            throw APIError(.notFound, "No data is stored about you.")
        }
        return guest
    }
}

extension GuestContext {
    /// A device id doesn't prove anything, because others on the device know it; the token must have been obtained with the guest's secret.
    /// - Throws: ``ErrorCode/proofRequired``.
    func checkProof(_ tokenSigner: TokenSigner) throws(APIError) {
        let claim = call.fields.bearerToken.flatMap { tokenSigner.verify(GuestClaim.self, $0, for: .guest) }
        guard claim?.isProven == true else {
            throw APIError(
                .proofRequired,
                "This needs the guest's secret. Get a token with it: POST \(APIRoute.path("authenticateGuest")) with guest_secret.")
        }
    }
}
