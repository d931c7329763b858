// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// How an HDR frame is coded.
struct DynamicRange: Hashable {
    let transfer: TransferFunction
    let primaries: ColorPrimaries
    /// The brightest luminance that it has, or may have, in cd/m².
    let peak: Double

    /// The usual mastering display, and the one that BT.2100 assumes for HLG.
    private static let defaultPeak = 1000.0

    init(transfer: TransferFunction, primaries: ColorPrimaries = .bt2020, peak: Double? = nil) {
        self.transfer = transfer
        self.primaries = primaries
        self.peak = transfer == .hlg ? Self.defaultPeak : peak ?? Self.defaultPeak
    }

    /// nil for an SDR frame.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        guard let transfer = TransferFunction(frame.pointee.color_trc) else { return nil }
        self.init(transfer: transfer, primaries: ColorPrimaries(frame.pointee.color_primaries), peak: Self.peak(of: frame))
    }

    /// The luminance of the brightest pixel, otherwise the maximum of the mastering display.
    private static func peak(of frame: UnsafeMutablePointer<AVFrame>) -> Double? {
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.pointee.data {
            let maxContentLight = UnsafeRawPointer(data).assumingMemoryBound(to: AVContentLightMetadata.self).pointee.MaxCLL
            if maxContentLight > 0 { return Double(maxContentLight) }
        }
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)?.pointee.data {
            let display = UnsafeRawPointer(data).assumingMemoryBound(to: AVMasteringDisplayMetadata.self).pointee
            if display.has_luminance != 0, display.max_luminance.num > 0, display.max_luminance.den > 0 {
                return Double(display.max_luminance.num) / Double(display.max_luminance.den)
            }
        }
        return nil
    }
}
