// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Writes the multivariant playlist.
struct MultivariantOutput {
    let plan: PackagingPlan
    let pictures: [(rung: LadderRung, playlists: MediaPlaylists)]
    let sounds: [(rendition: SoundRendition, playlists: MediaPlaylists)]
    let texts: [PackagedMedia.Text]
    let forced: Set<String>
    /// The sprite sheets: playlist, image size, and bits per second.
    let images: (playlist: String, size: PixelSize, bandwidth: Int)?

    /// The rates of the most expensive audio rendition, which are added to each variant's own (RFC 8216bis, 4.4.6.2).
    private var soundRates: (peak: Int, average: Int) {
        (
            sounds.map { $0.playlists.cut.peakBitrate(target: plan.segmentDuration) }.max() ?? 0,
            sounds.map(\.playlists.cut.averageBitrate).max() ?? 0
        )
    }

    func rendition(_ rung: LadderRung, _ playlists: MediaPlaylists) -> PackagedMedia.Rendition {
        let sound = soundRates
        return PackagedMedia.Rendition(
            playlist: "\(rung.name).m3u8", file: PackagingPlan.mediaFile(rung.name), width: rung.width, height: rung.height,
            peakBitrate: playlists.cut.peakBitrate(target: plan.segmentDuration) + sound.peak,
            averageBitrate: playlists.cut.averageBitrate + sound.average,
            codecs: [playlists.file.codecs ?? rung.codecs] + (sounds.isEmpty ? [] : [SoundRendition.codecs]))
    }

    func rendition(_ sound: SoundRendition, _ playlists: MediaPlaylists) -> PackagedMedia.Rendition {
        PackagedMedia.Rendition(
            playlist: "\(sound.name).m3u8", file: PackagingPlan.mediaFile(sound.name), width: 0, height: 0,
            peakBitrate: playlists.cut.peakBitrate(target: plan.segmentDuration), averageBitrate: playlists.cut.averageBitrate,
            codecs: [SoundRendition.codecs])
    }

    var playlist: MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.version = 7
        playlist.isIndependentSegments = true
        if !pictures.isEmpty { playlist.renditions += sounds.map { Self.media($0.rendition) } }
        playlist.renditions += texts.map { media($0) }
        // Players without a bandwidth estimate start with the first variant, so it should suit most networks.
        let order = pictures.indices.sorted { left, right in rank(left) < rank(right) }
        playlist.variants = order.map { variant(pictures[$0].rung, pictures[$0].playlists) }
        if pictures.isEmpty { playlist.variants = sounds.prefix(1).map { variant($0.rendition, $0.playlists) } }
        playlist.iFrameVariants = pictures.map { iFrames($0.rung, $0.playlists) }
        if let images {
            var variant = Variant(uri: URIReference(images.playlist), bandwidth: max(1, images.bandwidth))
            variant.codecs = ["jpeg"]
            variant.resolution = images.size
            playlist.imageVariants = [variant]
        }
        return playlist
    }

    /// The middle variant first, then in ascending order.
    private func rank(_ index: Int) -> Int { index == pictures.count / 2 ? -1 : index }

    private func variant(_ rung: LadderRung, _ playlists: MediaPlaylists) -> Variant {
        let rendition = rendition(rung, playlists)
        var variant = Variant(uri: URIReference(rendition.playlist), bandwidth: rendition.peakBitrate)
        variant.averageBandwidth = rendition.averageBitrate
        variant.codecs = rendition.codecs
        variant.resolution = PixelSize(width: rung.width, height: rung.height)
        // Three decimals (RFC 8216bis, 4.4.6.2).
        variant.frameRate = plan.frameRate.map { ($0.value * 1000).rounded() / 1000 }
        variant.videoRange = "SDR"
        variant.audioGroup = sounds.isEmpty ? nil : "sound"
        variant.subtitlesGroup = texts.isEmpty ? nil : "text"
        variant.closedCaptions = Variant.ClosedCaptions.none
        return variant
    }

    private func variant(_ sound: SoundRendition, _ playlists: MediaPlaylists) -> Variant {
        let rendition = rendition(sound, playlists)
        var variant = Variant(uri: URIReference(rendition.playlist), bandwidth: rendition.peakBitrate)
        variant.averageBandwidth = rendition.averageBitrate
        variant.codecs = rendition.codecs
        variant.subtitlesGroup = texts.isEmpty ? nil : "text"
        return variant
    }

    private func iFrames(_ rung: LadderRung, _ playlists: MediaPlaylists) -> Variant {
        var variant = Variant(uri: URIReference("\(rung.name)-keys.m3u8"), bandwidth: max(1, playlists.iFramesPeak))
        variant.codecs = [playlists.file.codecs ?? rung.codecs]
        variant.resolution = PixelSize(width: rung.width, height: rung.height)
        variant.videoRange = "SDR"
        return variant
    }

    private static func media(_ sound: SoundRendition) -> Rendition {
        var rendition = Rendition(
            kind: .audio, groupID: "sound", name: sound.label, uri: URIReference("\(sound.name).m3u8"))
        rendition.language = sound.language
        rendition.isDefault = sound.isDefault
        rendition.isAutoselect = true
        rendition.channels = String(sound.channels)
        if sound.isDescription { rendition.characteristics = ["public.accessibility.describes-video"] }
        return rendition
    }

    private func media(_ text: PackagedMedia.Text) -> Rendition {
        var rendition = Rendition(kind: .subtitles, groupID: "text", name: text.label, uri: URIReference(text.playlist))
        rendition.language = text.language
        rendition.isDefault = text.isDefault
        rendition.isAutoselect = true
        rendition.isForced = forced.contains(text.file)
        return rendition
    }
}
