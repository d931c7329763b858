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
                let response = try await transport.open(TransportRequest(load, referrer: address))
                resource = OpenedResource(head: response.head, prefix: [], body: response.body)
            }
            tell(.responded(load.id, resource.head))
            var bytes = resource.prefix
            let body = resource.body.makeAsyncIterator()
            while let chunk = try await body.next() {
                bytes.append(chunk)
                // The answer that was opened before anyone knew what it is came without a limit.
                guard bytes.count <= longestText else {
                    throw TransportError(
                        .tooLarge, url: resource.head.url,
                        message: "The playlist is longer than \(longestText) bytes, which no playlist needs; is it one?")
                }
            }
            facts(.transferred(bytes: bytes.count))
            loads[load.id] = nil
            tell(.text(load.id, bytes: bytes))
        } catch { fail(load.id, LoadFailure(error)) }
    }

    func fetchSegment(_ load: StreamLoad, _ job: SegmentJob) async {
        do throws(TransportError) {
            let (resources, segment) = (resources, job.load)
            let preparation = Task { try await resources.prepare(segment, limits: load.limits) }
            defer { preparation.cancel() }
            let response = try await transport.open(TransportRequest(load, referrer: address))
            tell(.responded(load.id, response.head))
            let prepared = try await Self.unwrapping { try await preparation.value }
            var cipher = prepared.cipher
            job.open(with: prepared)
            var received = 0
            var lastReport = MonotonicClock.now
            let body = response.body.makeAsyncIterator()
            while let chunk = try await body.next() {
                received += chunk.count
                job.feed.append(Array(cipher?.update(chunk) ?? chunk))
                let now = MonotonicClock.now
                if now - lastReport >= 0.1 {
                    lastReport = now
                    tell(.progressed(load.id, bytes: received))
                }
            }
            if let rest = try cipher?.finish() { job.feed.append(Array(rest)) }
            facts(.transferred(bytes: received))
            job.feed.finish()
        } catch {
            // What came is still played, so the session hears of it when that is queued.
            if loads[load.id] != nil { broken[load.id] = LoadFailure(error) }
            job.feed.fail("the transfer failed")
            if job.load.lane == .subtitles { endBroken(load.id) }
        }
    }

    static func unwrapping<Value>(_ body: () async throws -> Value) async throws(TransportError) -> Value {
        do { return try await body() } catch let error as TransportError { throw error } catch {
            throw TransportError(.connection, url: "", message: "the load was cancelled")
        }
    }
}
