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
        raw.pointee.width = Int32(clamping: size.width)
        raw.pointee.height = Int32(clamping: size.height)
        raw.pointee.format = format.rawValue
        try check(av_frame_get_buffer(raw, 0), "allocating a frame")
    }

    /// Takes over the references of a frame, which becomes empty and reusable.
    init(moving other: UnsafeMutablePointer<AVFrame>) {
        raw = av_frame_alloc()!
        av_frame_move_ref(raw, other)
    }

    /// Takes over a frame, which becomes empty and reusable, with the rows of all planes in order from the top.
    ///
    /// Pictures that are stored from the bottom up, as uncompressed RGB in AVI, come with a negative distance from row to row. Few readers
    /// of planes expect that, so such a frame is copied.
    init(topDown other: UnsafeMutablePointer<AVFrame>) {
        self.init(moving: other)
        guard raw.isBottomUp, let copy = raw.copiedRows() else { return }
        av_frame_unref(raw)
        av_frame_move_ref(raw, copy)
        var emptied: UnsafeMutablePointer<AVFrame>? = copy
        av_frame_free(&emptied)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// Whether a plane begins with its bottom row.
    fileprivate var isBottomUp: Bool {
        min(pointee.linesize.0, pointee.linesize.1, pointee.linesize.2, pointee.linesize.3) < 0
    }

    /// A copy in memory of its own; nil when out of memory.
    fileprivate func copiedRows() -> UnsafeMutablePointer<AVFrame>? {
        var copy = av_frame_alloc()
        guard let fresh = copy else { return nil }
        (fresh.pointee.width, fresh.pointee.height, fresh.pointee.format) = (pointee.width, pointee.height, pointee.format)
        if av_frame_get_buffer(fresh, 0) >= 0, av_frame_copy(fresh, self) >= 0, av_frame_copy_props(fresh, self) >= 0 { return fresh }
        av_frame_free(&copy)
        return nil
    }
}
