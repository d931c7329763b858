// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxCatalogue
public import WindowboxContract
import WindowboxHLS

/// Brings the captions that a video has into its stream: those that were sent beside those that came with the film, and none that were
/// removed.
///
/// The package's own playlist stays as it is. Another one lies beside it, named by what stands in it, and the video names that one;
/// whoever plays by an older one finds all that it names.
struct CaptionedStream {
    let catalogue: Catalogue
    let storage: any MediaStorage
    /// Where players find what lies in the store, without a slash at its end.
    let address: String

    /// How often it is begun anew when somebody changes the video meanwhile.
    private static let tries = 5

    /// - Returns: the video as it is then; nil when there is none.
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

    /// Writes what is missing of it.
    /// - Returns: its address; nil where the stream is none of this store's packages.
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
            guard let name = try await writeSegments(of: subtitle, in: package, duration: Double(video.durationMS) / 1000) else { continue }
            let others = playlist.renditions.filter { $0.kind == .subtitles }
            var labels = Set(others.map(\.name))
            let label = PackagingPlan.unique(LanguageTag.name(subtitle.language) ?? subtitle.language, among: &labels)
            var rendition = WindowboxHLS.Rendition(
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
        let words = key.text.split(separator: "/")
        guard words.count == 4, words[0] == "videos", words[1] == video.id, words[3].hasPrefix("index") else { return nil }
        return StorageKey(words[..<3].joined(separator: "/"))
    }

    private func key(_ url: String) -> StorageKey? {
        url.hasPrefix(address + "/") ? StorageKey(String(url.dropFirst(address.count + 1))) : nil
    }

    /// Lays captions that were sent beside the media, in segments: who may fetch the one may fetch the other.
    /// - Returns: their folder; nil when they are gone.
    private func writeSegments(of subtitle: Subtitle, in package: StorageKey, duration: Double) async throws -> String? {
        guard let source = key(subtitle.url), let file = source.text.split(separator: "/").last, file.hasSuffix(".vtt") else { return nil }
        let name = String(file.dropLast(4))
        guard let playlist = package.appending("\(name)/index.m3u8") else { return nil }
        if try await storage.find(playlist) != nil { return name }
        guard let bytes = try await storage.bytes(of: source),
            let text = try? PackagedText(bytes, name: name, label: subtitle.language, duration: duration)
        else { return nil }
        // The first is all of them as one file, which is there.
        for file in text.files().dropFirst() {
            guard let key = package.appending(file.path) else { return nil }
            try await storage.put(.bytes(file.bytes), at: key, type: PackageMediaType.name(of: file.path))
        }
        return name
    }
}

extension Ingest {
    /// Brings captions that were sent, or removed, into the stream of a video.
    /// - Returns: the video as it is then; nil when there is none.
    public func updateCaptions(ofVideo id: String, at now: Date) async throws -> Video? {
        try await CaptionedStream(catalogue: catalogue, storage: storage, address: configuration.publicAddress).update(id, at: now)
    }
}
