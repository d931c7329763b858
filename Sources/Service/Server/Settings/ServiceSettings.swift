// SPDX-License-Identifier: Apache-2.0

public import WindowboxInsertion
public import WindowboxPackager

/// How a service is run.
public struct ServiceSettings: Sendable {
    /// Sign what is handed out: the first signs, what the others signed is still taken.
    public var secrets: [String]
    /// Where it listens: a name or an address.
    public var host = "127.0.0.1"
    /// 0: a free one.
    public var port = 8080
    /// How clients reach it, without a slash at the end; nil: as the request says.
    public var publicURL: String?
    /// Of what is played; nil where this process serves none.
    public var mediaFolder: String?
    /// A store that media are in instead: `s3://…`, as `StorageSetting` reads it.
    public var mediaStorage: String?
    /// Clients are sent to that store for all but playlists.
    public var redirectsMedia = false
    /// Seconds for which an address of media can be played; nil: for ever, by everyone.
    public var playbackSeconds: Int?
    /// Seconds.
    public var guestTokenSeconds = 3600
    /// Seconds.
    public var adminTokenSeconds = 3600
    /// Seconds in which a request's head, and then its body, must have come.
    public var requestSeconds = 30.0
    /// Seconds in which the other side must take some of an answer.
    public var stallSeconds = 30.0
    /// Seconds between two pings on a WebSocket.
    public var socketPingSeconds = 20.0
    /// Seconds without a sign of life after which a WebSocket is given up.
    public var socketSilenceSeconds = 60.0
    /// Seconds for which it serves on once it is told to end, and lets go of its connections.
    public var drainSeconds = 0.0
    /// At once.
    public var mostConnections = 10_000
    /// Of one address at once; of IPv6, of 64 bits of one.
    public var mostConnectionsPerAddress = 500
    /// Networks whose connections are not counted by address, besides trusted proxies: this machine's own.
    var uncountedAddresses = [NetworkRange("127.0.0.0/8"), NetworkRange("::1")].compactMap { $0 }
    /// Days after which events are forgotten; nil: never.
    public var eventDays: Int? = 400
    /// Days after which guests are erased who were not there; nil: never.
    public var guestDays: Int? = 400
    /// Calls of one guest or client.
    public var callsPerSecond = 50.0
    /// Tokens made for one address.
    public var tokensPerMinute = 60.0
    /// Whether browsers are shown pages: feeds, players and Studio.
    public var showsPages = true
    /// The app whose videos the pages show; nil: the oldest that any page may use.
    public var webApp: String?
    /// Where the pages may load pictures, media and playlists from beside this service; nil: from everywhere by HTTPS, and by HTTP as
    /// well where the service itself is not known to be reached by HTTPS alone.
    public var pageOrigins: [String]?
    /// Of streams with ads in them.
    public var insertion = InsertionSettings()

    /// Makers of videos beside serving.
    public var workers = 1
    /// Bytes of a file that may come in; nil: as the packager has it.
    public var mostUploadBytes: Int64?
    /// Where files lie that clients import by key, as `StorageSetting` reads it; nil: nowhere.
    public var importStore: String?
    /// For files on their way; nil: where the system keeps such.
    public var workFolder: String?
    /// Whether programs that read uploads run in a sandbox.
    public var sandbox = MediaSandbox.Use.automatic
    /// Whether files may be fetched from, and webhooks sent to, networks that are not open to all.
    public var reachesPrivateNetworks = false
    /// Seconds for which a call waits for its video, where it doesn't say that it won't.
    public var importPatience = 20.0

    var allowedOrigins: [String] { pageOrigins ?? (publicURL?.hasPrefix("https://") == true ? ["https:"] : ["https:", "http:"]) }
    var addressRule: AddressRule { reachesPrivateNetworks ? .any : .publicOnly }
    var proxies = TrustedProxies()
    /// Who may read the metrics.
    var metricsReaders = [NetworkRange("127.0.0.0/8"), NetworkRange("::1")].compactMap { $0 }

    public init(secrets: [String]) { self.secrets = secrets }

    var limits: [Allowance: RateLimit] {
        [
            .ordinary: RateLimit(perSecond: callsPerSecond, burst: callsPerSecond * 4),
            .authentication: RateLimit(perSecond: tokensPerMinute / 60, burst: max(1, tokensPerMinute / 2)),
            .codes: RateLimit(perSecond: 0.1, burst: 5),
            .hearts: RateLimit(perSecond: 10, burst: 40),
            .messages: RateLimit(perSecond: 1, burst: 5),
        ]
    }
}
