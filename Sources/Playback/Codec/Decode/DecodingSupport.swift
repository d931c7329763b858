// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Glibc
public import WindowboxMedia

/// What this machine can decode: in software with the installed FFmpeg, and on a GPU.
public struct DecodingSupport: Hashable, Sendable {
    /// A codec in common use.
    public struct Codec: Hashable, Sendable {
        /// FFmpeg's name of the codec, for example `h264`.
        public var name: String
        /// Whether it is a codec for video, audio or text.
        public var kind: TrackKind
        /// FFmpeg's name of the software decoder, for example `libdav1d`; nil when the installed FFmpeg has none.
        public var decoder: String?
        /// The interfaces through which this decoder can use a GPU, in the order in which they are tried. A GPU that is available may
        /// still not know the codec or the profile; then decoding falls back to software.
        public var interfaces: [String]
    }

    /// An interface to decode on a GPU, such as VA-API.
    public struct Interface: Hashable, Sendable {
        /// FFmpeg's name of the interface: `vaapi`, `cuda` or `vdpau`.
        public var name: String
        /// Why it can't be used, with a remedy; nil when it can.
        public var problem: String?
    }

    /// The version of the installed FFmpeg.
    public var version: String
    /// The codecs in use for playback, whether or not the installed FFmpeg decodes them.
    public var codecs: [Codec]
    /// The interfaces that ``HardwareDecoding/whenPossible`` tries, in this order.
    public var interfaces: [Interface]

    /// Examines this machine. Opening the GPU's driver may take a second.
    public static func examine() -> DecodingSupport {
        let nodes = RenderNode.all()
        return DecodingSupport(
            version: String(cString: av_version_info()),
            codecs: known.map { codec($0.id, $0.kind) },
            interfaces: HardwareDecoding.whenPossible.devices.map { name in
                var reference: UnsafeMutablePointer<AVBufferRef>?
                let type = av_hwdevice_find_type_by_name(name)
                guard type != AV_HWDEVICE_TYPE_NONE else { return Interface(name: name, problem: "FFmpeg was built without it") }
                let status = av_hwdevice_ctx_create(&reference, type, nil, nil, 0)
                av_buffer_unref(&reference)
                return Interface(name: name, problem: status < 0 ? problem(of: name, status: status, nodes: nodes) : nil)
            })
    }

    private static let known: [(id: AVCodecID, kind: TrackKind)] = [
        (AV_CODEC_ID_H264, .video), (AV_CODEC_ID_HEVC, .video), (AV_CODEC_ID_AV1, .video), (AV_CODEC_ID_VP9, .video),
        (AV_CODEC_ID_VP8, .video), (AV_CODEC_ID_MPEG4, .video), (AV_CODEC_ID_MPEG2VIDEO, .video), (AV_CODEC_ID_VC1, .video),
        (AV_CODEC_ID_THEORA, .video), (AV_CODEC_ID_PRORES, .video), (AV_CODEC_ID_MJPEG, .video),
        (AV_CODEC_ID_AAC, .audio), (AV_CODEC_ID_MP3, .audio), (AV_CODEC_ID_AC3, .audio), (AV_CODEC_ID_EAC3, .audio),
        (AV_CODEC_ID_OPUS, .audio), (AV_CODEC_ID_VORBIS, .audio), (AV_CODEC_ID_FLAC, .audio), (AV_CODEC_ID_ALAC, .audio),
        (AV_CODEC_ID_DTS, .audio), (AV_CODEC_ID_TRUEHD, .audio), (AV_CODEC_ID_WMAV2, .audio),
    ]

    private static func codec(_ id: AVCodecID, _ kind: TrackKind) -> Codec {
        guard let decoder = avcodec_find_decoder(id) else {
            return Codec(name: String(cString: avcodec_get_name(id)), kind: kind, decoder: nil, interfaces: [])
        }
        let interfaces = HardwareDecoding.whenPossible.devices.filter { HardwareDevice.canDecode(decoder, on: $0) }
        return Codec(
            name: String(cString: avcodec_get_name(id)), kind: kind, decoder: String(cString: decoder.pointee.name), interfaces: interfaces)
    }

    /// Where frames that a GPU decodes go, and why, in one line.
    ///
    /// They are copied to main memory. To show them without a copy, GTK must take a buffer of the GPU (`GdkDmabufTexture`), which it can from
    /// 4.14 on. This build is made for 4.8, the version of Debian 12.
    /// - Parameter takesBuffers: whether the installed GTK can take such buffers; nil when GTK isn't installed.
    public static func framePath(takesBuffers: Bool?) -> String {
        let reason =
            switch takesBuffers {
            case nil: "GTK 4 isn't installed, and other outputs need them there"
            case false?: "the installed GTK can't show a GPU's buffers; GTK 4.14 and newer can"
            case true?: "the installed GTK can show a GPU's buffers, but Windowbox is built for GTK 4.8, which can't"
            }
        return "copied to main memory: " + reason
    }

    /// FFmpeg's status is the same for most causes, so the common ones are looked for first.
    static func problem(of interface: String, status: Int32, nodes: [RenderNode]) -> String {
        let cause = CodecError(status, in: "opening it").description
        switch interface {
        case "vaapi" where nodes.isEmpty: return "there is no GPU: /dev/dri has no render node"
        case "vaapi":
            if let usable = nodes.first(where: \.isUsable) {
                return "\(usable.path) has no working VA-API driver (\(cause)); install mesa-va-drivers or intel-media-va-driver"
            }
            return "\(nodes[0].path) can't be opened by this user; add the user to the group that owns it, usually render"
        case "cuda": return "there is no NVIDIA GPU, or its driver with libcuda and libnvcuvid isn't installed (\(cause))"
        case "vdpau": return "there is no VDPAU driver for the X display, or no X display (\(cause))"
        default: return cause
        }
    }
}

/// A device file through which a program can use a GPU without owning the screen.
struct RenderNode: Hashable {
    var path: String
    /// Whether this process can read and write it.
    var isUsable: Bool

    static func all() -> [RenderNode] {
        guard let folder = opendir("/dev/dri") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix("renderD") { names.append(name) }
        }
        return names.sorted().map { RenderNode(path: "/dev/dri/\($0)", isUsable: access("/dev/dri/\($0)", R_OK | W_OK) == 0) }
    }
}
