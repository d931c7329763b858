// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// A packaged video as a part of a live channel: files of this machine.
public struct LiveClip: Hashable, Sendable {
    /// Paths.
    public var picture: String
    public var sound: String
    /// Seconds.
    public var duration: Double

    public init(picture: String, sound: String, duration: Double) {
        self.picture = picture
        self.sound = sound
        self.duration = duration
    }

    /// What ffmpeg's reader of lists is told of some clips, again and again until the list is long enough.
    /// - Parameters:
    ///   - file: of a clip.
    ///   - seconds: of the list; one round at least.
    static func list(_ clips: [LiveClip], seconds: Double, file: (LiveClip) -> String) -> String {
        let round = clips.map { clip in
            // Both lists tell the same lengths, so that sound and pictures never drift apart.
            "file '\(file(clip).replacing("'", with: "'\\''"))'\nduration \(clip.duration)\n"
        }.joined()
        let length = clips.reduce(0) { $0 + $1.duration }
        let rounds = length > 0 ? Int(min(max(1, (seconds / length).rounded(.up)), 100_000 / Double(max(1, clips.count)))) : 1
        return "ffconcat version 1.0\n" + String(repeating: round, count: max(1, rounds))
    }
}

/// Names of the files that a package's pictures and sound lie in.
public struct PackagedFiles: Hashable, Sendable {
    public var picture: StorageKey
    public var sound: StorageKey
    /// Seconds.
    public var duration: Double

    /// The files of the smallest quality that is not smaller than asked for, and else of the largest.
    /// - Parameters:
    ///   - key: of the package's multivariant playlist.
    ///   - height: pixels.
    /// - Returns: nil where there is no such package, or one without pictures or sound.
    public init?(playlist key: StorageKey, height: Int, in storage: any MediaStorage) async throws {
        guard let bytes = try await storage.bytes(of: key), let whole = Playlist.parse(bytes).playlist?.multivariant else { return nil }
        let sized = whole.variants.filter { $0.resolution != nil }.sorted { $0.height < $1.height }
        guard let variant = sized.first(where: { $0.height >= height }) ?? sized.last,
            let sound = whole.renditions.first(where: { $0.kind == .audio && $0.groupID == variant.audioGroup && $0.isDefault })?.uri,
            let picture = try await Self.file(variant.uri.text, beside: key, in: storage),
            let heard = try await Self.file(sound.text, beside: key, in: storage)
        else { return nil }
        self.picture = picture.key
        self.sound = heard.key
        duration = picture.duration
    }

    private static func file(
        _ name: String, beside key: StorageKey, in storage: any MediaStorage
    ) async throws -> (key: StorageKey, duration: Double)? {
        guard let list = key.sibling(name), let bytes = try await storage.bytes(of: list),
            let media = Playlist.parse(bytes).playlist?.media, let first = media.segments.first, let file = list.sibling(first.uri.text),
            // Only what lies in one file can be a part of a list.
            media.segments.allSatisfy({ $0.uri == first.uri })
        else { return nil }
        return (file, media.segments.reduce(0) { $0 + $1.duration })
    }
}

extension Variant {
    fileprivate var height: Int { resolution?.height ?? 0 }
}

extension StorageKey {
    /// What has another name at the same place; nil when that is no name.
    func sibling(_ name: String) -> StorageKey? {
        guard let slash = text.lastIndex(of: "/") else { return StorageKey(name) }
        return StorageKey(text[...slash] + name)
    }
}
