// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Content steering begins along with the media playlists, and holds nobody up.
    mutating func beginSteering(_ tag: ContentSteering) {
        steering.url = tag.serverURI.url
        loadSteering()
    }

    mutating func loadSteering() {
        guard let url = steering.url, steering.load == nil else { return }
        steering.nextLoad = nil
        var address = url
        if !url.utf8.starts(with: "data:".utf8) {
            var directives = [(name: "_HLS_pathway", value: PercentEncoding.encoded(selection.pathway))]
            if quality.throughput > 0 {
                directives.append((name: "_HLS_throughput", value: String(MediaTime(seconds: quality.throughput, timescale: 1).value)))
            }
            address = QueryParameters.adding(directives, to: url)
        }
        steering.load = load(.steering(ResourceLocation(url: address)), for: .steering, limits: configuration.limitsOfLoads.steering)
    }

    mutating func receivedSteering(_ bytes: [UInt8], _ head: ResponseHead?) {
        steering.load = nil
        let base = QueryParameters.removed(from: head?.url ?? steering.url ?? "")
        let manifest: SteeringManifest
        do throws(DocumentError) { manifest = try SteeringManifest.parse(bytes, baseURL: base) } catch {
            steering.nextLoad = now + steering.timeToLive
            note(.steering, error.message + "; again in " + decimalText(steering.timeToLive, decimals: 0) + " s")
            return
        }
        steering.failures = 0
        steering.timeToLive = min(max(manifest.timeToLive, 1), 86_400)
        if let reload = manifest.reloadURI { steering.url = QueryParameters.removed(from: reload.url) }
        steering.nextLoad = now + steering.timeToLive
        for clone in manifest.clones.prefix(32) where selection.catalogue.pathways.count < 64 && selection.catalogue.add(clone) {
            note(.steering, "pathway " + clone.id + " made from " + clone.baseID)
        }
        steering.priority = Array(manifest.pathwayPriority.prefix(64))
        note(
            .steering,
            "priority " + steering.priority.joined(separator: " > ") + ", again in " + decimalText(steering.timeToLive, decimals: 0) + " s")
        obeyPriority()
    }

    /// Moves to the best pathway that exists and is not penalised.
    mutating func obeyPriority() {
        for candidate in steering.priority
        where selection.catalogue.pathways.contains(candidate) && !selection.exclusions.isPenalised(.pathway(candidate), at: now) {
            if candidate != selection.pathway { move(toPathway: candidate) }
            return
        }
    }

    mutating func steeringFailed(_ failure: LoadFailure) {
        steering.load = nil
        steering.failures += 1
        switch failure.cause {
        case .status(410):
            steering.url = nil
            steering.nextLoad = nil
            note(.steering, "the server wants no more requests")
            return
        case .status(429):
            steering.nextLoad = now + min(max(failure.retryAfter ?? steering.timeToLive, 1), 86_400)
        default:
            steering.nextLoad = now + min(max(failure.retryAfter ?? steering.timeToLive, 1), 86_400)
        }
        note(
            .steering,
            "manifest failed: " + failure.message + "; again in " + decimalText((steering.nextLoad ?? now) - now, decimals: 0) + " s")
    }

}
