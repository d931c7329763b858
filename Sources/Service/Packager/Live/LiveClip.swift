// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// A packaged video as part of a live channel, in local files.
public struct LiveClip: Hashable, Sendable {
    /// Local paths.
    public var picture: String
    public var sound: String
    /// In seconds.
    public var duration: Double

    public init(picture: String, sound: String, duration: Double) {
        self.picture = picture
        self.sound = sound
        self.duration = duration
    }

    /// A list of clips for ffmpeg's concat demuxer, repeated until it is long enough.
    /// - Parameters:
    ///   - file: returns the path of a clip's file.
    ///   - seconds: the minimum length of the list; it has at least one round.
    static func list(_ clips: [LiveClip], seconds: Double, file: (LiveClip) -> String) -> String {
        let round = clips.map { clip in
            // Both lists have the same durations, so that audio and video can't drift apart.
            "file '\(file(clip).replacing("'", with: "'\\''"))'\nduration \(clip.duration)\n"
        }.joined()
        let length = clips.reduce(0) { $0 + $1.duration }
        let rounds = length > 0 ? Int(min(max(1, (seconds / length).rounded(.up)), 100_000 / Double(max(1, clips.count)))) : 1
        return "ffconcat version 1.0\n" + String(repeating: round, count: max(1, rounds))
    }
}

/// The storage keys of a package's video and audio files.
public struct PackagedFiles: Hashable, Sendable {
    public var picture: StorageKey
    public var sound: StorageKey
    /// In seconds.
    public var duration: Double

    /// Finds the smallest rendition with at least the given height, or else the largest.
    /// - Parameters:
    ///   - key: the package's multivariant playlist.
    ///   - height: in pixels.
    /// - Returns: nil if there is no such package, or it has no video or no audio.
    public init?(playlist key: StorageKey, height: Int, in storage: any MediaStorage) async throws {
        guard let bytes = try await storage.bytes(of: key), let whole = Playlist.parse(bytes).playlist?.multivariant else { return nil }
        let sized = whole.variants.filter { $0.resolution != nil }.sorted { $0.height < $1.height }
        guard let variant = sized.first(where: { $0.height >= height }) ?? sized.last,
            let sound = whole.renditions.first(where: { $0.kind == .audio && $0.groupID == variant.audioGroup && $0.isDefault })?.uri,
            let picture = try await Self.file(variant.uri.text, beside: key, in: storage),
            let soundFile = try await Self.file(sound.text, beside: key, in: storage)
        else { return nil }
        self.picture = picture.key
        self.sound = soundFile.key
        duration = picture.duration
    }

    private static func file(
        _ name: String, beside key: StorageKey, in storage: any MediaStorage
    ) async throws -> (key: StorageKey, duration: Double)? {
        guard let list = key.sibling(name), let bytes = try await storage.bytes(of: list),
            let media = Playlist.parse(bytes).playlist?.media, let first = media.segments.first, let file = list.sibling(first.uri.text),
            // Only renditions in a single file can be concatenated.
            media.segments.allSatisfy({ $0.uri == first.uri })
        else { return nil }
        return (file, media.segments.reduce(0) { $0 + $1.duration })
    }
}

extension Variant {
    fileprivate var height: Int { resolution?.height ?? 0 }
}

extension StorageKey {
    /// The key of another name in the same folder; nil if that isn't a valid key.
    func sibling(_ name: String) -> StorageKey? {
        guard let slash = text.lastIndex(of: "/") else { return StorageKey(name) }
        return StorageKey(text[...slash] + name)
    }
}
