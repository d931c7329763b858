// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Serves an app's configuration, which it requests once at launch.
struct ConfigurationRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("configuration", configuration).withEntityTag()] }

    private func configuration(_ call: GuestCall) async throws -> AppConfiguration {
        guard let app = try await catalogue.resources.find(ClientApp.self, id: call.guest.appID) else {
            throw APIError(.notFound, "The app is not there any more.")
        }
        let ads =
            app.adsEnabled
            ? try await catalogue.resources.list(AdConfiguration.self, parent: app.id, before: nil, since: nil, limit: 1000) : []
        var configuration = AppConfiguration(
            featureFlags: app.featureFlags, adConfigs: ads, providers: app.providers, languages: Self.languages)
        configuration.dedupeDirectAds = app.dedupeDirectAds
        configuration.privacy = [
            "tracking_levels": .array(TrackingLevel.known.map { .string($0.rawValue) }),
            "tracking": .string(call.guest.tracking.rawValue),
        ]
        return configuration
    }

    /// The languages of the SDK's texts, BCP 47.
    private static let languages = ["ar", "de", "en", "es", "fr", "ja"]
}
