// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Finds out what is behind an item, and how a renderer gets at it: from where it lies, or from this machine.
struct MediaPreparation: Sendable {
    let media: Asset.Media
    let title: String
    let transport: any Transport
    let server: MediaServer
    let takes: ProtocolInfo

    private static let longestPlaylist = 32 << 20

    func prepare() async throws(CastingError) -> CastMedia {
        do throws(TransportError) {
            let response = try await (media.loader ?? transport).open(TransportRequest(url: media.address, limits: .init(whole: 60)))
            let chunks = response.body.makeAsyncIterator()
            var bytes: [UInt8] = []
            while bytes.count < 512, let chunk = try await chunks.next() { bytes.append(chunk) }
            guard let type = MediaKind.type(of: bytes, named: media.address) else {
                response.body.cancel()
                throw TransportError(.malformed, url: media.address, message: "This is no media that can be cast.")
            }
            guard type == MediaKind.playlist else {
                response.body.cancel()
                return try file(type, response)
            }
            while let chunk = try await chunks.next() {
                bytes.append(chunk)
                if bytes.count > Self.longestPlaylist {
                    throw TransportError(
                        .tooLarge, url: media.address, message: "The playlist is longer than \(Self.longestPlaylist) bytes.")
                }
            }
            return try await stream(try Self.playlist(bytes, at: response.url), at: response.url)
        } catch { throw CastingError(.media, "\(media.address.prefix(300)) can't be cast: \(error.message)") }
    }

    // MARK: Files

    /// A renderer fetches by itself what anyone can have from where it lies.
    private func file(_ type: String, _ response: TransportResponse) throws(TransportError) -> CastMedia {
        guard takes.takes(type) else {
            throw TransportError(.unsupported, url: media.address, message: "The renderer does not take \(type); cast another format.")
        }
        var cast = CastMedia(address: response.url, type: type, title: title, size: response.contentLength)
        if isPublic { return cast }
        guard let length = response.contentLength else {
            throw TransportError(.unsupported, url: media.address, message: "Nobody says how long it is; cast what has a length.")
        }
        let relay = FileRelay(
            address: media.address, transport: media.loader ?? transport, name: MediaKind.name(for: type), type: type,
            features: cast.features,
            length: length)
        cast.address = server.offer(relay)
        return cast
    }

    /// It needs nothing of this machine: no loader, no keys, no file, and no address that means another machine elsewhere.
    private var isPublic: Bool {
        guard media.loader == nil, media.keys == nil else { return false }
        let rest = media.address.lowercased()
        guard rest.hasPrefix("http://") || rest.hasPrefix("https://") else { return false }
        let host = rest.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }.dropFirst()) : String(host.prefix { $0 != ":" })
        // Credentials in an address are for this person, not for a device.
        return !host.contains("@") && !PlainHTTPPolicy.loopbackOnly.allows(host: name)
    }

    // MARK: Streams

    private func stream(_ playlist: Playlist, at url: String) async throws(TransportError) -> CastMedia {
        var found: MediaPlaylist
        switch playlist {
        case .media(let playlist): found = playlist
        case .multivariant(let playlist):
            guard let variant = Self.variant(of: playlist) else {
                // What can't be put into one piece, a renderer may be able to play as it is.
                if isPublic, takes.takesPlaylists { return CastMedia(address: url, type: MediaKind.playlist, title: title) }
                throw TransportError(
                    .unsupported, url: url,
                    message: "Every variant has its sound apart, and the renderer plays no HLS by itself; cast a stream with both in one.")
            }
            let location = variant.uri.url
            let response = try await (media.loader ?? transport).open(
                TransportRequest(url: location, maximumBytes: Self.longestPlaylist, referrer: media.address))
            guard case .media(let playlist) = try Self.playlist(try await response.body.collect(), at: response.url) else {
                throw TransportError(.malformed, url: location, message: "A variant's playlist is a multivariant playlist.")
            }
            found = playlist
        }
        guard found.isEndList else {
            if isPublic, takes.takesPlaylists { return CastMedia(address: url, type: MediaKind.playlist, title: title) }
            throw TransportError(.unsupported, url: url, message: "The stream is live, and the renderer plays no HLS by itself.")
        }
        return try relay(found)
    }

    private func relay(_ playlist: MediaPlaylist) throws(TransportError) -> CastMedia {
        let loader = media.loader ?? transport
        let keys = KeyStore([media.keys, IdentityKeyProvider(loader)].compactMap { $0 })
        guard let first = playlist.segments.first else {
            throw TransportError(.malformed, url: playlist.baseURL, message: "The playlist has no segments.")
        }
        let methods = Set(playlist.segments.flatMap { $0.keys.map(\.method.name) })
        if let method = methods.first(where: { $0.hasPrefix("SAMPLE-AES") }) {
            throw TransportError(
                .unsupported, url: playlist.baseURL,
                message: "Its samples are encrypted (\(method)), which only a player can undo; cast a stream without, or with AES-128.")
        }
        let isFragmented = first.map != nil
        let type = isFragmented ? MediaKind.mp4 : MediaKind.transportStream
        guard takes.takes(type) else {
            throw TransportError(.unsupported, url: playlist.baseURL, message: "The renderer does not take \(type); cast another format.")
        }
        var cast = CastMedia(address: "", type: type, title: title, duration: playlist.duration)
        cast.entries = playlist.segments.filter { !$0.isGap }.map(\.start)
        cast.address = server.offer(
            StreamRelay(
                playlist: playlist, transport: loader, keys: keys, referrer: media.address, isFragmented: isFragmented,
                name: MediaKind.name(for: type), type: type, features: cast.features))
        return cast
    }

    private static func playlist(_ bytes: [UInt8], at url: String) throws(TransportError) -> Playlist {
        do throws(PlaylistDiagnostic) { return try Playlist.parse(bytes, baseURL: url).get() } catch {
            throw TransportError(.malformed, url: url, message: "The playlist can't be read: \(error.message).")
        }
    }

    /// The best with picture and sound in one, of what nearly every renderer decodes where there is any.
    private static func variant(of playlist: MultivariantPlaylist) -> Variant? {
        let whole = playlist.variants.filter { variant in
            guard let group = variant.audioGroup else { return true }
            return playlist.renditions(.audio, group: group).contains { $0.uri == nil }
        }
        let common = whole.filter { $0.codecs.allSatisfy { $0.hasPrefix("avc1") || $0.hasPrefix("mp4a") } }
        let candidates = common.isEmpty ? whole : common
        return candidates.max { ($0.resolution?.height ?? 0, $0.bandwidth) < ($1.resolution?.height ?? 0, $1.bandwidth) }
    }
}

extension MediaKind {
    /// A name that a renderer knows the type by, whatever it goes by.
    static func name(for type: String) -> String {
        let suffixes = [
            "video/mp2t": "ts", "video/mp4": "mp4", "audio/mp4": "m4a", "audio/mpeg": "mp3", "audio/aac": "aac", "audio/flac": "flac",
            "audio/wav": "wav", "audio/ogg": "ogg", "video/ogg": "ogv", "video/webm": "webm", "video/x-matroska": "mkv",
            "video/x-msvideo": "avi", "video/mpeg": "mpg",
        ]
        return "media." + (suffixes[type] ?? "bin")
    }
}
