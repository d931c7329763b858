// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A track of timed text or image subtitles in a file.
public struct TextTrack: Hashable, Sendable {
    /// Its index in the file, from 0, like that of its samples.
    public var track: Int
    /// The container's number for it: the PID in MPEG-TS, the track ID in MP4.
    public var id: Int
    /// How its samples are coded.
    public var coding: TextCoding
    /// The track's header for all its samples.
    public var header: [UInt8]
    /// The name in the file.
    public var name: String?
    /// BCP 47 or ISO 639-2; nil when the file does not declare it.
    public var language: String?
    /// Whether it is the author's default.
    public var isDefault: Bool
    /// Whether it is shown even when subtitles are off.
    public var isForced: Bool
    /// Written for people who can't hear the audio.
    public var describesSound: Bool

    public init(
        track: Int, id: Int = 0, coding: TextCoding, header: [UInt8] = [], name: String? = nil, language: String? = nil,
        isDefault: Bool = false, isForced: Bool = false, describesSound: Bool = false
    ) {
        self.track = track
        self.id = id
        self.coding = coding
        self.header = header
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
        self.describesSound = describesSound
    }
}

extension TrackFormat {
    /// A DVB track may have pages in several languages; only the first is decoded.
    fileprivate var textLanguage: String? {
        let first = language?.split(separator: ",").first.map(String.init)
        return first == "und" ? nil : first
    }
}

extension Demuxer {
    /// Skips all tracks but one, as far as the container allows.
    public func keep(track: Int) {
        for index in 0..<Int(context.pointee.nb_streams) where index != track {
            context.pointee.streams[index]!.pointee.discard = AVDISCARD_ALL
        }
    }

    /// The tracks of text and image subtitles with a supported coding, in file order.
    public var textTracks: [TextTrack] {
        (0..<Int(context.pointee.nb_streams)).compactMap { TextTrack($0, of: context.pointee.streams[$0]!, boxScanner) }
    }
}

extension TextTrack {
    /// - Returns: nil if the stream has no text of a supported coding.
    fileprivate init?(_ index: Int, of stream: UnsafeMutablePointer<AVStream>, _ boxScanner: MP4BoxScanner?) {
        guard let format = TrackFormat(stream: stream), let coding = format.textCoding else { return nil }
        if coding.isPictures, avcodec_find_decoder(format.parameters.pointee.codec_id) == nil { return nil }
        let disposition = stream.pointee.disposition
        let header = coding == .webVTTBoxes ? boxScanner?.textHeader(track: Int(stream.pointee.id)) ?? [] : format.header
        self.init(
            track: index, id: Int(stream.pointee.id), coding: coding, header: header, name: stream.title,
            language: format.textLanguage, isDefault: disposition & AV_DISPOSITION_DEFAULT != 0,
            isForced: disposition & AV_DISPOSITION_FORCED != 0,
            describesSound: disposition & (AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_CAPTIONS) != 0 || coding == .closedCaptions)
    }
}
