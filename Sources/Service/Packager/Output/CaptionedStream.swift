// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxCatalogue
public import WindowboxContract
import WindowboxHLS

/// Updates the captions in a video's stream: adds uploaded ones to those in the source, and leaves out those that were removed.
///
/// The package's own playlist isn't changed. Another one, named by a hash of its content, is stored next to it and becomes the video's URL;
/// players of an older one still find all files it names.
struct CaptionedStream {
    let catalogue: Catalogue
    let storage: any MediaStorage
    /// The URL or path prefix of stored files, without a trailing slash.
    let address: String

    /// Attempts if the video is changed concurrently.
    private static let tries = 5

    /// - Returns: the updated video; nil if there is none.
    func update(_ id: String, at now: Date) async throws -> Video? {
        var found = try await catalogue.resources.find(Video.self, id: id)
        for _ in 0..<Self.tries {
            guard let video = found, let stream = try await stream(of: video), stream != video.hlsURL else { break }
            found = try await catalogue.resources.update(Video.self, id: id, at: now) { current in
                guard current.hlsURL == video.hlsURL, current.subtitles == video.subtitles else { return }
                current.hlsURL = stream
            }
        }
        return found
    }

    /// Writes the files that are missing.
    /// - Returns: the playlist's URL; nil if the stream isn't a package in this store.
    private func stream(of video: Video) async throws -> String? {
        guard let package = package(of: video), let own = package.appending("index.m3u8"),
            let bytes = try await storage.bytes(of: own), let before = WindowboxHLS.Playlist.parse(bytes).playlist?.multivariant
        else { return nil }
        var playlist = before
        let kept = Set(video.subtitles.filter { !UploadedFileName.isAddress($0.url) }.map(\.language))
        playlist.renditions.removeAll { rendition in
            rendition.kind == .subtitles && !rendition.isForced && rendition.language.map { !kept.contains($0) } ?? false
        }
        let group = before.variants.lazy.compactMap(\.subtitlesGroup).first ?? "text"
        for subtitle in video.subtitles where UploadedFileName.isAddress(subtitle.url) {
            guard let name = try await writeSegments(of: subtitle, video.id, in: package, duration: Double(video.durationMS) / 1000) else {
                continue
            }
            let others = playlist.renditions.filter { $0.kind == .subtitles }
            var labels = Set(others.map(\.name))
            let label = PackagingPlan.unique(FileLanguage.name(subtitle.language) ?? subtitle.language, among: &labels)
            var rendition = Rendition(
                kind: .subtitles, groupID: group, name: label, uri: URIReference("\(name)/index.m3u8"))
            rendition.language = subtitle.language
            rendition.isDefault = subtitle.isDefault && !others.contains(where: \.isDefault)
            rendition.isAutoselect = true
            playlist.renditions.append(rendition)
        }
        let hasTexts = playlist.renditions.contains { $0.kind == .subtitles && $0.groupID == group }
        for index in playlist.variants.indices { playlist.variants[index].subtitlesGroup = hasTexts ? group : nil }
        if playlist == before { return "\(address)/\(own)" }
        let text = playlist.write()
        guard let key = package.appending("index-\(SignatureV4.hash(text).prefix(16)).m3u8") else { return nil }
        if try await storage.find(key) == nil { try await storage.put(.bytes(text), at: key, type: PackageMediaType.name(of: key.text)) }
        return "\(address)/\(key)"
    }

    private func package(of video: Video) -> StorageKey? {
        guard let url = video.hlsURL, let key = key(url) else { return nil }
        let components = key.text.split(separator: "/")
        guard components.count == 4, components[0] == "videos", components[1] == video.id, components[3].hasPrefix("index") else {
            return nil
        }
        return StorageKey(components[..<3].joined(separator: "/"))
    }

    private func key(_ url: String) -> StorageKey? {
        url.hasPrefix(address + "/") ? StorageKey(String(url.dropFirst(address.count + 1))) : nil
    }

    /// Stores uploaded captions as segments next to the media, so that they have the same access rules.
    /// - Returns: their folder; nil if the captions no longer exist.
    private func writeSegments(of subtitle: Subtitle, _ id: String, in package: StorageKey, duration: Double) async throws -> String? {
        // The address may name the captions of somebody else's video.
        guard let source = key(subtitle.url), let own = StorageKey("videos/\(id)"), source.isBelow(own),
            let file = source.text.split(separator: "/").last, file.hasSuffix(".vtt")
        else { return nil }
        let name = String(file.dropLast(4))
        guard let playlist = package.appending("\(name)/index.m3u8") else { return nil }
        if try await storage.find(playlist) != nil { return name }
        guard let bytes = try await storage.bytes(of: source),
            let text = try? PackagedSubtitles(bytes, name: name, label: subtitle.language, duration: duration)
        else { return nil }
        // The first file has all captions, and exists already.
        for file in text.files().dropFirst() {
            guard let key = package.appending(file.path) else { return nil }
            try await storage.put(.bytes(file.bytes), at: key, type: PackageMediaType.name(of: file.path))
        }
        return name
    }
}

extension Ingest {
    /// The WebVTT file of a video's captions, by the URL in the video; nil if it isn't among the video's own files in this store.
    public func captions(at url: String, ofVideo id: String) async throws -> [UInt8]? {
        let prefix = configuration.publicAddress + "/"
        guard url.hasPrefix("\(prefix)videos/\(id)/"), url.hasSuffix(".vtt"), let key = StorageKey(String(url.dropFirst(prefix.count)))
        else { return nil }
        return try await storage.bytes(of: key)
    }

    /// Updates the stream of a video after captions were uploaded or removed.
    /// - Returns: the updated video; nil if there is none.
    public func updateCaptions(ofVideo id: String, at now: Date) async throws -> Video? {
        try await CaptionedStream(catalogue: catalogue, storage: storage, address: configuration.publicAddress).update(id, at: now)
    }
}
