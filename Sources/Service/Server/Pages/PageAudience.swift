// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Who looks at a page, before a script of it has asked for a guest: somebody without a past, of whom nothing is kept.
struct PageAudience: Sendable {
    let audience: Audience
    let viewer: Viewer

    var app: ClientApp { audience.app }

    /// One for all who look at pages. No guest has an id of this form.
    private static let guest = "~page"

    init(_ handler: PageHandler, _ call: PageCall) async throws {
        guard let app = try await handler.shownApp() else {
            throw APIError(.notFound, "No app's videos are shown here. The setting web-app names one.")
        }
        audience = Audience(catalogue: handler.catalogue, app: app, now: call.now, country: call.origin.country)
        viewer = Viewer(guestID: Self.guest, appID: app.id, country: call.origin.country, tracking: .none)
    }
}

extension PageHandler {
    /// The app that pages are of.
    func shownApp() async throws -> ClientApp? {
        func isFree(_ app: ClientApp) -> Bool { app.packageIDs.isEmpty || app.packageIDs.contains(Self.package) }
        if let id = app { return try await catalogue.resources.find(ClientApp.self, id: id).flatMap { isFree($0) ? $0 : nil } }
        for id in try await catalogue.resources.ids(ClientApp.self, parent: nil, limit: 1000) {
            if let app = try await catalogue.resources.find(ClientApp.self, ids: [id]).first, isFree(app) { return app }
        }
        return nil
    }

    /// How the page's browser reaches the service, without a slash at the end.
    func base(_ call: PageCall) -> String { addresses.base(for: call) }
}

extension Audience {
    init(catalogue: Catalogue, app: ClientApp, now: Date, country: String?) {
        self.catalogue = catalogue
        self.app = app
        self.now = now
        self.country = country
    }
}
