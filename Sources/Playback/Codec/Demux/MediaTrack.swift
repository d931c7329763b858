// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// An audio or video track in a container.
public struct MediaTrack: Hashable, Sendable {
    /// Its index in the container, from 0, like that of its samples.
    public var track: Int
    /// The container's number for it: the PID in MPEG-TS, the track ID in MP4.
    public var id: Int
    /// Video, audio or text.
    public var kind: TrackKind
    /// FFmpeg's name of the codec, or the container's name for one that FFmpeg does not know.
    public var codec: String
    /// A title, as in the container.
    public var name: String?
    /// BCP 47 or ISO 639-2; nil when the container does not declare it.
    public var language: String?
    /// The number of audio channels; nil for video, and when the container does not declare it.
    public var channels: Int?
    /// The author's default among the tracks of its kind.
    public var isDefault: Bool
    /// In the original language of the content.
    public var isOriginal: Bool
    /// Audio description for people who can't see the video.
    public var describesVideo: Bool
    /// Whether this FFmpeg has a decoder for it.
    public var canBeDecoded: Bool

    public init(
        track: Int, id: Int = 0, kind: TrackKind, codec: String = "", name: String? = nil, language: String? = nil, channels: Int? = nil,
        isDefault: Bool = false, isOriginal: Bool = false, describesVideo: Bool = false, canBeDecoded: Bool = true
    ) {
        self.track = track
        self.id = id
        self.kind = kind
        self.codec = codec
        self.name = name
        self.language = language
        self.channels = channels
        self.isDefault = isDefault
        self.isOriginal = isOriginal
        self.describesVideo = describesVideo
        self.canBeDecoded = canBeDecoded
    }
}

extension Demuxer {
    /// The audio and video tracks known so far, in container order. MPEG-TS and FLV may reveal more later.
    public var mediaTracks: [MediaTrack] {
        (0..<Int(context.pointee.nb_streams)).compactMap { index in
            let stream = context.pointee.streams[index]!
            guard let format = TrackFormat(stream: stream), format.kind != .text else { return nil }
            let disposition = stream.pointee.disposition
            return MediaTrack(
                track: index, id: Int(stream.pointee.id), kind: format.kind, codec: format.codec, name: stream.title,
                language: format.language == "und" ? nil : format.language, channels: format.channels,
                isDefault: disposition & AV_DISPOSITION_DEFAULT != 0, isOriginal: disposition & AV_DISPOSITION_ORIGINAL != 0,
                describesVideo: disposition & AV_DISPOSITION_VISUAL_IMPAIRED != 0,
                canBeDecoded: avcodec_find_decoder(format.parameters.pointee.codec_id) != nil)
        }
    }

    /// The number of tracks of any kind known so far.
    public var trackCount: Int { Int(context.pointee.nb_streams) }
}

extension UnsafeMutablePointer<AVStream> {
    var isMPEGVideo: Bool {
        [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].contains(pointee.codecpar.pointee.codec_id)
    }

    /// A display title. MP4 names the handler of every track, which is usually meaningless.
    var title: String? {
        func tag(_ name: String) -> String? {
            av_dict_get(pointee.metadata, name, nil, 0).map { String(cString: $0.pointee.value) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return tag("title") ?? tag("handler_name").flatMap { $0.hasSuffix("Handler") || $0.hasSuffix("Handle") ? nil : $0 }
    }
}
