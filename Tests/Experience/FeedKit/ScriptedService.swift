// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import WindowboxContract
package import WindowboxFeed
import WindowboxTransport

/// A service with scripted responses in order, which records requests.
package final class ScriptedService: FeedService {
    private struct State {
        var answers: [String: [Result<any Sendable, ServiceError>]] = [:]
        var calls: [String] = []
        var bodies: [any Encodable & Sendable] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// An app that starts without errors.
    package static func friendly() -> ScriptedService {
        let service = ScriptedService()
        service.answer("/v1/auth/guest", GuestToken(guestID: "g1", accessToken: "t", expiresIn: 3600))
        service.answer("/v1/config", AppConfiguration(featureFlags: ["x": true], adConfigs: [], providers: .init(), languages: []))
        service.answer("/v1/guests/me", Guest(id: "g1", appID: "a1", createdAt: Date(timeIntervalSince1970: 0)))
        return service
    }

    package var calls: [String] { state.withLock { $0.calls } }
    package var events: [ViewerEvent] { state.withLock { $0.bodies.compactMap { $0 as? EventBatch }.flatMap(\.events) } }
    package var feedRequests: [FeedRequest] { state.withLock { $0.bodies.compactMap { $0 as? FeedRequest } } }
    package var purchases: [PurchaseRequest] { state.withLock { $0.bodies.compactMap { $0 as? PurchaseRequest } } }

    /// The last response for a path is repeated.
    package func answer(_ path: String, _ value: any Sendable) { state.withLock { $0.answers[path, default: []].append(.success(value)) } }
    package func fail(_ path: String, _ error: ServiceError) { state.withLock { $0.answers[path, default: []].append(.failure(error)) } }

    package func authenticate(appID: String) async throws(ServiceError) -> GuestToken {
        try await send(ServiceCall<GuestToken>.authenticate(GuestRequest(appID: appID, packageID: "p")))
    }

    package func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer {
        let answer: Result<any Sendable, ServiceError>? = state.withLock { state in
            state.calls.append("\(call.method.name) \(call.path)")
            if let body = call.body { state.bodies.append(body) }
            if state.answers[call.path, default: []].count > 1 { return state.answers[call.path]?.removeFirst() }
            return state.answers[call.path]?.first
        }
        guard let found = try answer?.get() as? Answer else { throw ServiceError(APIError(.notFound, "Nothing was scripted.")) }
        return found
    }
}

extension Reporter.Clock {
    /// A clock that never advances or wakes anyone.
    package static let still = Reporter.Clock(
        now: { 0 }, date: { Date(timeIntervalSince1970: 1_800_000_000) }, sleep: { _ in throw CancellationError() })
}
