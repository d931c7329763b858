// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract
import WindowboxOrigin

/// Serves media files and live playlists, with caching headers.
struct MediaRoutes: RouteGroup {
    let store: any MediaStore
    /// Has live media that isn't in the store yet.
    let live: LiveIngestManager?
    /// Redirects clients to the store where possible.
    let redirects: Bool
    let signer: MediaSigner
    /// Whether it serves nothing without a signature. Videos with a password always need one.
    let requiresSignatures: Bool
    let gate: MediaAccessPolicy
    /// The business that a request acts for; nil for any other caller.
    let business: @Sendable (HTTPFields, _ isSecure: Bool, Date) async throws -> String?
    let metrics: ServiceMetrics

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, MediaSigner.prefix + "{key...}", as: "media", errors: .json, answer).limited(by: .none).conditional().inline()
        ]
    }

    private func answer(_ call: RequestContext) async throws -> Response {
        let (now, fields, query) = (call.now, call.fields, call.target.query)
        var key = try Self.key(call.target.path)
        var age = Self.isPlaylist(key) ? nil : 86400
        var version: String?
        if requiresSignatures || MediaSigner.isSigned(key) {
            let claim = try signer.verify(key, at: now)
            (key, version) = (claim.key, claim.version)
            age = age.map { min($0, claim.until - Int(now.timeIntervalSince1970)) }
        }
        switch try await gate.verdict(on: key, version: version, at: now) {
        case .open(let end):
            if let end { age = age.map { min($0, max(0, Int(end.timeIntervalSince(now)))) } }
        case .closed(let owners):
            // The owners may view what they have taken down, but the response must not be cached.
            guard !owners.isEmpty, let business = try await business(fields, call.origin.isSecure, now), owners.contains(business) else {
                throw Self.missing
            }
            var answer = try await answer(key, query: query, age: nil)
            answer.fields[.cacheControl] = "private, no-store"
            return answer
        }
        return try await answer(key, query: query, age: age)
    }

    /// - Parameters:
    ///   - query: of live playlists (RFC 8216bis 6.2.5), as sent.
    ///   - age: seconds for which caches may keep it; nil if they must revalidate each time.
    private func answer(_ key: String, query: String?, age: Int?) async throws -> Response {
        switch await live?.media(key, query: query) {
        case .playlist(let bytes, let seconds): return Self.playlist(bytes, seconds: seconds)
        case .file(let file): return answer(file, key, age: age)
        case .status(let status): return Self.refusal(status)
        case .stored, nil: break
        }
        if redirects, let age, let address = store.address(of: key, seconds: Self.redirectSeconds) {
            return Self.redirect(to: address, seconds: min(age, Self.redirectSeconds / 2))
        }
        guard let file = try await store.open(key) else { throw Self.missing }
        return answer(file, key, age: age)
    }

    /// The lifetime of redirect URLs in seconds. It is short because the store knows nothing of takedowns.
    private static let redirectSeconds = 60

    private static func redirect(to address: String, seconds: Int) -> Response {
        var answer = Response(status: 307)
        answer.fields[.location] = address
        answer.fields[.cacheControl] = "private, max-age=\(seconds)"
        return answer
    }

    private static func playlist(_ bytes: [UInt8], seconds: Int?) -> Response {
        var answer = Response(status: 200, content: .bytes(ByteBuffer(bytes: bytes)))
        answer.fields[.contentType] = MediaContentType.name(ofPath: "index.m3u8")
        answer.fields[.cacheControl] = seconds.map { "public, max-age=\($0)" } ?? "no-cache"
        return answer
    }

    private static func refusal(_ status: Int) -> Response {
        var answer = Response(status: status)
        // What is missing now may exist in a moment.
        answer.fields[.cacheControl] = "no-store"
        if status == 503 { answer.fields[.retryAfter] = "1" }
        return answer
    }

    private func answer(_ file: any MediaFile, _ key: String, age: Int?) -> Response {
        var answer = Response(status: 200, content: .file(.init(length: file.length) { body(of: file, $0) }))
        answer.fields[.eTag] = "\"\(file.version)\""
        answer.fields[.acceptRanges] = "bytes"
        answer.fields[.contentType] = MediaContentType.name(ofPath: key)
        answer.fields[.cacheControl] = age.map { "public, max-age=\($0)" } ?? "no-cache"
        return answer
    }

    private func body(of file: any MediaFile, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [metrics] writer in
            var start = range.lowerBound
            while start < range.upperBound {
                let piece = try await file.read(start..<range.upperBound)
                start += piece.readableBytes
                try await writer.write(piece)
                metrics.count(.mediaBytes, piece.readableBytes)
            }
            try await writer.finish(nil)
        }
    }

    /// The storage key of a path; rejects components that could lead elsewhere.
    private static func key(_ path: String) throws -> String {
        let text = path.dropFirst(MediaSigner.prefix.count)
        guard path.utf8.count <= 2048 else { throw missing }
        let components = text.split(separator: "/", omittingEmptySubsequences: false).map { FormText.decoded($0, plusIsSpace: false) }
        // Each component is decoded separately: an encoded slash is not a separator, neither here nor for a proxy in front.
        var key: [String] = []
        for word in components {
            // Byte by byte: with a combining mark after it, a slash is another character, but still a separator for the file system.
            guard let word, !word.isEmpty, word.utf8.first != UInt8(ascii: "."), word != "uploads",
                !word.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
            else { throw missing }
            key.append(word)
        }
        return key.joined(separator: "/")
    }

    /// Playlists may change, so players must revalidate them.
    private static func isPlaylist(_ key: String) -> Bool { [".m3u8", ".mpd", ".json"].contains { key.hasSuffix($0) } }

    private static var missing: APIError { APIError(.notFound, "There is no such media file.") }
}
