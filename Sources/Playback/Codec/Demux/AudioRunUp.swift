// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// The audio that a decoder needs before a time, so that it is complete from there on.
package enum AudioRunUp {
    /// A frame of MP3 begins up to 511 bytes before its header, which are several frames at a low bit rate (ISO/IEC 11172-3, 2.4.2.7). A
    /// decoder of Opus needs 0.08 s (RFC 7845, 4.6), and one of Vorbis the packet before.
    package static let seconds = 0.3

    private static let codecs = [AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS]

    /// Whether a seek must lead to before the time: for these codecs without video. With video, reading begins at one of its keyframes. A
    /// seek can lead exactly to the time, because FFmpeg remembers the positions of the packets that it has read.
    static func isNeeded(in context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0]?.pointee }
        return !streams.contains { $0.kind == .video } && streams.contains { codecs.contains($0.codecpar.pointee.codec_id) }
    }
}
