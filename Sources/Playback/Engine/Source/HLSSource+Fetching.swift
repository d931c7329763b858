// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension HLSSource {
    func fetchText(_ load: StreamLoad, opened: OpenedResource?) async {
        do throws(TransportError) {
            let resource: OpenedResource
            if let opened {
                resource = opened
            } else {
                let response = try await access.transport.open(TransportRequest(load, referrer: access.address))
                resource = OpenedResource(head: response.head, prefix: [], body: response.body)
            }
            send(.responded(load.id, resource.head))
            var bytes = resource.prefix
            let body = resource.body.makeAsyncIterator()
            while let chunk = try await body.next() {
                bytes.append(chunk)
                // The response was opened without a limit, before its type was known.
                guard bytes.count <= access.longestText else {
                    throw TransportError(
                        .tooLarge, url: resource.head.url,
                        message: "The playlist is longer than \(access.longestText) bytes; it is probably not a playlist.")
                }
            }
            facts(.transferred(Transfer(bytes: bytes.count)))
            _ = loads.finish(load.id)
            send(.text(load.id, bytes: bytes))
        } catch { fail(load.id, LoadFailure(error)) }
    }

    func fetchSegment(_ load: StreamLoad, _ job: SegmentJob) async {
        do throws(TransportError) {
            var lastReport = MonotonicClock.now
            let transfer = try await transfer(load, job.load, begin: { job.open(with: $0) }) { bytes, received in
                job.feed.append(bytes)
                let now = MonotonicClock.now
                if now - lastReport >= 0.1 {
                    lastReport = now
                    send(.progressed(load.id, bytes: received))
                }
            }
            facts(.transferred(transfer))
            job.feed.finish()
        } catch {
            // What has arrived is still played, so the session is notified once that is queued.
            loads.breakOff(load.id, LoadFailure(error))
            job.feed.fail("the transfer failed")
            if job.load.contentType == .subtitles { endBroken(load.id) }
        }
    }

    /// Fetches a segment and the resources it depends on concurrently.
    /// - Parameters:
    ///   - maximumBytes: nil is no limit.
    ///   - begin: receives the segment's dependencies before its first bytes.
    ///   - take: receives its bytes, with whole-segment encryption removed, and the number of bytes received so far.
    func transfer(
        _ load: StreamLoad, _ segment: SegmentLoad, maximumBytes: Int? = nil, begin: (ResourceStore.SegmentDependencies) -> Void,
        take: ([UInt8], _ received: Int) -> Void
    ) async throws(TransportError) -> Transfer {
        let began = MonotonicClock.now
        let resources = access.resources
        let preparation = Task { try await resources.prepare(segment, limits: load.limits) }
        defer { preparation.cancel() }
        var request = TransportRequest(load, referrer: access.address)
        if let maximumBytes { request.maximumBytes = maximumBytes }
        let response = try await access.transport.open(request)
        send(.responded(load.id, response.head))
        let prepared = try await Self.unwrapping {
            try await withTaskCancellationHandler {
                try await preparation.value
            } onCancel: {
                preparation.cancel()
            }
        }
        var cipher = prepared.cipher
        begin(prepared)
        var received = 0
        let body = response.body.makeAsyncIterator()
        while let chunk = try await body.next() {
            received += chunk.count
            take(Array(cipher?.update(chunk) ?? chunk), received)
        }
        if let rest = try cipher?.finish() { take(Array(rest), received) }
        return Transfer(
            bytes: received, seconds: MonotonicClock.now - began, media: segment.range.duration, address: response.head.url)
    }

    private static func unwrapping<Value>(_ body: () async throws -> Value) async throws(TransportError) -> Value {
        do { return try await body() } catch let error as TransportError { throw error } catch {
            throw TransportError(.connection, url: "", message: "the load was cancelled")
        }
    }
}
