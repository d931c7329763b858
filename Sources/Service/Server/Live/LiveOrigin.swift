// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// A stream's source, according to the catalogue.
enum LiveOrigin: Sendable {
    /// An encoder sends it.
    case encoder(LiveInput, LiveIngest, port: Int)
    /// It is fetched from a URL.
    case address(LiveInput)
    /// It is made of videos in the catalogue.
    case schedule(LiveSchedule)

    var ingest: LiveIngest? { if case .encoder(_, let ingest, _) = self { ingest } else { nil } }
    var port: Int? { if case .encoder(_, _, let port) = self { port } else { nil } }
}

/// The key that authorises an encoder. It is generated, so that it can't be guessed.
enum StreamKey {
    private static let size = SymmetricKeySize.bits192
    private static var letters: Int { size.bitCount / 6 }

    static func make() -> String { SymmetricKey(size: size).withUnsafeBytes { Data($0) }.base64URL }

    /// Whether a text looks like a generated key; in an earlier version clients could choose any text.
    static func isOne(_ text: String) -> Bool { text.utf8.count == letters && Data(base64URL: text) != nil }
}

/// A live channel made of videos.
struct LiveSchedule: Hashable, Sendable {
    enum Content: Hashable, Sendable { case playlist(String), video(String) }
    var content: Content
    /// The channel that it is shown in. Only videos of the same business may be used.
    var channel: String
    /// A video is played once; a playlist is repeated.
    var isOnce: Bool { if case .video = content { true } else { false } }

    /// - Parameter address: a path of this service such as `/v1/playlists/ID`; nil for anything else.
    init?(_ address: String, channel: String) {
        self.channel = channel
        func id(below path: String) -> String? {
            let id = address.hasPrefix(path) ? String(address.dropFirst(path.count)) : ""
            return OpaqueID.isWellFormed(id) ? id : nil
        }
        if let id = id(below: APIRoute.path("playlist", "")) {
            content = .playlist(id)
        } else if let id = id(below: APIRoute.path("video", "")) {
            content = .video(id)
        } else {
            return nil
        }
    }
}

extension LiveIngestManager {
    /// - Throws: an `APIError` that names the field with the invalid source.
    func origin(of stream: LiveStream) async throws -> LiveOrigin {
        switch stream.source {
        case .mediaAsset:
            guard let schedule = stream.primaryURL.flatMap({ LiveSchedule($0, channel: stream.channelID) }) else {
                throw APIError(
                    .invalidField, "For a stream made of files, enter \(APIRoute.template("playlist")) or \(APIRoute.template("video")).",
                    field: "primary_url")
            }
            guard try await !clips(of: schedule).isEmpty else {
                throw APIError(.invalidField, "It needs a video that is yours, ready, packaged here, and has audio.", field: "primary_url")
            }
            return .schedule(schedule)
        case .external where stream.primaryURL != nil:
            let input = LiveInput.hls(stream.primaryURL ?? "")
            guard input.isWellFormed else {
                throw APIError(.invalidField, "It must be the http(s) address of an HLS stream.", field: "primary_url")
            }
            do { try await RemoteDownloader(rule: configuration.sources).check(stream.primaryURL ?? "") } catch {
                throw APIError(.importRefused, "\(error)", field: "primary_url")
            }
            return .address(input)
        default:
            let known = stream.ingest.flatMap { URLComponents(string: $0.url)?.port }
            let port = try takePort(known)
            // An encoder keeps its key once it has one.
            let key = stream.ingest.map(\.key).flatMap { StreamKey.isOne($0) ? $0 : nil } ?? StreamKey.make()
            let isSRT = configuration.usesSRT
            let (host, listen) = (LiveInput.bracketed(configuration.host), configuration.listen)
            let url = isSRT ? "srt://\(host):\(port)" : "\(configuration.isBehindTLS ? "rtmps" : "rtmp")://\(host):\(port)/live"
            let input =
                isSRT ? LiveInput.srt(host: listen, port: port, passphrase: key) : .rtmp(host: listen, port: port, key: key)
            return .encoder(input, LiveIngest(url: url, key: key), port: port)
        }
    }

    /// The files of a schedule's videos, in order, without those that are not packaged here or have no audio.
    func clips(of schedule: LiveSchedule, in folder: URL? = nil, at now: Date = Date()) async throws -> [LiveClip] {
        guard let owner = try await business(schedule.channel) else { return [] }
        let ids: [String]
        switch schedule.content {
        case .video(let id): ids = [id]
        case .playlist(let id):
            guard let playlist = try await catalogue.resources.find(Playlist.self, id: id),
                try await business(playlist.channelID) == owner
            else { return [] }
            ids = playlist.items.sorted { $0.position < $1.position }.map(\.videoID)
        }
        var owners = [schedule.channel: owner]
        var clips: [LiveClip] = []
        for video in try await catalogue.resources.find(Video.self, ids: ids) where video.status == .ready {
            // A channel may use private videos, but not those that are blocked, archived, expired or have a password.
            var terms = video.mediaTerms
            terms.isWithheld = video.archivedAt != nil
            guard terms.allowMedia(at: now), !video.isProtected else { continue }
            if owners[video.channelID] == nil { owners[video.channelID] = try await business(video.channelID) ?? "" }
            guard owners[video.channelID] == owner, let address = video.hlsURL, address.hasPrefix(MediaSigner.prefix),
                let key = StorageKey(String(address.dropFirst(MediaSigner.prefix.count))),
                let files = try await PackagedFiles(playlist: key, height: 360, in: storage)
            else { continue }
            // Its address is what its owner wrote, and may name the files of somebody else's video.
            let holders = try await catalogue.media.holders(of: key.text)
            guard holders.contains(where: { $0.businessID == owner && !$0.terms.isTakenDown && $0.terms.passwordVersion == nil }) else {
                continue
            }
            clips.append(
                LiveClip(
                    picture: try await path(of: files.picture, in: folder), sound: try await path(of: files.sound, in: folder),
                    duration: files.duration))
        }
        return clips
    }

    private func business(_ channel: String) async throws -> String? {
        try await catalogue.resources.parent(of: VideoChannel.self, id: channel)
    }

    /// The local path of a stored file, which is downloaded if the store isn't a local disk.
    /// - Parameter folder: the folder for downloads; nil to download nothing.
    private func path(of key: StorageKey, in folder: URL?) async throws -> String {
        if let disk = storage as? DiskStorage { return disk.path(of: key) }
        guard let folder else { return key.text }
        let file = folder.appending(path: key.text.replacing("/", with: "_"))
        if !FileManager.default.fileExists(atPath: file.path) { try await storage.write(key, to: file) }
        return file.path
    }
}
