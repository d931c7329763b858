// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxContract
import WindowboxInsertion
import WindowboxStitcher

/// Stitched streams: their sessions, playlists, ads and events. They are not part of the API: their clients are players.
struct StitchedRoutes: RouteGroup {
    let insertion: AdInsertion
    /// The service's public base URL; nil to derive it from each request.
    let publicURL: String?
    private static let largestBody = 1 << 16

    var endpoints: [Endpoint] { sessions + playlists + documents + ads }

    // Starting a session and calling an ad server cost more than other requests, so they are limited.
    private var sessions: [Endpoint] {
        [
            endpoint(.post, "sessions") { call in
                try await Self.response(insertion.create(Array(call.body), from: origin(of: call)), status: 201)
            }.taking(upTo: Self.largestBody),
            endpoint(.get, "new/\(AdInsertion.stitchedName)") { call in
                // HEAD requests create no session.
                guard call.method == .get else { return Self.response(mediaType: "application/vnd.apple.mpegurl", .sessionPlaylist) }
                return try await Self.response(insertion.createImplicitly(call.query.pairs, from: origin(of: call)))
            },
            endpoint(.delete, "{session}") { call in
                try await insertion.delete(call.path["session"])
                return Self.response(status: 204, .tracking)
            }.limited(by: .none),
            endpoint(.put, "{session}/parameters") { call in
                try await insertion.replaceParameters(call.path["session"], Array(call.body))
                return Self.response(status: 204, .tracking)
            }.taking(upTo: Self.largestBody),
        ]
    }

    private var playlists: [Endpoint] {
        [AdInsertion.stitchedName, AdInsertion.guidedName].map { name in
            read("{session}/\(name)") { call in try await insertion.multivariant(call.path["session"]) }
        } + [
            read("{session}/{file}") { call in try await insertion.media(call.path["session"], call.path["file"], call.query.pairs) }
        ]
    }

    private var documents: [Endpoint] {
        [
            read("{session}/tracking.json") { call in try await insertion.tracking(call.path["session"]) },
            read("{session}/events.json") { call in try await insertion.log(call.path["session"]) },
            read("{session}/assets.json") { call in try await insertion.assets(call.path["session"], call.query.pairs) },
            read("{session}/prefetch") { call in try await insertion.schedules(call.path["session"]) },
            endpoint(.put, "{session}/prefetch/{name}") { call in
                try await insertion.schedule(call.path["session"], call.path["name"], Array(call.body))
                return Self.response(status: 201, .tracking)
            }.taking(upTo: Self.largestBody),
            endpoint(.delete, "{session}/prefetch/{name}") { call in
                try await insertion.unschedule(call.path["session"], call.path["name"])
                return Self.response(status: 204, .tracking)
            }.limited(by: .none),
        ]
    }

    private var ads: [Endpoint] {
        let event = "{session}/beacons/{campaign}/{creative}/{event}"
        return [
            endpoint(.get, "empty.vtt") { _ in
                var answer = Self.response(mediaType: "text/vtt", .segment)
                answer.content = .parts([TextPart(Array("WEBVTT\n\n".utf8))])
                return answer
            }.limited(by: .none),
            endpoint(.get, "{session}/seg/{break}/{slot}/{rendition}/{number}") { call in
                let words = ["break", "slot", "rendition", "number"].map { call.path[$0] }
                let isSeen = call.method == .get && !Self.isPrefetch(call.fields)
                let address = try await insertion.segment(call.path["session"], words, isSeen: isSeen)
                var answer = Self.response(status: 302, .segmentRedirect)
                answer.fields[.location] = address
                return answer
            }.limited(by: .none),
            endpoint(.get, event, record).limited(by: .none),
            endpoint(.post, event, record),
        ]
    }

    private func record(_ call: RequestContext) async throws -> Response {
        try await insertion.record(
            call.path["event"], ofCampaign: call.path["campaign"], creative: call.path["creative"], in: call.path["session"])
        return Self.response(status: 204, .tracking)
    }

    private func endpoint(
        _ method: APIRoute.Method, _ path: String, _ respond: @escaping @Sendable (RequestContext) async throws -> Response
    ) -> Endpoint {
        Endpoint(method, AdInsertion.prefix + path, as: "stitched", errors: .stitched, respond).inline()
    }

    private func read(
        _ path: String, _ document: @escaping @Sendable (RequestContext) async throws -> InsertionDocument
    ) -> Endpoint {
        endpoint(.get, path) { call in Self.response(try await document(call)) }.limited(by: .none)
    }

    private static func response(_ document: InsertionDocument, status: Int = 200) -> Response {
        var answer = response(status: status, mediaType: document.mediaType, document.caching)
        answer.content = .parts(document.parts)
        return answer
    }

    private static func response(status: Int = 200, mediaType: String? = nil, _ caching: StitchedCaching) -> Response {
        var answer = Response(status: status)
        answer.fields[.contentType] = mediaType
        answer.fields[.cacheControl] = caching.header
        return answer
    }

    private func origin(of call: RequestContext) -> SessionOrigin {
        func field(_ name: HTTPField.Name) -> String? { call.fields[name].map { String($0.prefix(512)) } }
        var viewer = StitchedSession.Viewer(
            address: call.origin.address?.text, userAgent: field(.userAgent), referrer: field(HTTPField.Name.referer))
        viewer.acceptLanguage = field(.acceptLanguage)
        let base = publicURL ?? "\(call.origin.isSecure ? "https" : "http")://\(call.host ?? "localhost")"
        return SessionOrigin(viewer: viewer, base: base)
    }

    private static func isPrefetch(_ fields: HTTPFields) -> Bool {
        purposes.contains { fields[$0]?.lowercased().contains("prefetch") ?? false }
    }

    /// The header fields in which browsers announce a prefetch.
    private static let purposes = ["Purpose", "Sec-Purpose", "X-Moz"].compactMap { HTTPField.Name($0) }
}

extension InsertionError: HTTPErrorConvertible {
    var httpError: HTTPError {
        let status =
            switch cause {
            case .invalid, .expired: 400
            case .forbiddenOrigin: 403
            case .notFound: 404
            case .conflict: 409
            case .deleted: 410
            case .failed: 500
            case .badOrigin: 502
            case .unavailable: 503
            case .originTimeout: 504
            }
        var error = HTTPError(status: status, message)
        error.fault = detail
        return error
    }
}

extension NetworkAddress {
    /// The usual notation.
    fileprivate var text: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(
            separator: ":")
    }
}
