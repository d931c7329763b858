// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// One AVFrame with a single owner.
// @unchecked: as for Packet.
struct FrameBuffer: ~Copyable, @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVFrame>

    init() { raw = av_frame_alloc()! }

    /// Takes over the references of a frame, which is left empty and reusable.
    init(moving other: UnsafeMutablePointer<AVFrame>) {
        raw = av_frame_alloc()!
        av_frame_move_ref(raw, other)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
    }
}
