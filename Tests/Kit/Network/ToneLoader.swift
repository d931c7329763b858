// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
public import WindowboxTransport

/// Generates the audio that a URL names: `tone:440?2.5` is a 2.5-second WAVE file of 440 Hz.
public final class ToneLoader: Transport {
    public init() {}

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let parts = request.url.dropFirst("tone:".count).split(separator: "?")
        guard parts.count == 2, let pitch = Int(parts[0]), let seconds = Double(parts[1]) else {
            throw TransportError(.status, url: request.url, message: "There is no such tone.", status: 404)
        }
        var bytes = Self.wave(pitch: pitch, seconds: seconds)[...]
        var status = 200
        if let span = request.span {
            bytes = bytes[min(span.offset, bytes.count)..<min(span.end, bytes.count)]
            status = 206
        }
        return TransportResponse(status: status, url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
    }

    /// A square wave, 16 bits, mono, 8,000 Hz.
    private static func wave(pitch: Int, seconds: Double) -> [UInt8] {
        let rate = 8000
        let count = Int(seconds * Double(rate))
        func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var bytes = Array("RIFF".utf8) + little(36 + 2 * count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(rate, 4) + little(2 * rate, 4) + little(2, 2) + little(16, 2)
        bytes += Array("data".utf8) + little(2 * count, 4)
        for sample in 0..<count { bytes += little(sample * pitch * 2 / rate % 2 == 0 ? 4000 : -4000, 2) }
        return bytes
    }
}
