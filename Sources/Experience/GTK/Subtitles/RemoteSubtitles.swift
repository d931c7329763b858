// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia
public import WindowboxPlayer
import WindowboxStreaming
public import WindowboxTransport

/// Finds subtitle files beside a film on a web server: in the listing of its folder, or else by a few likely names.
///
/// At most ten requests are made, one after the other, all to the film's own origin, and only if its URL names a single file.
struct RemoteSubtitles {
    /// A file found, with its URL.
    struct Found: Hashable {
        var match: SidecarSubtitles.Match
        var url: URL
    }

    /// Ends with a slash.
    let folder: URL
    /// The film's file name.
    let name: String
    /// A query is often a signature, which would not fit other files.
    private let hasQuery: Bool
    private let transport: any Transport

    static let maxMatches = 8
    private static let maxFolders = 2
    private static let maxLanguages = 2
    /// Bytes.
    private static let longestListing = 1 << 20
    /// Files that consist of one text. Those of DVD subtitles and of images are large, or two files.
    private static let kinds: Set = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp"]

    /// - Parameter video: its URL. The result is nil unless it is an HTTP URL that names a video file.
    init?(beside video: String, transport: any Transport) {
        guard let url = URL(string: video), ["http", "https"].contains(url.scheme?.lowercased()),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let slash = parts.percentEncodedPath.lastIndex(of: "/")
        else { return nil }
        let path = parts.percentEncodedPath
        guard let name = String(path[path.index(after: slash)...]).removingPercentEncoding, SidecarSubtitles.isVideo(name) else {
            return nil
        }
        hasQuery = parts.query != nil
        parts.percentEncodedPath = String(path[...slash])
        parts.query = nil
        parts.fragment = nil
        guard let folder = parts.url else { return nil }
        self.folder = folder
        self.name = name
        self.transport = transport
    }

    /// - Parameter languages: BCP 47 tags, for which names are tried if the server lists no files.
    func find(_ languages: [String]) async -> [Found] {
        if let entries = await list(folder), entries.contains(where: { $0.name == name && !$0.isFolder }) {
            return await matches(in: entries)
        }
        return hasQuery ? [] : await guess(languages)
    }

    private func matches(in entries: [FolderListing.Entry]) async -> [Found] {
        var urls: [String: URL] = [:]
        for entry in entries where !entry.isFolder { urls[entry.name] = entry.url }
        var folders: [SidecarSubtitles.Folder] = []
        for inner in entries.filter({ $0.isFolder && SidecarSubtitles.isFolder($0.name) }).prefix(Self.maxFolders) {
            let files = await (list(inner.url) ?? []).filter { !$0.isFolder }
            for file in files { urls[inner.name + "/" + file.name] = file.url }
            folders.append(.init(name: inner.name, files: files.map(\.name)))
        }
        let matches = SidecarSubtitles.matches(video: name, files: entries.filter { !$0.isFolder }.map(\.name), folders: folders)
        return Array(
            matches.compactMap { match in urls[match.path].map { Found(match: match, url: $0) } }.filter(Self.isText).prefix(
                Self.maxMatches))
    }

    private static func isText(_ found: Found) -> Bool { kinds.contains(found.url.pathExtension.lowercased()) }

    private func list(_ folder: URL) async -> [FolderListing.Entry]? {
        var request = request(folder, limit: Self.longestListing)
        request.headers["Accept"] = "text/html"
        guard let response = try? await transport.open(request), isHTML(response), let url = URL(string: response.url),
            url.hasOrigin(of: folder), let page = try? await response.body.collect()
        else { return nil }
        return FolderListing(page, of: url).entries
    }

    /// Asks for the names that most people give: the film's own, and that with a language the user understands.
    private func guess(_ languages: [String]) async -> [Found] {
        let stem = (name as NSString).deletingPathExtension
        let stems = [stem] + languages.compactMap { LanguageTag($0)?.language }.prefix(Self.maxLanguages).map { "\(stem).\($0)" }
        var urls: [String: URL] = [:]
        for file in stems.flatMap({ ["\($0).srt", "\($0).vtt"] }) where urls[file] == nil {
            let url = folder.appending(path: file, directoryHint: .notDirectory)
            var request = request(url, limit: nil)
            request.method = .head
            do throws(TransportError) {
                let response = try await transport.open(request)
                // Some servers answer every request with their start page.
                guard !isHTML(response), URL(string: response.url)?.hasOrigin(of: folder) == true else { return [] }
                urls[file] = url
            } catch {
                // Other answers are the same for all names.
                guard error.status == 404 || error.status == 410 else { return [] }
            }
        }
        return SidecarSubtitles.matches(video: name, files: Array(urls.keys), folders: []).compactMap { match in
            urls[match.path].map { Found(match: match, url: $0) }
        }
    }

    func read(_ found: Found) async -> SubtitleFile? {
        let response = try? await transport.open(request(found.url, limit: SubtitleFile.maxBytes))
        guard let response, URL(string: response.url)?.hasOrigin(of: folder) == true, let bytes = try? await response.body.collect()
        else { return nil }
        guard let cues = try? SubtitleFile.parse(bytes, name: found.match.title) else { return nil }
        return SubtitleFile(address: found.url.absoluteString, name: found.match.title, cues: cues)
    }

    private func request(_ url: URL, limit: Int?) -> TransportRequest {
        TransportRequest(
            url: url.absoluteString, limits: .init(connect: 5, firstByte: 5, idle: 5, whole: 20), maximumBytes: limit,
            acceptsCompression: true, referrer: folder.absoluteString)
    }

    private func isHTML(_ response: TransportResponse) -> Bool { response.headers["Content-Type"]?.lowercased().contains("html") ?? false }
}

extension PlayerModel {
    /// Offers the subtitle files beside a film on a web server and selects the one that matches the user's preferences, if its folder is
    /// listed, or a file has a likely name such as `film.srt` or `film.de.srt`. Does nothing for streams. Returns after all have been read.
    /// - Parameters:
    ///   - video: the item's URL.
    ///   - userLanguages: BCP 47 tags of the languages that the user understands.
    ///   - transport: loads the listing and the files, from the film's origin only.
    public func offerSubtitles(
        besideURL video: String, for item: PlayerItem, preferences: MediaPreferences, userLanguages: [String], transport: any Transport
    ) async {
        guard let server = RemoteSubtitles(beside: video, transport: transport) else { return }
        let found = await server.find(preferences.legibleLanguages + userLanguages)
        guard !found.isEmpty else { return }
        let spoken: String? = if case .on(let track) = player.currentMediaOption(for: .audible) { track.language } else { nil }
        let choice = SidecarSubtitles.choice(of: found.map(\.match), for: preferences, spoken: spoken, userLanguages: userLanguages)
        for (index, one) in found.enumerated() {
            guard let file = await server.read(one) else { continue }
            guard player.items.contains(item) else { return }
            captions.offer(file, to: item, isShown: index == choice)
        }
        captions.update()
    }
}
