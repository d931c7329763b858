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
    let media: (any MediaStore)?

    /// - Parameters:
    ///   - media: where media lie; nil: in the settings' folder, if there is one.
    ///   - clock: tells what is available, expired or due.
    public init(
        catalogue: Catalogue, settings: ServiceSettings, media: (any MediaStore)? = nil, clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.catalogue = catalogue
        self.media = media ?? settings.mediaFolder.flatMap { MediaFolder($0) }
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
            FeedRoutes(catalogue: catalogue, seal: seal, addresses: addresses),
            VideoRoutes(catalogue: catalogue, addresses: addresses),
            ChannelRoutes(catalogue: catalogue),
            ProductRoutes(catalogue: catalogue, addresses: addresses),
            CompositionRoutes(catalogue: catalogue, addresses: addresses),
            EventRoutes(catalogue: catalogue, metrics: metrics),
            PurchaseRoutes(catalogue: catalogue, metrics: metrics),
            EntryRoutes(catalogue: catalogue),
            LiveRoutes(catalogue: catalogue, addresses: addresses, seal: seal),
            ShareRoutes(catalogue: catalogue, publicURL: settings.publicURL),
            AdRoutes(catalogue: catalogue),
            ClientTokenRoutes(catalogue: catalogue, seal: seal, lifetime: settings.adminTokenSeconds),
            AdministeredRoutes(ClientApp.self, catalogue),
            AdministeredRoutes(AdConfiguration.self, catalogue),
            AdministeredRoutes(VideoChannel.self, catalogue),
            AdministeredRoutes(Video.self, catalogue),
            AdministeredRoutes(Playlist.self, catalogue),
            AdministeredRoutes(PlaylistGroup.self, catalogue),
            AdministeredRoutes(BusinessStore.self, catalogue),
            AdministeredRoutes(Product.self, catalogue),
        ]
    }

    /// All endpoints, with the one that tells of them.
    var endpoints: [Endpoint] {
        let endpoints = groups.flatMap(\.endpoints)
        return endpoints + DocumentRoutes(described: endpoints.map(\.route)).endpoints
    }

    private var addresses: MediaAddresses { MediaAddresses(publicURL: settings.publicURL, signer: signer) }

    private var signer: MediaSigner? { settings.playbackSeconds.map { MediaSigner(seal: seal, seconds: $0) } }

    var responder: Responder {
        Responder(
            routes: RouteTree(endpoints), media: media.map { MediaHandler(store: $0, signer: signer, metrics: metrics) },
            authenticator: Authenticator(seal: seal, catalogue: catalogue),
            idempotency: Idempotency(catalogue: catalogue), limiter: RateLimiter(limits: settings.limits), proxies: settings.proxies,
            clock: clock)
    }
}
