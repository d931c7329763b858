// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// The audience of a page before its script has authenticated a guest: an anonymous viewer of whom nothing is stored.
struct PageAudience: Sendable {
    let audience: Audience
    let viewer: Viewer

    var app: ClientApp { audience.app }

    /// One id for all page views; no guest id has this form.
    static let guest = "~page"

    init(_ pages: PageRoutes, _ call: RequestContext) async throws {
        guard let app = try await pages.shownApp() else {
            throw APIError(.notFound, "There is no app whose videos could be shown here. Set web-app to the id of one.")
        }
        self.init(app, pages, call)
    }

    init(_ app: ClientApp, _ pages: PageRoutes, _ call: RequestContext) {
        audience = Audience(catalogue: pages.catalogue, app: app, now: call.now, country: call.origin.country)
        viewer = Viewer(guestID: Self.guest, appID: app.id, country: call.origin.country, tracking: .none)
    }
}

extension PageRoutes {
    /// The app whose videos the pages show.
    func shownApp() async throws -> ClientApp? {
        func isFree(_ app: ClientApp) -> Bool { app.packageIDs.isEmpty || app.packageIDs.contains(Self.package) }
        if let id = app { return try await catalogue.resources.find(ClientApp.self, id: id).flatMap { isFree($0) ? $0 : nil } }
        for id in try await catalogue.resources.ids(ClientApp.self, parent: nil, limit: 1000) {
            if let app = try await catalogue.resources.find(ClientApp.self, ids: [id]).first, isFree(app) { return app }
        }
        return nil
    }

    /// The base URL by which the browser reaches the service, without a trailing slash.
    func base(_ call: RequestContext) -> String { addresses.base(for: call) }
}

extension Audience {
    init(catalogue: Catalogue, app: ClientApp, now: Date, country: String?) {
        self.catalogue = catalogue
        self.app = app
        self.now = now
        self.country = country
    }
}
