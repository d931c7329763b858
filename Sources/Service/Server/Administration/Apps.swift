// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension ClientApp: AdministeredResource {
    static let operationName = "App"

    static func blank(id: String, business: String, at now: Date) -> ClientApp {
        var app = ClientApp(id: id, name: "", createdAt: now)
        app.businessID = business
        return app
    }

    func business(in catalogue: Catalogue) async throws -> String? { businessID }
    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] { [business] }

    func check(after before: ClientApp?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.texts(packageIDs, "package_ids", limit: 100)
        try FieldCheck.texts(allowedChannels, "allowed_channels", limit: 1000)
        try FieldCheck.count(featureFlags.count, "feature_flags", limit: 200)
        for flag in featureFlags.keys { try FieldCheck.text(flag, "feature_flags", 1...128) }
        try FieldCheck.language(discover.locale, "discover.locale")
        try FieldCheck.language(discover.language, "discover.language")
        try FieldCheck.country(discover.country, "discover.country")
        try FieldCheck.texts(discover.allowTags, "discover.allow_tags", limit: 100, 1...512)
        if let percent = discover.controlPercent { try FieldCheck.number(percent, "discover.control_percent", 0...50) }
        try FieldCheck.texts(discover.rejectTags, "discover.reject_tags", limit: 100, 1...512)
        try await check(newChannels: allowedChannels.filter { !(before?.allowedChannels ?? []).contains($0) }, in: catalogue)
        if let before, before.createdAt != createdAt { throw APIError(.invalidField, "It can't be changed.", field: "created_at") }
    }
}

extension ClientApp {
    static var parts: [any StoredResource.Type] { [AdConfiguration.self] }

    private func check(newChannels new: [String], in catalogue: Catalogue) async throws {
        guard !new.isEmpty else { return }
        let own = Set(try await catalogue.resources.find(VideoChannel.self, ids: new).filter { $0.businessID == businessID }.map(\.id))
        if let index = allowedChannels.firstIndex(where: { new.contains($0) && !own.contains($0) }) {
            throw APIError(.invalidField, "There is no such channel.", field: "allowed_channels[\(index)]")
        }
    }
}

extension AdConfiguration: AdministeredResource {
    static let operationName = "AdConfiguration"

    static func blank(id: String, business: String, at now: Date) -> AdConfiguration {
        AdConfiguration(id: id, appID: "", placement: .feed, provider: .vast, tagURL: "")
    }

    func business(in catalogue: Catalogue) async throws -> String? {
        try await catalogue.resources.parent(of: ClientApp.self, id: appID)
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.resources.ids(ClientApp.self, parent: business)
    }

    func check(after before: AdConfiguration?, in catalogue: Catalogue) async throws {
        try FieldCheck.address(tagURL, "tag_url")
        try FieldCheck.number(interval, "interval", 0...1000)
        try FieldCheck.number(maxPerSession, "max_per_session", 0...1000)
        try FieldCheck.count(vastAttributes.count, "vast_attributes", limit: 50)
        for (name, value) in vastAttributes {
            try FieldCheck.text(name, "vast_attributes", 1...128)
            try FieldCheck.text(value, "vast_attributes", 0...1024)
        }
    }
}
