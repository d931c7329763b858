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
        let words = address.dropFirst(LiveIngestManager.path.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, words[0] == stream.id, words[2].hasPrefix("index"), words[2].hasSuffix(".m3u8") else { return nil }
        path = "\(words[0])/\(words[1])"
        take = String(words[2].dropFirst("index".count).dropLast(".m3u8".count))
    }
}
