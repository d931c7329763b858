// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Creates media URLs for clients. The catalogue stores paths of this service, which begin with a slash, and foreign URLs, which stay
/// unchanged. Clients get absolute URLs, signed if the service requires that.
struct MediaAddresses: Sendable {
    /// Without a trailing slash; nil to derive it from each request.
    let publicURL: String?
    let signer: MediaSigner?
    /// Signs the URLs of videos with a password, also if the service requires no signatures.
    let locks: MediaSigner

    /// - Parameter version: that of the video's password.
    func address(_ stored: String, version: String? = nil, for call: RequestContext) -> String {
        guard stored.hasPrefix("/") else { return stored }
        let signer = version == nil ? signer : locks
        let path = signer.flatMap { $0.signed(stored, version: version, at: call.now) } ?? stored
        return base(for: call) + path
    }

    func resolved(_ video: Video, to call: RequestContext) -> Video {
        func resolved(_ stored: String) -> String { address(stored, version: video.passwordVersion, for: call) }
        var video = video
        video.posterURL = video.posterURL.map(resolved)
        video.hlsURL = video.hlsURL.map(resolved)
        video.gifURL = video.gifURL.map(resolved)
        for index in video.posters.indices { video.posters[index].url = resolved(video.posters[index].url) }
        for index in video.renditions.indices { video.renditions[index].url = resolved(video.renditions[index].url) }
        for index in video.subtitles.indices { video.subtitles[index].url = resolved(video.subtitles[index].url) }
        video.segments = video.segments?.map { segment in
            var segment = segment
            segment.posterURL = segment.posterURL.map(resolved)
            return segment
        }
        return video
    }

    /// - Parameter stream: the stream as viewers may see it.
    func resolved(_ stream: LiveStream, to call: RequestContext) -> LiveStream {
        func resolved(_ stored: String) -> String { address(stored, for: call) }
        var stream = stream
        stream.posterURL = stream.posterURL.map(resolved)
        stream.playback.hls = stream.playback.hls.map(resolved)
        stream.playback.lowLatencyHLS = stream.playback.lowLatencyHLS.map(resolved)
        if let replay = stream.replay { stream.replay?.url = resolved(replay.url) }
        for index in stream.subtitles.indices { stream.subtitles[index].url = resolved(stream.subtitles[index].url) }
        return stream
    }

    func resolved(_ product: Product, to call: RequestContext) -> Product {
        var product = product
        for index in product.images.indices { product.images[index].url = address(product.images[index].url, for: call) }
        return product
    }

    func resolved(_ item: FeedItem, to call: RequestContext) -> FeedItem {
        func resolved(_ stored: String) -> String { address(stored, for: call) }
        var item = item
        if var video = item.video {
            video.posterURL = video.posterURL.map(resolved)
            video.posters = video.posters.map { $0.map { Poster(url: resolved($0.url), width: $0.width, height: $0.height) } }
            video.gifURL = video.gifURL.map(resolved)
            video.hlsURL = video.hlsURL.map(resolved)
            for index in video.subtitles.indices { video.subtitles[index].url = resolved(video.subtitles[index].url) }
            item.video = video
        }
        if let poster = item.playlist?.posterURL { item.playlist?.posterURL = resolved(poster) }
        return item
    }

    /// The base URL by which the caller reaches this service, without a trailing slash. It uses the request's
    /// host if that is valid in a URL; empty otherwise.
    func base(for call: RequestContext) -> String {
        if let publicURL { return publicURL }
        guard let host = call.host, (1...255).contains(host.utf8.count), host.utf8.allSatisfy(Self.isOfHost) else { return "" }
        return "\(call.origin.isSecure ? "https" : "http")://\(host)"
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._:[]".utf8.contains(byte)
        }
    }
}
