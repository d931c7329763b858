// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Where an earlier process stored the recording of a stream.
struct RecordingLocation: Hashable, Sendable {
    /// The stream's id and the broadcast's id.
    var path: String
    /// See `LivePlan.take`.
    var take: String

    /// - Returns: nil if no process of this service published the stream.
    init?(_ stream: LiveStream) {
        guard let address = stream.playback.lowLatencyHLS ?? stream.playback.hls, address.hasPrefix(LiveIngestManager.path) else {
            return nil
        }
        let components = address.dropFirst(LiveIngestManager.path.count).split(separator: "/", omittingEmptySubsequences: false).map(
            String.init)
        guard components.count == 3, components[0] == stream.id, components[2].hasPrefix("index"), components[2].hasSuffix(".m3u8") else {
            return nil
        }
        path = "\(components[0])/\(components[1])"
        take = String(components[2].dropFirst("index".count).dropLast(".m3u8".count))
    }
}
