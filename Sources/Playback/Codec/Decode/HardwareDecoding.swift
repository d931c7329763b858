// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Whether a GPU may decode video.
public struct HardwareDecoding: Hashable, Sendable {
    let devices: [String]
    /// Always in software.
    public static let never = HardwareDecoding(devices: [])
    /// The first available of VA-API, NVDEC and VDPAU. Software when there is none, or when it rejects the stream.
    public static let whenPossible = HardwareDecoding(devices: ["vaapi", "cuda", "vdpau"])
}

/// A decoding device that a codec can use.
final class HardwareDevice {
    /// FFmpeg's name for the device type.
    let name: String
    private let pixelFormat: AVPixelFormat
    private var reference: UnsafeMutablePointer<AVBufferRef>?

    /// nil when no chosen device is available for the codec.
    init?(_ choice: inout HardwareChoice, codec: UnsafePointer<AVCodec>) {
        while let name = choice.next() {
            let type = av_hwdevice_find_type_by_name(name)
            guard type != AV_HWDEVICE_TYPE_NONE, let format = HardwareDevice.pixelFormat(of: codec, on: type) else { continue }
            var reference: UnsafeMutablePointer<AVBufferRef>?
            if av_hwdevice_ctx_create(&reference, type, nil, nil, 0) >= 0 {
                pixelFormat = format
                self.name = name
                self.reference = reference
                return
            }
        }
        return nil
    }

    deinit { av_buffer_unref(&reference) }

    /// Whether FFmpeg can use this interface for the codec, whether there is such a device or not.
    static func canDecode(_ codec: UnsafePointer<AVCodec>, on interface: String) -> Bool {
        let type = av_hwdevice_find_type_by_name(interface)
        return type != AV_HWDEVICE_TYPE_NONE && pixelFormat(of: codec, on: type) != nil
    }

    private static func pixelFormat(of codec: UnsafePointer<AVCodec>, on type: AVHWDeviceType) -> AVPixelFormat? {
        var index: Int32 = 0
        while let configuration = avcodec_get_hw_config(codec, index) {
            let usesDevice = configuration.pointee.methods & Int32(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
            if usesDevice, configuration.pointee.device_type == type { return configuration.pointee.pix_fmt }
            index += 1
        }
        return nil
    }

    /// Must be called before the codec is opened. The device outlives the context.
    func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.hw_device_ctx = av_buffer_ref(reference)
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.thread_count = 1
        context.pointee.get_format = { context, offered in
            let device = Unmanaged<HardwareDevice>.fromOpaque(context!.pointee.opaque).takeUnretainedValue()
            var formats: [AVPixelFormat] = []
            while offered![formats.count] != AV_PIX_FMT_NONE { formats.append(offered![formats.count]) }
            return HardwareChoice.format(among: formats, of: device.pixelFormat) ?? avcodec_default_get_format(context, offered)
        }
    }

    /// Copies a frame from GPU memory to main memory, in place.
    static func download(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) {
        var copy = av_frame_alloc()
        defer { av_frame_free(&copy) }
        try check(av_hwframe_transfer_data(copy, frame, 0), "copying a frame from the GPU")
        av_frame_copy_props(copy, frame)
        av_frame_unref(frame)
        av_frame_move_ref(frame, copy)
    }
}
