// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
import WindowboxHLS
import WindowboxMedia

/// Which services a content steering server prefers, and when to query it next (ETSI TS 103 998). A value type.
struct DASHSteering {
    private static let longestWait = 86_400.0
    private static let maximumClones = 32
    private static let maximumPathways = 64

    /// Absolute; nil once the server has declined further requests.
    private(set) var url: String?
    private(set) var asksBeforeStart: Bool
    private var priority: [String]
    private var clones: [SteeringManifest.Clone] = []
    private var timeToLive = 300.0
    /// The first query is due immediately.
    private var nextLoad: Double? = -.infinity
    private var isLoading = false
    /// The services used since the last query, in order of first use, with throughput in bit/s; 0 if unknown.
    private var used: [(service: String, throughput: Double)] = []

    init(_ server: DASHContentSteering) {
        url = server.url
        asksBeforeStart = server.asksBeforeStart
        priority = server.defaultServices
    }

    /// Whether a query is due and none is in progress.
    func isDue(at now: Double) -> Bool { url != nil && !isLoading && nextLoad.map { $0 <= now } ?? false }

    /// The URL of the query if it is due; nil otherwise.
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

    /// Handles the server's response. An invalid one changes nothing until the next query.
    /// - Parameter address: the URL of the response.
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
        priority = Array(manifest.pathwayPriority.prefix(Self.maximumPathways))
        for clone in manifest.clones where clones.count < Self.maximumClones && !clones.contains(where: { $0.id == clone.id }) {
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

    /// - Parameter retryAfter: seconds that the server asked to wait.
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

    /// The query was cancelled; it is repeated with the next load.
    mutating func cancelled(at now: Double) {
        isLoading = false
        nextLoad = now
    }

    /// Records a load from a service.
    /// - Parameter throughput: bit/s; 0 if unknown.
    mutating func note(_ service: String, throughput: Double) {
        if let index = used.firstIndex(where: { $0.service == service }) {
            if throughput > 0 { used[index].throughput = throughput }
        } else if used.count < Self.maximumPathways {
            used.append((service, throughput))
        }
    }

    /// All locations in the server's order, including those it has added. Unranked services come last, in the author's order.
    func sorted(_ locations: [DASHBaseChoice.Location]) -> [DASHBaseChoice.Location] {
        var all = locations
        for clone in clones where !all.contains(where: { $0.service == clone.id }) {
            for location in all where location.service == clone.baseID {
                all.append(.init(url: clone.url(for: location.url, stableID: nil, overrides: []), service: clone.id))
            }
        }
        func rank(_ place: DASHBaseChoice.Location) -> Int { place.service.flatMap(priority.firstIndex(of:)) ?? priority.count }
        return all.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

extension DASHManifest {
    /// The URLs of the next version, in the server's order of their services.
    func locations(by steering: DASHSteering?) -> [String] {
        (steering?.sorted(locations) ?? locations).map(\.url)
    }

    /// The patches, in the server's order of their services.
    func patches(by steering: DASHSteering?) -> [DASHPatch.Location] {
        guard let steering, patches.contains(where: { $0.service != nil }) else { return patches }
        return steering.sorted(patches.map { .init(url: $0.url, service: $0.service) }).map { place in
            // A service that the server has added has the patches of the others.
            patches.first { $0.url == place.url } ?? .init(url: place.url, timeToLive: patches[0].timeToLive, service: place.service)
        }
    }
}
