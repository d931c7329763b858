// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The recording of a live stream by an earlier process.
public struct EarlierRecording: Hashable, Sendable {
    /// By names of the new renditions. All end at the same time, to within less than a segment.
    let segments: [String: [MediaSegment]]
    let hasAudio: Bool

    /// With fewer segments, the source may just not have sent any audio yet.
    private static let minWithoutAudio = 3

    /// - Parameters:
    ///   - plan: the plan of the continued stream.
    ///   - take: the take of the earlier recording.
    ///   - base: the storage prefix of both.
    /// - Returns: nil if nothing was recorded, or other renditions were.
    /// - Throws: ``StorageError``, ``PackagerError``.
    public init?(for plan: LivePlan, behind take: String, below base: StorageKey, in storage: any MediaStorage) async throws {
        var before = plan
        before.take = take
        var found: [String: [MediaSegment]] = [:]
        for (name, folder) in zip(plan.renditions, before.renditions) {
            guard let key = base.appending(folder), let segments = try await RecordingIndex.read(key, in: storage) else { continue }
            found[name] = segments.map { $0.seen(from: folder) }
        }
        let count = found.values.map(\.count).min() ?? 0
        hasAudio = plan.hasAudio && found[plan.sound] != nil
        let expected = plan.heights.count + (hasAudio ? 1 : 0)
        guard found.count == expected, count >= (plan.hasAudio && !hasAudio ? Self.minWithoutAudio : 1) else { return nil }
        // Drops segments that only some renditions have, which would shift everything after them.
        // Audio and video may differ by half a part.
        let end = found.values.map { $0.reduce(0) { $0 + $1.duration } }.min() ?? 0
        segments = found.mapValues { segments in
            var length = 0.0
            return segments.prefix { segment in
                length += segment.duration
                return length <= end + plan.settings.partTarget / 2
            }
        }
    }
}

extension MediaSegment {
    /// The segment with URIs relative to a neighbouring folder.
    fileprivate func seen(from folder: String) -> MediaSegment {
        func moved(_ uri: URIReference) -> URIReference { uri.text.hasPrefix("../") ? uri : URIReference("../\(folder)/\(uri.text)") }
        var segment = self
        segment.uri = moved(uri)
        if var map = segment.map {
            map.uri = moved(map.uri)
            segment.map = map
        }
        return segment
    }
}
