// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Determines what an item contains and how a renderer can access it: directly, or through this machine.
struct MediaPreparation: Sendable {
    let media: Asset.Media
    let title: String
    let transport: any Transport
    let server: MediaServer
    let takes: ProtocolInfo
    /// Called while serving, if the media turns out to be unsuitable for the renderer.
    let refused: @Sendable (CastingError) -> Void

    private static let maxPlaylistBytes = 32 << 20

    func prepare() async throws(CastingError) -> CastMedia {
        do throws(TransportError) {
            let response = try await loader.open(TransportRequest(url: media.address, limits: .init(whole: 60)))
            let chunks = response.body.makeAsyncIterator()
            var bytes: [UInt8] = []
            while bytes.count < 512, let chunk = try await chunks.next() { bytes.append(chunk) }
            guard let type = MediaKind.type(of: bytes, named: media.address) else {
                response.body.cancel()
                throw TransportError(.malformed, url: media.address, message: "Its format isn't recognised; cast another file.")
            }
            guard type == MediaKind.playlist else {
                response.body.cancel()
                return try file(type, response)
            }
            while let chunk = try await chunks.next() {
                bytes.append(chunk)
                if bytes.count > Self.maxPlaylistBytes {
                    throw TransportError(
                        .tooLarge, url: media.address, message: "The playlist is longer than \(Self.maxPlaylistBytes) bytes.")
                }
            }
            return try await stream(try Self.playlist(bytes, at: response.url), at: response.url)
        } catch {
            throw CastingError(
                error.cause == .unsupported ? .format : .media, "\(media.address.prefix(300)) can't be cast: \(error.message)")
        }
    }

    // MARK: Files

    /// Renderers fetch publicly accessible files directly.
    private func file(_ type: String, _ response: TransportResponse) throws(TransportError) -> CastMedia {
        guard takes.takes(type) else {
            throw TransportError(.unsupported, url: media.address, message: "The device doesn't support \(type); cast another format.")
        }
        var cast = CastMedia(address: response.url, type: type, title: title, size: response.contentLength)
        if isPublic(response.url) { return cast }
        guard let length = response.contentLength else {
            throw TransportError(.unsupported, url: media.address, message: "Its size is unknown; cast a file of known size.")
        }
        cast.address = server.offer(
            ServedMedia(
                bytes: FileRelay(address: media.address, transport: loader, length: length), type: type, features: cast.features,
                size: length))
        return cast
    }

    private var loader: any Transport { media.transport(over: transport) }

    /// Whether the renderer needs nothing from this machine: no loader, no keys, no local file, and no address that only works here.
    /// - Parameter final: the item's URL after redirects.
    private func isPublic(_ final: String) -> Bool {
        guard media.loader == nil, media.keys == nil, !media.hasHeaders else { return false }
        return Self.isReachable(media.address) && Self.isReachable(final)
    }

    private static func isReachable(_ address: String) -> Bool {
        let rest = address.lowercased()
        guard rest.hasPrefix("http://") || rest.hasPrefix("https://") else { return false }
        let host = rest.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }.dropFirst()) : String(host.prefix { $0 != ":" })
        // Credentials in a URL belong to the user and must not be sent to a device.
        return !host.contains("@") && !PlainHTTPPolicy.loopbackOnly.allows(host: name)
    }

    // MARK: Streams

    private func stream(_ playlist: Playlist, at url: String) async throws(TransportError) -> CastMedia {
        switch playlist {
        case .media(let playlist): return try relay(playlist, isWhole: true, codecs: [], at: url)
        case .multivariant(let playlist):
            guard let best = Self.best(of: playlist.variants) else {
                throw TransportError(.malformed, url: url, message: "The playlist lists no variants.")
            }
            let whole = playlist.variants.filter { variant in
                guard let group = variant.audioGroup else { return true }
                return playlist.renditions(.audio, group: group).contains { $0.uri == nil }
            }
            let variant = Self.best(of: whole) ?? best
            let response = try await loader.open(
                TransportRequest(url: variant.uri.url, maximumBytes: Self.maxPlaylistBytes, referrer: media.address))
            guard case .media(let media) = try Self.playlist(try await response.body.collect(), at: response.url) else {
                throw TransportError(.malformed, url: variant.uri.url, message: "A variant's playlist is a multivariant playlist.")
            }
            return try relay(media, isWhole: !whole.isEmpty, codecs: variant.codecs, at: url)
        }
    }

    /// Passes an HLS stream on unchanged if it can't simply be concatenated and the renderer supports HLS; otherwise serves it as
    /// one piece.
    /// - Parameters:
    ///   - isWhole: its segments contain both video and audio.
    ///   - codecs: of the variant, as far as the playlists declare them.
    private func relay(_ playlist: MediaPlaylist, isWhole: Bool, codecs: [String], at url: String) throws(TransportError) -> CastMedia {
        let isProtected = playlist.segments.contains { $0.keys.contains { $0.method.name.hasPrefix("SAMPLE-AES") } }
        let isSimple = isWhole && playlist.isEndList && !isProtected
        if !isSimple, !isProtected, isPublic(url), takes.takesPlaylists {
            return CastMedia(address: url, type: MediaKind.playlist, title: title, isLive: !playlist.isEndList)
        }
        guard let first = playlist.segments.first else {
            throw TransportError(.malformed, url: playlist.baseURL, message: "The playlist has no segments.")
        }
        let type = isSimple && first.map != nil ? MediaKind.mp4 : MediaKind.transportStream
        guard takes.takes(type) else {
            throw TransportError(.unsupported, url: playlist.baseURL, message: "The device doesn't support \(type); cast another format.")
        }
        if !isSimple, let codec = MediaKind.uncarried(codecs) {
            throw TransportError(
                .unsupported, url: playlist.baseURL,
                message: "\(codec) can't be put into a transport stream, which the device needs; cast another variant or file.")
        }
        var cast = CastMedia(address: "", type: type, title: title, isLive: !playlist.isEndList)
        if cast.isLive {
            cast.startPositions = [0]
        } else {
            cast.duration = playlist.duration
            cast.startPositions = playlist.segments.filter { !$0.isGap }.map(\.start)
        }
        let bytes: any ServedBytes =
            isSimple
            ? StreamRelay(
                playlist: playlist, transport: loader, keys: KeyStore(keyProviders + [IdentityKeyProvider(loader)]), referrer: media.address
            )
            : RemuxRelay(
                address: media.address, transport: loader, keyProviders: keyProviders, isLive: cast.isLive,
                isCommonOnly: !codecs.isEmpty && MediaKind.areCommon(codecs), refused: refused)
        let seek = cast.isLive ? nil : TimeSeek(startPositions: cast.startPositions, duration: playlist.duration)
        cast.address = server.offer(ServedMedia(bytes: bytes, type: type, features: cast.features, seek: seek))
        return cast
    }

    private var keyProviders: [any KeyProvider] { media.keys.map { [$0] } ?? [] }

    private static func playlist(_ bytes: [UInt8], at url: String) throws(TransportError) -> Playlist {
        do throws(PlaylistDiagnostic) { return try Playlist.parse(bytes, baseURL: url).get() } catch {
            throw TransportError(.malformed, url: url, message: "The playlist can't be read: \(error.message).")
        }
    }

    /// The best variant, preferring codecs that nearly every renderer decodes.
    private static func best(of variants: [Variant]) -> Variant? {
        let common = variants.filter { MediaKind.areCommon($0.codecs) }
        let carried = variants.filter { MediaKind.uncarried($0.codecs) == nil }
        return ([common, carried, variants].first { !$0.isEmpty } ?? [])
            .max { ($0.resolution?.height ?? 0, $0.bandwidth) < ($1.resolution?.height ?? 0, $1.bandwidth) }
    }
}

extension MediaKind {
    /// A file name with the usual extension of a type.
    static func name(for type: String) -> String {
        let suffixes = [
            "video/mp2t": "ts", "video/mp4": "mp4", "audio/mp4": "m4a", "audio/mpeg": "mp3", "audio/aac": "aac", "audio/flac": "flac",
            "audio/wav": "wav", "audio/ogg": "ogg", "video/ogg": "ogv", "video/webm": "webm", "video/x-matroska": "mkv",
            "video/x-msvideo": "avi", "video/mpeg": "mpg",
        ]
        return "media." + (suffixes[type] ?? "bin")
    }
}
