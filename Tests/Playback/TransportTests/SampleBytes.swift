// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// Bytes that differ from their neighbours at every position.
func sampleBytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { bytes += samplePeriod.prefix(count - bytes.count) }
    return bytes
}

/// A prime number of bytes, so that the period matches no power of two.
private let samplePeriod: [UInt8] = (0..<65_521).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }

/// Limits that no healthy exchange on loopback reaches.
let generousLimits = StreamLoad.TimeLimits(connect: 60, firstByte: 60, idle: 60, whole: 60)

/// The error of a load that must fail.
func failure(of work: () async throws(TransportError) -> some Any) async -> TransportError? {
    do throws(TransportError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

extension TransportRequest {
    init(_ url: String, span: ByteSpan? = nil, maximumBytes: Int? = nil) {
        self.init(url: url, span: span, limits: generousLimits, maximumBytes: maximumBytes)
    }
}
