// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Converts one segment of MPEG-TS (H.264 with AAC or MPEG audio) or packed audio (AAC, MPEG audio) to fragmented MP4, and decrypts its
/// samples if they are encrypted.
///
/// For a caller that knows by ``SegmentContainer/recognize(_:isEnd:)`` that the segment is in one of these; ``SegmentTransmuxer`` takes
/// segments in any container. Takes bytes as they arrive, split anywhere. The decode times in its output are later than those of the
/// segment by ``SegmentTransmuxer/bias``.
public struct SegmentConverter: Sendable {
    private enum Container: Sendable {
        case unknown
        case transportStream(TransportStreamTransmuxer)
        case packedAudio(PackedAudioTransmuxer)
    }

    private var container = Container.unknown

    private let cipher: SampleCipher?

    /// - Parameter key: that of the samples; nil if they are in the clear.
    public init(key: SampleKey? = nil) { cipher = key.flatMap { SampleCipher($0) } }

    /// Takes the next bytes of the segment. The first ones determine its container.
    public mutating func append(_ bytes: [UInt8]) throws(TransmuxError) -> [TransmuxOutput] {
        guard let first = bytes.first else { return [] }
        var output: [TransmuxOutput] = []
        if case .unknown = container {
            container = first == 0x47 ? .transportStream(TransportStreamTransmuxer(cipher)) : .packedAudio(PackedAudioTransmuxer(cipher))
        }
        switch container {
        case .unknown: break
        case .transportStream(var stream):
            // Taken out while it changes, so that its buffers aren't copied.
            container = .unknown
            defer { container = .transportStream(stream) }
            try stream.append(bytes, into: &output)
        case .packedAudio(var audio):
            container = .unknown
            defer { container = .packedAudio(audio) }
            try audio.append(bytes, into: &output)
        }
        return output
    }

    /// The segment is complete: returns the rest.
    public mutating func finish() throws(TransmuxError) -> [TransmuxOutput] {
        var output: [TransmuxOutput] = []
        switch container {
        case .unknown: break
        case .transportStream(var stream):
            try stream.finish(into: &output)
            container = .transportStream(stream)
        case .packedAudio(var audio):
            try audio.finish(into: &output)
            container = .packedAudio(audio)
        }
        return output
    }
}
