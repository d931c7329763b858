// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The state of content steering (RFC 8216bis 7): when to load the manifest, and how to apply it.
struct SteeringState: Sendable {
    /// Absolute URL; nil without content steering, or once the server wants no more requests.
    private(set) var url: String?
    /// Seconds between requests.
    private(set) var timeToLive = 300.0
    private(set) var nextLoad: Instant?
    private var isLoading = false

    /// Requests the manifest along with the media playlists; nothing waits for it.
    mutating func begin(_ tag: ContentSteering, _ loader: inout StreamLoader) {
        url = tag.serverURI.url
        load(&loader)
    }

    /// Requests the manifest if it is due.
    mutating func loadDue(_ loader: inout StreamLoader) { if let nextLoad, nextLoad <= loader.now { load(&loader) } }

    private mutating func load(_ loader: inout StreamLoader) {
        guard let address = address(pathway: loader.selection.pathway, throughput: loader.media.quality.throughput), !isLoading else {
            return
        }
        nextLoad = nil
        isLoading = true
        loader.load(
            .steering(ResourceLocation(url: address)), for: .steering, limits: loader.configuration.limitsOfLoads.steering)
    }

    /// - Parameter throughput: bit/s; 0 if unknown.
    func address(pathway: String, throughput: Double) -> String? {
        guard let url, !url.utf8.starts(with: "data:".utf8) else { return url }
        var directives = [(name: "_HLS_pathway", value: PercentEncoding.encoded(pathway))]
        if throughput > 0 {
            directives.append((name: "_HLS_throughput", value: String(MediaTime(seconds: throughput, timescale: 1).value)))
        }
        return QueryParameters.adding(directives, to: url)
    }

    /// Applies a manifest: adds its pathway clones and sets the pathway order. Returns false if it can't be parsed.
    mutating func received(_ bytes: [UInt8], _ head: ResponseHead?, _ selection: inout StreamSelection, _ out: inout SessionOutput) -> Bool
    {
        isLoading = false
        let base = QueryParameters.removed(from: head?.url ?? url ?? "")
        let manifest: SteeringManifest
        do throws(DocumentError) { manifest = try SteeringManifest.parse(bytes, baseURL: base) } catch {
            nextLoad = out.now + timeToLive
            out.note(.steering, error.message + "; again in " + decimalText(timeToLive, decimals: 0) + " s")
            return false
        }
        timeToLive = min(max(manifest.timeToLive, 1), 86_400)
        if let reload = manifest.reloadURI { url = QueryParameters.removed(from: reload.url) }
        nextLoad = out.now + timeToLive
        for clone in manifest.clones.prefix(32) where selection.add(clone) {
            out.note(.steering, "pathway " + clone.id + " made from " + clone.baseID)
        }
        selection.prefer(pathways: Array(manifest.pathwayPriority.prefix(64)))
        out.note(
            .steering,
            "priority " + selection.pathwayPriority.joined(separator: " > ") + ", again in " + decimalText(timeToLive, decimals: 0) + " s")
        return true
    }

    mutating func failed(_ failure: LoadFailure, _ out: inout SessionOutput) {
        isLoading = false
        if failure.cause == .status(410) {
            url = nil
            nextLoad = nil
            out.note(.steering, "the server wants no more requests")
            return
        }
        let wait = min(max(failure.retryAfter ?? timeToLive, 1), 86_400)
        nextLoad = out.now + wait
        out.note(.steering, "manifest failed: " + failure.message + "; again in " + decimalText(wait, decimals: 0) + " s")
    }
}
