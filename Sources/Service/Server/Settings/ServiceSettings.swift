// SPDX-License-Identifier: Apache-2.0

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
    /// At once.
    public var mostConnections = 10_000
    /// Days after which events are forgotten; nil: never.
    public var eventDays: Int?
    /// Calls of one guest or client.
    public var callsPerSecond = 50.0
    /// Tokens made for one address.
    public var tokensPerMinute = 60.0

    var proxies = TrustedProxies()
    /// Who may read the metrics.
    var metricsReaders = [NetworkRange("127.0.0.0/8"), NetworkRange("::1")].compactMap { $0 }

    public init(secrets: [String]) { self.secrets = secrets }

    var limits: [Allowance: RateLimit] {
        [
            .ordinary: RateLimit(perSecond: callsPerSecond, burst: callsPerSecond * 4),
            .authentication: RateLimit(perSecond: tokensPerMinute / 60, burst: max(1, tokensPerMinute / 2)),
            .codes: RateLimit(perSecond: 0.1, burst: 5),
        ]
    }
}
