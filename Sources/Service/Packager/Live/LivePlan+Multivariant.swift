// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension LivePlan {
    static let replayName = "replay.m3u8"

    /// The multivariant playlist of a live stream or of its replay.
    /// - Parameters:
    ///   - received: by rendition.
    ///   - hasMore: whether the replay also has segments that are not among those received.
    func multivariant(
        hasAudio: Bool, _ received: [String: ReceivedRendition], isReplay: Bool = false, hasMore: Bool = false
    ) -> MultivariantPlaylist {
        let name = isReplay ? Self.replayName : "index.m3u8"
        var playlist = MultivariantPlaylist()
        playlist.version = 9
        let audio = received[sound]?.bitrate ?? MeasuredBitrate()
        if hasAudio {
            var rendition = Rendition(
                kind: .audio, groupID: "sound", name: "Sound", uri: URIReference("\(sound)/\(name)"))
            rendition.isDefault = true
            rendition.isAutoselect = true
            rendition.channels = "2"
            playlist.renditions = [rendition]
        }
        playlist.variants = heights.map { height in
            let picture = self.picture(height)
            let header = received[picture]?.header
            let bound = rung(height).peakBitrate
            let measured = received[picture]?.bitrate ?? MeasuredBitrate()
            var variant = Variant(
                uri: URIReference("\(picture)/\(name)"),
                bandwidth: max(bound, isReplay ? measured.peak : 0) + (hasAudio ? max(audio.peak, packager.stereoBitrate) : 0))
            if isReplay, !hasMore, measured.seconds > 0 {
                variant.averageBandwidth = Int((Double(measured.bits + audio.bits) / measured.seconds).rounded(.up))
            }
            variant.codecs = [header?.codecs ?? "avc1.64001f"] + (hasAudio ? [AudioRendition.codecs] : [])
            if let header, header.width > 0 { variant.resolution = PixelSize(width: header.width, height: header.height) }
            variant.frameRate = (frameRate.value * 1000).rounded() / 1000
            variant.audioGroup = hasAudio ? "sound" : nil
            return variant
        }
        return playlist
    }
}
