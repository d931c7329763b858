// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxContract

/// The service of a short-video platform: everything that it answers, and what that stands on.
public struct VideoService: Sendable {
    let catalogue: Catalogue
    let settings: ServiceSettings
    let seal: Seal
    let metrics = ServiceMetrics()
    let clock: @Sendable () -> Date

    /// - Parameter clock: tells what is available, expired or due.
    public init(catalogue: Catalogue, settings: ServiceSettings, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.catalogue = catalogue
        self.settings = settings
        self.clock = clock
        seal = Seal(secrets: settings.secrets)
    }

    /// The table of contents. A capability is a group of endpoints in a folder of its own; what stands here is answered, and the OpenAPI
    /// document has it and nothing else.
    var groups: [any RouteGroup] {
        [
            HealthRoutes(service: self),
            GuestRoutes(catalogue: catalogue, seal: seal, lifetime: settings.guestTokenSeconds),
            ConfigurationRoutes(catalogue: catalogue),
            FeedRoutes(catalogue: catalogue, seal: seal),
        ]
    }

    /// All endpoints, with the one that tells of them.
    var endpoints: [Endpoint] {
        let endpoints = groups.flatMap(\.endpoints)
        return endpoints + DocumentRoutes(described: endpoints.map(\.route)).endpoints
    }

    var responder: Responder {
        Responder(
            routes: RouteTree(endpoints), authenticator: Authenticator(seal: seal, catalogue: catalogue),
            idempotency: Idempotency(catalogue: catalogue), limiter: RateLimiter(limits: settings.limits), proxies: settings.proxies,
            clock: clock)
    }
}
