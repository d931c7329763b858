// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion
public import WindowboxPackager

/// The service of a short-video platform: all its routes and their dependencies.
public struct VideoService: Sendable {
    let catalogue: Catalogue
    let settings: ServiceSettings
    let tokenSigner: TokenSigner
    let vault: Vault
    let metrics = ServiceMetrics()
    let readiness: ReadinessProbe
    let ending = ShutdownState()
    private let signIn: SignInParts
    private let guesses: GuessLimits
    let clock: @Sendable () -> Date
    let media: (any MediaStore)?
    let liveService: LiveStreamService
    /// Nil if this process accepts no files.
    let uploadPipeline: UploadPipeline?
    /// Nil if this process ingests no live streams.
    let live: LiveIngestManager?
    /// Nil if no ad origin is configured.
    let insertion: AdInsertion?

    /// - Parameters:
    ///   - media: the media stores; the settings' media paths are not read again.
    ///   - packager: how videos are packaged.
    ///   - live: ingests live streams; nil if this process doesn't.
    ///   - clock: decides what is available, expired or due.
    public init(
        catalogue: Catalogue, settings: ServiceSettings, media: ServiceMedia, packager: PackagerSettings = PackagerSettings(),
        live: LiveIngestManager? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        var packager = packager
        packager.sandbox = settings.sandbox
        uploadPipeline = media.kept.map {
            UploadPipeline(
                catalogue: catalogue, storage: $0, rule: settings.addressRule, maxBytes: settings.maxUploadBytes,
                playbackSeconds: settings.playbackSeconds, imports: media.imports, packager: packager,
                workFolder: settings.workFolder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory)
        }
        self.catalogue = catalogue
        self.live = live
        self.media = media.played
        self.settings = settings
        insertion =
            settings.insertion.isOn ? AdInsertion(settings, catalogue: catalogue, ingest: uploadPipeline?.ingest, clock: clock) : nil
        self.clock = clock
        readiness = ReadinessProbe { [folder = settings.mediaFolder] in await ReadinessProbe.fault(of: catalogue, media: folder) }
        signIn = SignInParts(
            failures: SignInFailures(catalogue: catalogue, metrics: metrics),
            providers: settings.providers.map { OpenIDClient($0, rule: settings.addressRule) })
        tokenSigner = TokenSigner(secrets: settings.secrets)
        vault = Vault(secrets: settings.secrets)
        guesses = GuessLimits(passwords: PasswordHasher(cost: settings.passwordCost))
        liveService = LiveStreamService(catalogue: catalogue, hub: LiveHub(catalogue: catalogue), vault: vault, stationProvider: live)
    }

    /// The groups of routes of the API, each in its own folder. The OpenAPI document describes exactly these.
    var groups: [any RouteGroup] {
        [
            HealthRoutes(service: self),
            GuestRoutes(catalogue: catalogue, tokenSigner: tokenSigner, lifetime: settings.guestTokenSeconds),
            ConfigurationRoutes(catalogue: catalogue),
            FeedRoutes(catalogue: catalogue, tokenSigner: tokenSigner, addresses: addresses),
            VideoRoutes(catalogue: catalogue, addresses: addresses, access: access),
            ChannelRoutes(catalogue: catalogue),
            SearchRoutes(catalogue: catalogue, addresses: addresses, access: access, cursors: SearchCursors(vault: vault)),
            ProductRoutes(catalogue: catalogue, addresses: addresses, access: access),
            CompositionRoutes(
                catalogue: catalogue, addresses: addresses, access: access,
                start: media.map { PreloadBundle(media: $0, policy: MediaAccessPolicy(media: catalogue.media)) }),
            ReactionRoutes(catalogue: catalogue, access: access),
            CommentRoutes(catalogue: catalogue, access: access),
            FollowRoutes(catalogue: catalogue, tokenSigner: tokenSigner),
            CommentModerationRoutes(catalogue: catalogue),
            EventRoutes(catalogue: catalogue, metrics: metrics),
            PurchaseRoutes(catalogue: catalogue, metrics: metrics),
            CartRoutes(catalogue: catalogue, vault: vault),
            OrderRoutes(catalogue: catalogue),
            EntryRoutes(liveService: liveService, access: access),
            LiveRoutes(catalogue: catalogue, addresses: addresses, tokenSigner: tokenSigner, guesses: guesses.codes),
            SocketRoutes(liveService: liveService, access: access, clock: clock),
            ChatRoutes(liveService: liveService, access: access),
            ReminderRoutes(liveService: liveService, access: access),
            LiveCommandRoutes(liveService: liveService),
            InteractionCommandRoutes(liveService: liveService, mailer: mailer),
            ModerationRoutes(liveService: liveService),
            ExportRoutes(liveService: liveService),
            ShareRoutes(catalogue: catalogue, addresses: addresses),
            AdRoutes(catalogue: catalogue),
            ClientTokenRoutes(
                catalogue: catalogue, tokenSigner: tokenSigner, lifetime: settings.adminTokenSeconds, failures: signIn.failures),
            BusinessRoutes(catalogue: catalogue),
            AdministeredRoutes(ClientApp.self, catalogue),
            AdministeredRoutes(AdConfiguration.self, catalogue),
            AdministeredRoutes(AdCampaign.self, catalogue),
            AdministeredRoutes(VideoChannel.self, catalogue),
            AdministeredRoutes(
                Video.self, catalogue, isMadeHere: false,
                removed: { [uploadPipeline] id, now in try await uploadPipeline?.ingest.removeMedia(ofVideo: id, at: now) }),
            VideoCreationRoutes(catalogue: catalogue, uploadPipeline: uploadPipeline, timeout: settings.importTimeout),
            VideoPartRoutes(catalogue: catalogue, uploadPipeline: uploadPipeline),
            VideoPasswordRoutes(catalogue: catalogue, access: access, passwords: guesses.passwords, guesses: guesses.videos),
            UploadRoutes(uploadPipeline: uploadPipeline),
            AdministeredRoutes(Playlist.self, catalogue),
            PlaylistItemRoutes(catalogue: catalogue),
            AdministeredRoutes(PlaylistGroup.self, catalogue),
            AdministeredRoutes(
                BusinessStore.self, catalogue, sealed: { [vault] store, _ in try store.sealed(in: vault) },
                opened: { [vault] in $0.opened(by: vault) }),
            AdministeredRoutes(Product.self, catalogue, isMadeHere: false),
            ProductCreationRoutes(catalogue: catalogue),
            AdministeredRoutes(
                LiveStream.self, catalogue, sealed: { [vault] stream, _ in try stream.sealed(in: vault) },
                opened: { [vault] in $0.opened(by: vault) }),
            AdministeredRoutes(Interaction.self, catalogue),
            AdministeredRoutes(
                Webhook.self, catalogue, allowed: { [rule = settings.addressRule] in try await $0.check(against: rule) },
                sealed: { [vault] webhook, kept in kept == nil ? try webhook.sealed(in: vault) : webhook }),
            DeliveryRoutes(catalogue: catalogue),
            PeopleRoutes(catalogue: catalogue, addresses: addresses, mailer: mailer), AuditRoutes(catalogue: catalogue),
            InsightRoutes(catalogue: catalogue), TableRoutes(catalogue: catalogue),
        ]
    }

    /// All endpoints of the API, including the OpenAPI document's.
    private var operations: [Endpoint] {
        let endpoints = groups.flatMap(\.endpoints)
        return endpoints + DocumentRoutes(described: endpoints.compactMap(\.contract)).endpoints
    }

    private var addresses: MediaAddresses {
        MediaAddresses(publicURL: settings.publicURL, signer: settings.playbackSeconds == nil ? nil : signer, locks: signer)
    }

    /// Nil if no e-mail is sent.
    var mailer: Mailer? {
        guard let mail = settings.mail, let url = settings.publicURL else { return nil }
        return Mailer(catalogue: catalogue, vault: vault, settings: mail, publicURL: url)
    }

    private var access: LiveAccess { LiveAccess(catalogue: catalogue, tokenSigner: tokenSigner) }

    private var signer: MediaSigner {
        MediaSigner(tokenSigner: tokenSigner, seconds: settings.playbackSeconds ?? VideoPasswordRoutes.unlockSeconds)
    }

    /// Serves all paths: the API, media, stitched streams, pages and Studio.
    var responder: Responder {
        let limiter = RateLimiter(limits: settings.limits)
        var proxies = settings.proxies
        proxies.isAlwaysSecure = settings.publicURL?.hasPrefix("https://") ?? false
        let operations = operations
        let sessions = StudioSessions(catalogue: catalogue, tokenSigner: tokenSigner)
        let authenticator = Authenticator(tokenSigner: tokenSigner, catalogue: catalogue, studio: sessions)
        let mediaRoutes = media.map {
            MediaRoutes(
                store: $0, live: live, redirects: settings.redirectsMedia, signer: signer,
                requiresSignatures: settings.playbackSeconds != nil, gate: MediaAccessPolicy(media: catalogue.media),
                business: { try await authenticator.business($0, isSecure: $1, at: $2) }, metrics: metrics)
        }
        let stitched = insertion.map { StitchedRoutes(insertion: $0, publicURL: settings.publicURL) }
        let pages =
            settings.showsPages
            ? PageRoutes(
                catalogue: catalogue, addresses: addresses, tokenSigner: tokenSigner, searchCursors: SearchCursors(vault: vault),
                app: settings.webApp, origins: settings.allowedOrigins) : nil
        let studio =
            settings.showsPages
            ? StudioRoutes(
                catalogue: catalogue, sessions: sessions,
                operations: Dictionary(operations.map { ($0.operationID, $0) }) { first, _ in first }, addresses: addresses,
                liveService: liveService, limiter: limiter, clock: clock, origins: settings.allowedOrigins,
                passwords: PasswordHasher(cost: settings.passwordCost), failures: signIn.failures, mailer: mailer, vault: vault,
                providers: signIn.providers) : nil
        let others: [(any RouteGroup)?] = [mediaRoutes, stitched, pages, studio]
        return Responder(
            routes: RouteTree(operations + others.compactMap { $0 }.flatMap(\.endpoints)), authenticator: authenticator,
            idempotency: Idempotency(catalogue: catalogue, vault: vault, clock: clock), limiter: limiter, proxies: proxies, clock: clock,
            errors: ErrorPages(studio: studio, showsPages: settings.showsPages), audit: AuditLog(catalogue: catalogue))
    }
}
