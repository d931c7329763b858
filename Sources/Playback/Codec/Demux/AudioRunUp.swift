// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// The audio that a decoder needs before a time, so that it is complete from there on.
package enum AudioRunUp {
    /// A frame of MP3 begins up to 511 bytes before its header, which are several frames at a low bit rate (ISO/IEC 11172-3, 2.4.2.7).
    package static let seconds = 0.3

    /// Whether a seek must lead to before the time: in MP3 without video. Others are read from a keyframe of their video, or from earlier
    /// anyway.
    static func isNeeded(in context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0]?.pointee }
        return !streams.contains { $0.kind == .video } && streams.contains { $0.codecpar.pointee.codec_id == AV_CODEC_ID_MP3 }
    }
}
