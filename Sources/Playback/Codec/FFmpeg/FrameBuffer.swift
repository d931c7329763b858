// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// One AVFrame with a single owner.
// @unchecked: as for Packet.
struct FrameBuffer: ~Copyable, @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVFrame>

    init() { raw = av_frame_alloc()! }

    /// Allocates space for a frame.
    init(_ size: PixelSize, _ format: AVPixelFormat) throws(CodecError) {
        self.init()
        raw.pointee.width = Int32(size.width)
        raw.pointee.height = Int32(size.height)
        raw.pointee.format = format.rawValue
        try check(av_frame_get_buffer(raw, 0), "allocating a frame")
    }

    /// Takes over the references of a frame, which becomes empty and reusable.
    init(moving other: UnsafeMutablePointer<AVFrame>) {
        raw = av_frame_alloc()!
        av_frame_move_ref(raw, other)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
    }
}
