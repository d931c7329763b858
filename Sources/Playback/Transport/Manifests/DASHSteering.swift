// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
import WindowboxHLS
import WindowboxMedia

/// The preferences of a content steering server, and when to query it next (ETSI TS 103 998). A value.
struct DASHSteering {
    private static let longestWait = 86_400.0
    private static let mostClones = 32
    private static let mostPathways = 64

    /// Absolute URL of the server; nil once it doesn't accept any more requests.
    private(set) var url: String?
    private(set) var asksBeforeStart: Bool
    private var priority: [String]
    private var clones: [SteeringManifest.Clone] = []
    private var timeToLive = 300.0
    /// When the next query is due; nil during a query. The first one is due immediately.
    private var nextLoad: Double? = -.infinity
    private var isLoading = false
    /// The services used since the last query, in order of first use, with their throughput in bit/s; 0 if unknown.
    private var used: [(service: String, throughput: Double)] = []

    init(_ server: DASHContentSteering) {
        url = server.url
        asksBeforeStart = server.asksBeforeStart
        priority = server.defaultServices
    }

    /// Whether a query is due and none is in progress.
    func isDue(at now: Double) -> Bool { url != nil && !isLoading && nextLoad.map { $0 <= now } ?? false }

    /// Begins a query if one is due, and returns its URL; nil otherwise.
    mutating func question(at now: Double) -> String? {
        guard let url, isDue(at: now) else { return nil }
        isLoading = true
        nextLoad = nil
        let services = used.isEmpty ? priority.prefix(1).map { (service: $0, throughput: 0.0) } : used
        used.removeAll()
        var parameters: [String] = []
        if !services.isEmpty {
            parameters.append("_DASH_pathway=" + PercentEncoding.encoded("\"" + services.map(\.service).joined(separator: ",") + "\""))
        }
        if services.contains(where: { $0.throughput > 0 }) {
            let rates = services.map { String(MediaTime(seconds: $0.throughput, timescale: 1).value) }
            parameters.append("_DASH_throughput=" + rates.joined(separator: ","))
        }
        return Self.adding(parameters, to: url)
    }

    private static func adding(_ parameters: [String], to url: String) -> String {
        guard !parameters.isEmpty, !url.hasPrefix("data:") else { return url }
        var components = URIComponents(url)
        let own = (components.query ?? "").split(separator: "&").filter { !$0.hasPrefix("_DASH_") }.map(String.init)
        components.query = (own + parameters).joined(separator: "&")
        return components.text
    }

    /// Handles the server's response. An invalid one is ignored until the next query.
    /// - Parameter address: the URL of the response, after redirects.
    mutating func received(_ bytes: [UInt8], from address: String, at now: Double) {
        isLoading = false
        asksBeforeStart = false
        guard let manifest = try? SteeringManifest.parse(bytes, baseURL: Self.plain(address)) else {
            nextLoad = now + timeToLive
            return
        }
        timeToLive = min(max(manifest.timeToLive, 1), Self.longestWait)
        if let reload = manifest.reloadURI { url = reload.url }
        nextLoad = now + timeToLive
        priority = Array(manifest.pathwayPriority.prefix(Self.mostPathways))
        for clone in manifest.clones where clones.count < Self.mostClones && !clones.contains(where: { $0.id == clone.id }) {
            clones.append(clone)
        }
    }

    private static func plain(_ address: String) -> String {
        var components = URIComponents(address)
        guard let query = components.query else { return address }
        let own = query.split(separator: "&").filter { !$0.hasPrefix("_DASH_") }
        components.query = own.isEmpty ? nil : own.joined(separator: "&")
        return components.text
    }

    /// Handles a failed query. Status 410 ends steering.
    /// - Parameter retryAfter: the delay requested by the server, in seconds.
    mutating func failed(status: Int?, retryAfter: Double?, at now: Double) {
        isLoading = false
        asksBeforeStart = false
        if status == 410 {
            url = nil
            nextLoad = nil
            return
        }
        nextLoad = now + min(max(retryAfter ?? timeToLive, 1), Self.longestWait)
    }

    /// Handles a cancelled query; the next load repeats it.
    mutating func cancelled(at now: Double) {
        isLoading = false
        nextLoad = now
    }

    /// Records that a service was used.
    /// - Parameter throughput: in bit/s; 0 if unknown.
    mutating func note(_ service: String, throughput: Double) {
        if let place = used.firstIndex(where: { $0.service == service }) {
            if throughput > 0 { used[place].throughput = throughput }
        } else if used.count < Self.mostPathways {
            used.append((service, throughput))
        }
    }

    /// Adds the server's pathway clones and sorts by its priority; services that it doesn't name come last, in the author's order.
    func sorted(_ places: [DASHBaseChoice.Place]) -> [DASHBaseChoice.Place] {
        var all = places
        for clone in clones where !all.contains(where: { $0.service == clone.id }) {
            for place in all where place.service == clone.baseID {
                all.append(.init(url: clone.url(for: place.url, stableID: nil, overrides: []), service: clone.id))
            }
        }
        func rank(_ place: DASHBaseChoice.Place) -> Int { place.service.flatMap(priority.firstIndex(of:)) ?? priority.count }
        return all.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}
