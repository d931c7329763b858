// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// Converts frames to packed pixels of a given size, for the output that shows them. Used on one thread.
///
/// The pixels are for an SDR screen with BT.709 primaries. HDR frames (PQ and HLG) are tone-mapped.
public final class PictureConverter {
    /// How the components of a pixel are stored.
    public enum Layout: Hashable, Sendable {
        /// 32 bits per pixel in memory order blue, green, red, opaque alpha, as in Cairo and GDK.
        case bgra
        /// 32 bits per pixel in memory order red, green, blue, opaque alpha.
        case rgba
        /// 24 bits per pixel: red, green, blue.
        case rgb

        /// 3 for ``rgb``, 4 for the others.
        public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
        var format: AVPixelFormat {
            switch self {
            case .bgra: AV_PIX_FMT_BGRA
            case .rgba: AV_PIX_FMT_RGBA
            case .rgb: AV_PIX_FMT_RGB24
            }
        }
    }

    /// The layout of the converted pixels.
    public let layout: Layout
    private var context: OpaquePointer?
    private var toneMapping: ToneMapping?

    /// - Parameter layout: the layout of the converted pixels.
    public init(layout: Layout) { self.layout = layout }

    deinit { sws_freeContext(context) }

    /// Writes the frame, scaled to `size`, into memory.
    /// - Parameters:
    ///   - target: `stride` x `size.height` writable bytes.
    ///   - stride: bytes per row, at least `size.width` times the layout's bytes per pixel.
    /// - Throws: ``CodecError`` when the frame's format can't be converted.
    public func convert(_ frame: VideoFrame, to size: PixelSize, into target: UnsafeMutableRawPointer, stride: Int) throws(CodecError) {
        let raw = frame.buffer.raw
        if let range = DynamicRange(raw) {
            let mapping = toneMapping?.mapper.range == range ? toneMapping! : ToneMapping(range)
            toneMapping = mapping
            return try mapping.convert(frame, to: size, into: target, stride: stride, as: layout)
        }
        context = sws_getCachedContext(
            context, raw.pointee.width, raw.pointee.height, AVPixelFormat(rawValue: raw.pointee.format),
            Int32(clamping: size.width), Int32(clamping: size.height), layout.format, size == frame.size ? SWS_POINT : SWS_BILINEAR, nil,
            nil, nil)
        guard let context else { throw CodecError(.unsupported, "can't convert \(frame.pixelFormat) to \(layout)") }
        try scale(frame, by: context, into: target, stride: stride)
    }
}

/// Sets a context's source colour space to that of a frame, and its target to full-range RGB.
func setColors(of frame: VideoFrame, for context: OpaquePointer) {
    let raw = frame.buffer.raw
    let isFullRange: Int32 = raw.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
    sws_setColorspaceDetails(
        context, sws_getCoefficients(raw.colorMatrix), isFullRange, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
}

/// Converts a frame with a context made for it.
private func scale(_ frame: VideoFrame, by context: OpaquePointer, into target: UnsafeMutableRawPointer, stride: Int) throws(CodecError) {
    let raw = frame.buffer.raw
    setColors(of: frame, for: context)
    let planes = withUnsafePointer(to: &raw.pointee.data) {
        UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    }
    let strides = withUnsafePointer(to: &raw.pointee.linesize) { UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self) }
    var destination: UnsafeMutablePointer<UInt8>? = target.assumingMemoryBound(to: UInt8.self)
    var row = Int32(stride)
    try check(sws_scale(context, planes, strides, 0, raw.pointee.height, &destination, &row), "converting a frame")
}

extension UnsafeMutablePointer<AVFrame> {
    /// The colour matrix of the stream, otherwise BT.2020 for HDR, otherwise the one suggested by the size (BT.709 from 720 lines on, as in
    /// broadcasting).
    fileprivate var colorMatrix: Int32 {
        switch pointee.colorspace {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
        case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
        default: TransferFunction(pointee.color_trc) != nil ? SWS_CS_BT2020 : pointee.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }
}
