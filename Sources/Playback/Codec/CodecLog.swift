// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// FFmpeg's own messages.
public enum CodecLog {
    /// Silences FFmpeg except for what is fatal. Damaged streams make it talk for every packet; what matters arrives as
    /// ``CodecError``. Called once, before the first demuxer.
    public static func quiet() { av_log_set_level(AV_LOG_FATAL) }
}
