// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// What was recorded of a live stream before the process that took it in ended.
public struct EarlierRecording: Hashable, Sendable {
    /// By the names of the renditions that go on with them; all end at the same time, but for less than a segment.
    let segments: [String: [MediaSegment]]
    let hasSound: Bool

    /// With fewer segments nobody knows whether a source had no sound, or had not sent any yet.
    private static let leastWithoutSound = 3

    /// - Parameters:
    ///   - plan: of what goes on.
    ///   - take: of what was there before.
    ///   - base: below which both are kept.
    /// - Returns: nil where nothing was recorded, or other renditions were.
    /// - Throws: ``StorageError``, ``PackagerError``.
    public init?(for plan: LivePlan, behind take: String, below base: StorageKey, in storage: any MediaStorage) async throws {
        var before = plan
        before.take = take
        var found: [String: [MediaSegment]] = [:]
        for (name, folder) in zip(plan.renditions, before.renditions) {
            guard let key = base.appending(folder), let segments = try await LiveJournal.read(key, in: storage) else { continue }
            found[name] = segments.map { $0.seen(from: folder) }
        }
        let count = found.values.map(\.count).min() ?? 0
        hasSound = plan.hasSound && found[plan.sound] != nil
        let expected = plan.heights.count + (hasSound ? 1 : 0)
        guard found.count == expected, count >= (plan.hasSound && !hasSound ? Self.leastWithoutSound : 1) else { return nil }
        // What only some of them have would move all that follows. Sound and pictures end at the same place but for a part of a part.
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
    /// As a neighbour of its folder names it.
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
