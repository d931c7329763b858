// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// FFmpeg's log messages.
public enum CodecLog {
    /// Silences FFmpeg except for fatal messages. With damaged streams it logs every packet; relevant errors arrive as ``CodecError``. Call
    /// it once, before the first demuxer.
    public static func quiet() { av_log_set_level(AV_LOG_FATAL) }
}
