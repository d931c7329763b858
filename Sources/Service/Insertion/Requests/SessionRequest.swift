// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStitcher

/// The parameters of a new session, from JSON or from the query of its first playlist.
struct SessionRequest: Decodable {
    var origin: String
    /// The app that plays it, whose business's house ads are shown.
    var app: String?
    /// `stitched` or `guided`.
    var mode: StitchedSession.Configuration.Mode?
    /// `client` or `server`.
    var reporting: StitchedSession.Configuration.Reporting?
    /// Parameters for the ad server; in a query their names begin with `ads.`.
    var parameters: [String: String]?
    /// Added to the URLs of the origin's playlists; in a query their names begin with `origin.`.
    var originParameters: [String: String]?
    /// Added to the URLs of the session's playlists and asset lists; in a query their names begin with `manifest.`.
    var manifestParameters: [String: String]?
    /// The length of the pre-roll of a live stream in seconds.
    var preroll: Double?
    /// Replaces the operator's setting for this session completely.
    var suppression: Suppression?

    private enum CodingKeys: String, CodingKey {
        case origin, mode, reporting, parameters, preroll, suppression
        case app = "app_id"
        case originParameters = "origin_parameters"
        case manifestParameters = "manifest_parameters"
    }

    /// Which breaks of a live stream are left unfilled, see ``AvailSuppression``; in a query its members begin with `suppression.`.
    struct Suppression: Decodable {
        /// `off`, `behind_live_edge` or `after_live_edge`, in any case.
        var mode: String
        /// Required except for `off`.
        var seconds: Double?
        /// `partial_avail` or `full_avail_only`.
        var joining: String?

        func apply(to configuration: inout StitchedSession.Configuration) throws {
            let seconds = seconds.flatMap { (0...86_400).contains($0) ? $0 : nil }
            switch (mode.lowercased(), seconds) {
            case ("off", _): configuration.suppression = .off
            case ("behind_live_edge", let seconds?): configuration.suppression = .behindLiveEdge(seconds)
            case ("after_live_edge", let seconds?): configuration.suppression = .afterLiveEdge(seconds)
            default: throw SessionRequest.unknown("suppression")
            }
            switch joining?.lowercased() {
            case nil: break
            case "partial_avail": configuration.joining = .partialAvail
            case "full_avail_only": configuration.joining = .fullAvailOnly
            default: throw SessionRequest.unknown("suppression.joining")
            }
        }
    }

    static func read(_ body: [UInt8]) throws -> SessionRequest {
        do { return try JSONDecoder().decode(SessionRequest.self, from: Data(body)) } catch {
            throw InsertionError(
                .invalid,
                "The body must be JSON with an \"origin\", and optionally app_id, mode, reporting, parameters, origin_parameters, "
                    + "manifest_parameters, preroll and suppression.")
        }
    }

    init(query: InsertionQuery) throws {
        func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
        func all(_ prefix: String) -> [String: String]? {
            let found = query.filter { $0.name.hasPrefix(prefix) && $0.name.count > prefix.count }
            return found.isEmpty ? nil : Dictionary(found.map { (String($0.name.dropFirst(prefix.count)), $0.value) }) { $1 }
        }
        guard let origin = value("origin") else { throw InsertionError(.invalid, "The query needs an \"origin\": the stream's address.") }
        self.origin = origin
        app = value("app_id")
        mode = try value("mode").map { try Self.known("mode", .init(rawValue: $0)) }
        reporting = try value("reporting").map { try Self.known("reporting", .init(rawValue: $0)) }
        preroll = try value("preroll").map { try Self.known("preroll", Double($0).flatMap { (0...600).contains($0) ? $0 : nil }) }
        (parameters, originParameters, manifestParameters) = (all("ads."), all("origin."), all("manifest."))
        guard let parameters = all("suppression.") else { return }
        suppression = Suppression(
            mode: try Self.known("suppression.mode", parameters["mode"]),
            seconds: try parameters["seconds"].map { try Self.known("suppression.seconds", Double($0)) }, joining: parameters["joining"])
    }

    private static func known<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw unknown(name) }
        return value
    }

    private static func unknown(_ name: String) -> InsertionError { InsertionError(.invalid, "This value of \(name) is not known.") }
}
