// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxStreaming
import WindowboxTransport

/// Responds to all requests with a minute of silence, and records the URLs.
final class SilenceTransport: Transport {
    private let requested = Mutex<Set<String>>([])
    private let file = SilenceTransport.wave(seconds: 60)

    var addresses: Set<String> { requested.withLock { $0 } }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        requested.withLock { _ = $0.insert(request.url) }
        let bytes = request.span.map { file[min($0.offset, file.count)..<min($0.end, file.count)] } ?? file[...]
        return TransportResponse(
            status: request.span == nil ? 200 : 206, url: request.url, contentLength: bytes.count,
            body: TransportBody([ByteChunk(bytes)]))
    }

    /// A WAV file: 16 bits, mono, 8,000 Hz.
    private static func wave(seconds: Int) -> [UInt8] {
        func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let (rate, size) = (8000, 16_000 * seconds)
        let format = little(1, 2) + little(1, 2) + little(rate, 4) + little(2 * rate, 4) + little(2, 2) + little(16, 2)
        return Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8)
            + little(size, 4) + [UInt8](repeating: 0, count: size)
    }
}
