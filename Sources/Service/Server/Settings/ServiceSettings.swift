// SPDX-License-Identifier: Apache-2.0

public import WindowboxInsertion
public import WindowboxPackager

/// Settings of a service.
public struct ServiceSettings: Sendable {
    /// The secrets for signing and encryption. The first is used for new data; the others are still accepted.
    public var secrets: [String]
    /// The host name or address to listen on.
    public var host = "127.0.0.1"
    /// 0 for any free port.
    public var port = 8080
    /// The public base URL, without a trailing slash; nil to derive it from each request.
    public var publicURL: String?
    /// The folder of media; nil if this process serves none.
    public var mediaFolder: String?
    /// A media store to use instead: `s3://…`, as `StorageSetting` reads it.
    public var mediaStorage: String?
    /// Whether clients are redirected to that store for everything but playlists.
    public var redirectsMedia = false
    /// The lifetime of media URLs in seconds; nil for unsigned URLs, which never expire.
    public var playbackSeconds: Int?
    /// Token lifetime in seconds.
    public var guestTokenSeconds = 3600
    /// Token lifetime in seconds.
    public var adminTokenSeconds = 3600
    /// Seconds within which a request's head, and then its body, must arrive.
    public var requestSeconds = 30.0
    /// Seconds within which the client must read some of a response.
    public var stallSeconds = 30.0
    /// Seconds between pings on a WebSocket.
    public var socketPingSeconds = 20.0
    /// Seconds without any data from the client after which a WebSocket is closed.
    public var socketSilenceSeconds = 60.0
    /// Seconds for which it continues serving after a shutdown request while it closes connections.
    public var drainSeconds = 0.0
    /// Simultaneous connections.
    public var maxConnections = 10_000
    /// Simultaneous connections per address; per /64 network for IPv6.
    public var maxConnectionsPerAddress = 500
    /// Networks without a connection limit, besides trusted proxies: this machine's own.
    var uncountedAddresses = [NetworkRange("127.0.0.0/8"), NetworkRange("::1")].compactMap { $0 }
    /// Days after which events are deleted; nil for never.
    public var eventDays: Int? = 400
    /// Days after which inactive guests are erased; nil for never.
    public var guestDays: Int? = 400
    /// Days after which entries of the audit log are deleted; nil for never.
    public var auditDays: Int? = 400
    /// How e-mail is sent; nil for not at all. It needs ``publicURL``.
    public var mail: MailSettings?
    /// Providers with whose accounts people sign in to Studio; empty for passwords only.
    public var providers: [OpenIDSettings] = []
    /// The cost of hashing a password.
    var passwordCost = PasswordHasher.Cost()
    /// Requests per guest or client.
    public var callsPerSecond = 50.0
    /// Tokens issued per address.
    public var tokensPerMinute = 60.0
    /// Whether pages are served to browsers: feeds, players and Studio.
    public var showsPages = true
    /// The app whose videos the pages show; nil for the oldest app that isn't restricted to packages.
    public var webApp: String?
    /// Further origins from which pages may load images, media and playlists. Nil for any origin by HTTPS, and also by HTTP unless the
    /// service is known to be reached only by HTTPS.
    public var pageOrigins: [String]?
    /// Settings for ad insertion.
    public var insertion = InsertionSettings()

    /// The number of packaging workers in this process.
    public var workers = 1
    /// The limit of an uploaded file in bytes; nil for the packager's default.
    public var maxUploadBytes: Int64?
    /// The store from which clients import files by key, as `StorageSetting` reads it; nil for none.
    public var importStore: String?
    /// For temporary files; nil for the system's folder.
    public var workFolder: String?
    /// Whether the programs that read uploads run in a sandbox.
    public var sandbox = MediaSandbox.Use.automatic
    /// Whether files may be fetched from private networks, and webhooks sent to them.
    public var reachesPrivateNetworks = false
    /// Seconds for which a synchronous request waits for its video.
    public var importTimeout = 20.0

    var allowedOrigins: [String] { pageOrigins ?? (publicURL?.hasPrefix("https://") == true ? ["https:"] : ["https:", "http:"]) }
    var addressRule: AddressPolicy { reachesPrivateNetworks ? .any : .publicOnly }
    var proxies = TrustedProxies()
    /// The networks that may read the metrics.
    var metricsReaders = [NetworkRange("127.0.0.0/8"), NetworkRange("::1")].compactMap { $0 }

    public init(secrets: [String]) { self.secrets = secrets }

    var limits: [RateLimitClass: RateLimit] {
        [
            .ordinary: RateLimit(perSecond: callsPerSecond, burst: callsPerSecond * 4),
            .authentication: RateLimit(perSecond: tokensPerMinute / 60, burst: max(1, tokensPerMinute / 2)),
            .codes: RateLimit(perSecond: 0.1, burst: 5),
            .passwords: RateLimit(perSecond: 0.5, burst: 20),
            .hearts: RateLimit(perSecond: 10, burst: 40),
            .messages: RateLimit(perSecond: 1, burst: 5),
            .searches: RateLimit(perSecond: min(10, callsPerSecond), burst: min(40, callsPerSecond * 4)),
        ]
    }
}
