// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Requests about a renderer's events (UPnP Device Architecture 1.1, 4.1).
extension RendererClient {
    struct Subscription: Hashable, Sendable {
        var id: String
        var seconds: Double
    }

    /// - Parameters:
    ///   - address: the service's event URL.
    ///   - callback: URL to which the renderer sends events.
    static func subscribe(at address: String, callback: String) async throws(CastingError) -> Subscription {
        let headers: TransportHeaders = [
            "CALLBACK": "<\(callback)>", "NT": "upnp:event", "TIMEOUT": "Second-\(EventSubscription.requestedSeconds)",
        ]
        return try await granted(TransportRequest(url: address, method: .init("SUBSCRIBE"), headers: headers), known: nil)
    }

    static func renew(_ id: String, at address: String) async throws(CastingError) -> Subscription {
        let headers: TransportHeaders = ["SID": id, "TIMEOUT": "Second-\(EventSubscription.requestedSeconds)"]
        return try await granted(TransportRequest(url: address, method: .init("SUBSCRIBE"), headers: headers), known: id)
    }

    static func unsubscribe(_ id: String, at address: String) async {
        _ = try? await exchange(TransportRequest(url: address, method: .init("UNSUBSCRIBE"), headers: ["SID": id]))
    }

    private static func granted(_ request: TransportRequest, known: String?) async throws(CastingError) -> Subscription {
        let (status, headers, _) = try await exchange(request)
        guard status == 200 else { throw .refused("SUBSCRIBE", status: status, reason: "HTTP", at: request.url) }
        guard let id = headers["SID"] ?? known, !id.isEmpty, id.utf8.count <= 256 else {
            throw .malformed("it accepts a subscription without giving its ID", at: request.url)
        }
        return Subscription(id: id, seconds: seconds(headers["TIMEOUT"]))
    }

    /// Parses `Second-1800`; `Second-infinite` counts as the requested duration.
    static func seconds(_ field: String?) -> Double {
        let requested = Double(EventSubscription.requestedSeconds)
        guard let field, field.lowercased().hasPrefix("second-"), let number = Double(field.dropFirst(7)), number > 0 else {
            return requested
        }
        return number
    }
}
