// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxDASH
import WindowboxStreaming

// Alternative locations of the media, and content steering.
extension DASHTransport {
    /// Steering manifests are a few kilobytes.
    private static let longestSteering = 1 << 20

    /// Loads from the first location that has the resource. One that fails is moved to the end for a while, but only once another
    /// has proved that the resource exists.
    func fetch(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await steer(request)
        let (locations, isSteered) = state.withLock { state in
            let all = state.presentation.manifest.locations(of: request.url)
            return (state.failing.sorted(state.steering?.sorted(all) ?? all, now: clock()), state.steering != nil)
        }
        guard locations.count > 1 || isSteered else { return try await base.open(request) }
        var failed: [String] = []
        var cause: TransportError?
        for location in locations {
            var locationRequest = request
            locationRequest.url = location.url
            do throws(TransportError) {
                var response = try await base.open(locationRequest)
                for service in failed { note(failing: service) }
                if let service = location.service {
                    response.body = TransportBody(ReportingSource(response.body) { [weak self] in self?.note(failing: service) })
                    if isSteered {
                        note(service, throughput: 0)
                        response.body = TransportBody(
                            MeasuringSource(response.body, clock: clock) { [weak self] in self?.note(service, throughput: $0) })
                    }
                }
                return response
            } catch {
                guard error.mayBeElsewhere else { throw error }
                cause = cause ?? error
                if let service = location.service { failed.append(service) }
            }
        }
        throw cause ?? .cancelled(request.url)
    }

    private func note(failing service: String) { state.withLock { $0.failing.add(service, now: clock()) } }

    private func note(_ service: String, throughput: Double) { state.withLock { $0.steering?.note(service, throughput: throughput) } }

    // MARK: Content steering

    /// Queries the steering server if a query is due. Loads do not wait for the answer unless the manifest asks for that at the start.
    private func steer(_ request: TransportRequest) async throws(TransportError) {
        let (isDue, waits) = state.withLock { state in
            (state.steering?.isDue(at: clock()) ?? false, state.steering?.asksBeforeStart ?? false)
        }
        if waits {
            // A missing response must not prevent playback.
            _ = try await steeringLoads.value("", url: address) { () async throws(TransportError) in await self.ask(request) }
        } else if isDue {
            Task { [weak self] in await self?.ask(request) }
        }
    }

    private func ask(_ request: TransportRequest) async -> Bool {
        guard let question = state.withLock({ $0.steering?.question(at: clock()) }) else { return false }
        let fetch = TransportRequest(
            url: question, limits: request.limits, maximumBytes: Self.longestSteering, acceptsCompression: true, referrer: address)
        do throws(TransportError) {
            let response = try await base.open(fetch)
            let bytes = try await response.body.collect()
            state.withLock { $0.steering?.received(bytes, from: response.url, at: clock()) }
            return true
        } catch {
            state.withLock { state in
                if error.cause == .cancelled {
                    state.steering?.cancelled(at: clock())
                } else {
                    state.steering?.failed(status: error.status, retryAfter: error.retryAfter, at: clock())
                }
            }
            return false
        }
    }
}

/// Forwards a body and reports its throughput at the end.
final class MeasuringSource: ByteSource {
    private struct Progress {
        var bytes = 0
        var seconds = 0.0
    }

    /// Smaller bodies measure latency rather than throughput.
    private static let fewestBytes = 16 << 10

    private let body: TransportBody
    private let clock: @Sendable () -> Double
    private let onEnd: @Sendable (Double) -> Void
    private let progress = Mutex(Progress())

    /// - Parameter onEnd: receives the throughput in bit/s.
    init(_ body: TransportBody, clock: @escaping @Sendable () -> Double, onEnd: @escaping @Sendable (Double) -> Void) {
        self.body = body
        self.clock = clock
        self.onEnd = onEnd
    }

    func next() async throws(TransportError) -> ByteChunk? {
        let began = clock()
        let chunk = try await body.makeAsyncIterator().next()
        let waited = max(clock() - began, 0)
        let (bytes, seconds) = progress.withLock { progress in
            progress.bytes += chunk?.count ?? 0
            progress.seconds += waited
            return (progress.bytes, progress.seconds)
        }
        if chunk == nil, bytes >= Self.fewestBytes, seconds > 0 { onEnd(Double(bytes) * 8 / seconds) }
        return chunk
    }

    func cancel() { body.cancel() }
}
