// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS
import WindowboxStreaming
public import WindowboxTransport

/// Looks up videos and playlists in a playback service: `{address}/accounts/{account}/videos/{id}` and `…/playlists/{id}`.
public struct VideoCatalogue: Sendable {
    /// How a video or playlist is named.
    public enum Name: Hashable, Sendable {
        /// The service's identifier.
        case id(String)
        /// A reference ID assigned by the account.
        case reference(String)
    }

    private let address: String
    private let account: String
    private let headers: TransportHeaders
    private let transport: any Transport

    /// - Parameters:
    ///   - address: base URL of the service, without a trailing slash.
    ///   - headers: required by the service, such as a policy key or a viewer's token.
    public init(_ address: String, account: String, headers: TransportHeaders = [:], transport: any Transport = RoutingTransport.secure()) {
        self.address = address
        self.account = account
        self.headers = headers
        self.transport = transport
    }

    /// - Parameter query: additional parameters, such as `ad_config_id`.
    public func video(_ name: Name, query: [(name: String, value: String)] = []) async throws(CatalogueFailure) -> CatalogueVideo {
        guard let video = CatalogueVideo(try await document("videos", name, query)) else { throw .document }
        return video
    }

    /// - Parameters:
    ///   - limit: maximum number of videos; nil uses the service's default.
    ///   - offset: number of videos to skip.
    public func playlist(
        _ name: Name, limit: Int? = nil, offset: Int = 0, query: [(name: String, value: String)] = []
    ) async throws(CatalogueFailure) -> CataloguePlaylist {
        var query = query
        if let limit { query.append(("limit", "\(limit)")) }
        if offset > 0 { query.append(("offset", "\(offset)")) }
        guard let playlist = CataloguePlaylist(try await document("playlists", name, query)) else { throw .document }
        return playlist
    }

    private func document(
        _ kind: String, _ name: Name, _ query: [(name: String, value: String)]
    ) async throws(CatalogueFailure) -> JSONValue {
        let last =
            switch name {
            case .id(let id): AdMacroValue.escape(id)
            case .reference(let name): "ref:" + AdMacroValue.escape(name)
            }
        let url = AdMacroValues().request("\(address)/accounts/\(AdMacroValue.escape(account))/\(kind)/\(last)", adding: query)
        var request = TransportRequest(
            url: url, headers: headers, limits: .init(whole: 15), maximumBytes: 8 << 20, acceptsCompression: true)
        request.answersFailures = true
        let (status, bytes): (Int, [UInt8])
        do throws(TransportError) {
            let response = try await transport.open(request)
            (status, bytes) = (response.status, try await response.body.collect())
        } catch { throw .connection(error.message) }
        let document = JSONValue.parse(bytes)
        guard (200..<300).contains(status) else {
            let reasons = document?.array ?? document.map { [$0] } ?? []
            throw .refused(status: status, reasons.compactMap(Self.reason))
        }
        guard let document else { throw .document }
        return document
    }

    private static func reason(_ entry: JSONValue) -> CatalogueFailure.Reason? {
        entry["error_code"]?.string.map {
            CatalogueFailure.Reason(code: $0, subcode: entry["error_subcode"]?.string, message: entry["message"]?.string)
        }
    }
}
