// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

extension VideoFrame {
    /// The frame scaled to a width in pixels, in the same pixel format. Returns itself for nil, or when it is not wider.
    /// - Throws: ``CodecError`` when its format can't be scaled.
    public func narrowed(to width: Int?) throws(CodecError) -> VideoFrame {
        guard let width, width > 0, width < size.width else { return self }
        let source = buffer.raw
        let format = AVPixelFormat(rawValue: source.pointee.format)
        let height = max(Int((Double(size.height) * Double(width) / Double(size.width)).rounded()), 1)
        guard
            let context = sws_getContext(
                source.pointee.width, source.pointee.height, format, Int32(width), Int32(height), format, SWS_AREA, nil, nil, nil)
        else { throw CodecError(.unsupported, "can't scale \(pixelFormat)") }
        defer { sws_freeContext(context) }
        let small = FrameBuffer()
        try check(av_frame_copy_props(small.raw, source), "copying the properties of a frame")
        small.raw.pointee.width = Int32(width)
        small.raw.pointee.height = Int32(height)
        small.raw.pointee.format = source.pointee.format
        // A converter guesses the matrix from the size, so set the one that the original size implies.
        if source.pointee.colorspace == AVCOL_SPC_UNSPECIFIED, DynamicRange(source) == nil {
            small.raw.pointee.colorspace = source.pointee.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        }
        try check(av_frame_get_buffer(small.raw, 0), "allocating a scaled frame")
        try check(sws_scale_frame(context, small.raw, source), "scaling a frame")
        return VideoFrame(moving: small.raw, orientation: orientation, origin: origin)
    }
}
