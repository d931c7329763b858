// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// Converts pictures to packed pixels of a size, by the output that shows them. Lives on one thread.
///
/// The pixels are for a screen of standard range and the primaries of BT.709: pictures of high dynamic range (PQ and HLG) are
/// tone-mapped.
public final class PictureConverter {
    public enum Layout: Hashable, Sendable {
        /// 32 bits a pixel in memory order blue, green, red, opaque alpha: what Cairo and GDK take.
        case bgra
        /// 32 bits a pixel in memory order red, green, blue, opaque alpha.
        case rgba
        /// 24 bits a pixel: red, green, blue.
        case rgb

        public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
        var format: AVPixelFormat {
            switch self {
            case .bgra: AV_PIX_FMT_BGRA
            case .rgba: AV_PIX_FMT_RGBA
            case .rgb: AV_PIX_FMT_RGB24
            }
        }
    }

    public let layout: Layout
    private var context: OpaquePointer?
    private var toneMapping: ToneMapping?

    public init(layout: Layout) { self.layout = layout }

    deinit { sws_freeContext(context) }

    /// Writes the picture, scaled to `size`, into memory.
    /// - Parameters:
    ///   - target: `stride` x `size.height` writable bytes.
    ///   - stride: bytes from row to row, at least `size.width` times the layout's bytes per pixel.
    /// - Throws: ``CodecError`` when the picture's format can't be converted.
    public func convert(_ frame: VideoFrame, to size: PixelSize, into target: UnsafeMutableRawPointer, stride: Int) throws(CodecError) {
        let raw = frame.buffer.raw
        if let range = DynamicRange(raw) {
            let mapping = toneMapping?.mapper.range == range ? toneMapping! : ToneMapping(range)
            toneMapping = mapping
            return try mapping.convert(frame, to: size, into: target, stride: stride, as: layout)
        }
        context = sws_getCachedContext(
            context, raw.pointee.width, raw.pointee.height, AVPixelFormat(rawValue: raw.pointee.format), Int32(size.width),
            Int32(size.height), layout.format, size == frame.size ? SWS_POINT : SWS_BILINEAR, nil, nil, nil)
        guard let context else { throw CodecError(.unsupported, "no conversion from \(frame.pixelFormat) to \(layout)") }
        try scale(frame, by: context, into: target, stride: stride)
    }
}

/// Tells a context what the colours of a frame mean; it converts to red, green and blue of full range.
func setColors(of frame: VideoFrame, for context: OpaquePointer) {
    let raw = frame.buffer.raw
    let isFullRange: Int32 = raw.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
    sws_setColorspaceDetails(
        context, sws_getCoefficients(raw.colorMatrix), isFullRange, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
}

/// Converts a frame with a context that was made for it.
private func scale(_ frame: VideoFrame, by context: OpaquePointer, into target: UnsafeMutableRawPointer, stride: Int) throws(CodecError) {
    let raw = frame.buffer.raw
    setColors(of: frame, for: context)
    let planes = withUnsafePointer(to: &raw.pointee.data) {
        UnsafeRawPointer($0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    }
    let strides = withUnsafePointer(to: &raw.pointee.linesize) { UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self) }
    var destination: UnsafeMutablePointer<UInt8>? = target.assumingMemoryBound(to: UInt8.self)
    var row = Int32(stride)
    try check(sws_scale(context, planes, strides, 0, raw.pointee.height, &destination, &row), "converting a picture")
}

extension UnsafeMutablePointer<AVFrame> {
    /// What the stream says, else BT.2020 for high dynamic range, else what the size suggests (BT.709 from 720 lines on, as
    /// broadcasters have it).
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
