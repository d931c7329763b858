// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension ClientApp: AdministeredResource {
    static let operationName = "App"
    static let path = "/v1/admin/apps"

    static func blank(id: String, business: String, at now: Date) -> ClientApp {
        var app = ClientApp(id: id, name: "", createdAt: now)
        app.businessID = business
        return app
    }

    func business(in catalogue: Catalogue) async throws -> String? { businessID }
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] { [business] }

    func check(after before: ClientApp?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        guard packageIDs.allSatisfy({ (1...128).contains($0.utf8.count) }) else {
            throw APIError(.invalidField, "A package's id has 1 to 128 bytes.", field: "package_ids")
        }
        if let before, before.createdAt != createdAt { throw APIError(.invalidField, "It can't be changed.", field: "created_at") }
    }
}

extension AdConfiguration: AdministeredResource {
    static let operationName = "AdConfiguration"
    static let path = "/v1/admin/ad_configs"

    static func blank(id: String, business: String, at now: Date) -> AdConfiguration {
        AdConfiguration(id: id, appID: "", placement: .feed, provider: .vast, tagURL: "")
    }

    func business(in catalogue: Catalogue) async throws -> String? {
        try await catalogue.resources.find(ClientApp.self, id: appID)?.businessID
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.resources.list(ClientApp.self, parent: business, before: nil, since: nil, limit: 10_000).map(\.id)
    }

    func check(after before: AdConfiguration?, in catalogue: Catalogue) async throws {
        try FieldCheck.address(tagURL, "tag_url")
        guard (0...1000).contains(interval) else { throw APIError(.invalidField, "It is 0 to 1000.", field: "interval") }
    }
}
