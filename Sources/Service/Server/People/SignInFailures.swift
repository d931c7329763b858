// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Records refused sign-ins in the audit log, without letting an attacker fill it: see ``AuditRepository/addFailure(_:business:)``.
struct SignInFailures: Sendable {
    let catalogue: Catalogue
    let metrics: ServiceMetrics
    /// Limits how often an account's entry is written. Attempts beyond it are not counted.
    private let limiter = RateLimiter(limits: [.messages: RateLimit(perSecond: 1, burst: 20)])

    init(catalogue: Catalogue, metrics: ServiceMetrics) { (self.catalogue, self.metrics) = (catalogue, metrics) }

    /// - Parameters:
    ///   - id: the client or address that was tried, existing or not.
    ///   - subject: nil if there is no such account. This takes as long as for any other, and makes an entry that no business sees.
    func record(_ operation: String = "signInFailed", of id: String, _ subject: StudioSubject?, path: String, at now: Date) async throws {
        metrics.count(.failedSignIns)
        guard limiter.take(.init(caller: id, allowance: .messages), at: now.timeIntervalSince1970) == nil else { return }
        let administrator = subject?.administrator
        let entry = AuditEntry(
            id: "", at: now, actorKind: administrator?.isPerson ?? true ? .person : .client, actorID: administrator?.clientID ?? "unknown",
            actorName: administrator?.name ?? "", operation: operation, path: path)
        try await catalogue.audit.addFailure(entry, business: administrator?.businessID ?? "")
    }
}
