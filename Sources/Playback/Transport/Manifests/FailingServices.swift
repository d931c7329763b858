// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH

/// Which of several services with the same media have recently failed. A value type.
struct FailingServices {
    /// Seconds for which other services are preferred.
    private static let penalty = 60.0
    private var until: [String: Double] = [:]

    mutating func add(_ service: String, now: Double) {
        until = until.filter { $0.value > now }
        until[service] = now + Self.penalty
    }

    /// Sorts failing services last, otherwise keeps the author's order.
    func sorted(_ locations: [DASHBaseChoice.Location], now: Double) -> [DASHBaseChoice.Location] {
        func fails(_ place: DASHBaseChoice.Location) -> Bool { place.service.flatMap { until[$0] }.map { $0 > now } ?? false }
        return locations.filter { !fails($0) } + locations.filter(fails)
    }
}

/// Forwards a body, and reports if it breaks off.
final class ReportingSource: ByteSource {
    private let body: TransportBody
    private let onFailure: @Sendable () -> Void

    init(_ body: TransportBody, onFailure: @escaping @Sendable () -> Void) {
        self.body = body
        self.onFailure = onFailure
    }

    func next() async throws(TransportError) -> ByteChunk? {
        do throws(TransportError) { return try await body.makeAsyncIterator().next() } catch {
            if error.mayBeElsewhere { onFailure() }
            throw error
        }
    }

    func cancel() { body.cancel() }
}

extension TransportError {
    /// Whether another server may be able to provide the resource.
    var mayBeElsewhere: Bool {
        switch cause {
        case .status, .connection, .untrusted, .timeout, .truncated, .redirect, .malformed, .notFound: true
        default: false
        }
    }
}
