// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A track of sound or pictures in a container.
public struct MediaTrack: Hashable, Sendable {
    /// Its place in the container, from 0: that of its samples.
    public var track: Int
    /// The number that the container gives it: the PID of MPEG-TS, the track ID of MP4.
    public var id: Int
    public var kind: TrackKind
    /// FFmpeg's name of the codec.
    public var codec: String
    /// A title, as the container has it.
    public var name: String?
    /// BCP 47 or ISO 639-2; nil where the container does not say.
    public var language: String?
    /// Channels of sound; nil for pictures, and where the container does not say.
    public var channels: Int?
    /// The author's choice among the tracks of its kind.
    public var isDefault: Bool
    /// In the language that the content was made in.
    public var isOriginal: Bool
    /// Sound for people who don't see the picture.
    public var describesVideo: Bool
    /// FFmpeg has a decoder for it here.
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
    /// The tracks of sound and pictures known so far, in the order of the container. MPEG-TS and FLV name them as they come.
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

    /// How many tracks of any kind are known so far.
    public var trackCount: Int { Int(context.pointee.nb_streams) }
}

extension UnsafeMutablePointer<AVStream> {
    /// A title for people. MP4 names the handler of every track, which mostly tells nothing.
    var title: String? {
        func tag(_ name: String) -> String? {
            av_dict_get(pointee.metadata, name, nil, 0).map { String(cString: $0.pointee.value) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return tag("title") ?? tag("handler_name").flatMap { $0.hasSuffix("Handler") || $0.hasSuffix("Handle") ? nil : $0 }
    }
}
