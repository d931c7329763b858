// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// A resource whose first bytes were read to determine its type.
struct OpenedResource: Sendable {
    var head: ResponseHead
    var prefix: [UInt8]
    var body: TransportBody
    /// The body, if it is a radio station that sends titles.
    var radio: RadioBody?

    /// Whether it is a playlist: `#EXTM3U` after a byte order mark or white space, as lenient players read it.
    var isPlaylist: Bool {
        var bytes = prefix[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return bytes.starts(with: "#EXT".utf8)
    }

    /// Why it can't be a media file, judging by its first bytes; nil when it may be one.
    var rejection: StreamingError? {
        guard let reason = ForeignContent.certain(prefix), let text = reason.foundContent else { return nil }
        return StreamingError(.unsupported, message: text, url: head.url, reason: reason)
    }

    /// Opens a resource, with the same retries as a session that already knew its type.
    static func open(
        _ request: TransportRequest, with transport: any Transport, policy: RecoveryPolicy, onRequest: () async -> Void
    ) async throws(TransportError) -> OpenedResource {
        var (attempt, pause) = (1, policy.firstDelay)
        while true {
            await onRequest()
            guard !Task.isCancelled else { throw cancelled(request) }
            do throws(TransportError) { return try await open(request, with: transport) } catch {
                let wait = error.retryAfter ?? pause
                let maxAttempts = error.isSilence ? min(policy.silentAttempts, policy.attempts) : policy.attempts
                guard error.canRetry, attempt < maxAttempts, wait <= policy.longestRetryAfter else { throw error }
                guard (try? await Task.sleep(for: .seconds(wait))) != nil else { throw cancelled(request) }
            }
            attempt += 1
            pause = min(2 * pause, policy.longestDelay)
        }
    }

    private static func cancelled(_ request: TransportRequest) -> TransportError {
        TransportError(.cancelled, url: request.url, message: "The load was cancelled.")
    }

    private static func open(_ request: TransportRequest, with transport: any Transport) async throws(TransportError) -> OpenedResource {
        var request = request
        if request.url.lowercased().hasPrefix("http"), request.headers["Icy-MetaData"] == nil { request.headers.add("Icy-MetaData", "1") }
        let response = try await transport.open(request)
        let radio = RadioStream(response.headers).map { RadioBody(response.body, $0) }
        let body = radio.map { TransportBody($0) } ?? response.body
        var head = response.head
        // The length includes the interleaved titles.
        if radio != nil { head.contentLength = nil }
        let iterator = body.makeAsyncIterator()
        var prefix: [UInt8] = []
        while prefix.count < 64, let chunk = try await iterator.next() { prefix.append(chunk) }
        return OpenedResource(head: head, prefix: prefix, body: body, radio: radio)
    }
}
