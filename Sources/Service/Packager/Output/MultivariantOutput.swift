// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Writes the multivariant playlist.
struct MultivariantOutput {
    let plan: PackagingPlan
    let pictures: [(rung: LadderRung, playlists: MediaPlaylists)]
    let audioTracks: [(rendition: AudioRendition, playlists: MediaPlaylists)]
    let texts: [PackagedMedia.Text]
    let forced: Set<String>
    /// The sprite sheets: playlist, image size, and bits per second.
    let images: (playlist: String, size: PixelSize, bandwidth: Int)?

    /// Renditions of audio that players choose among by their abilities.
    private enum AudioGroup: String {
        case stereo = "sound", surround
    }

    private var groups: [AudioGroup] {
        audioTracks.isEmpty || pictures.isEmpty
            ? [] : audioTracks.contains(where: \.rendition.isSurround) ? [.stereo, .surround] : [.stereo]
    }

    /// All groups have the same members (RFC 8216bis, 4.4.6.1.1): what has no 5.1 is in the other group too.
    private func members(of group: AudioGroup) -> [(rendition: AudioRendition, playlists: MediaPlaylists)] {
        let stereo = audioTracks.filter { !$0.rendition.isSurround }
        guard group == .surround else { return stereo }
        return stereo.map { member in
            guard var surround = audioTracks.first(where: { $0.rendition.isSurround && $0.rendition.index == member.rendition.index })
            else {
                return member
            }
            surround.rendition.isDefault = member.rendition.isDefault
            return surround
        }
    }

    /// The rates of the most expensive audio rendition, which are added to each variant's own (RFC 8216bis, 4.4.6.2).
    private func audioRates(_ group: AudioGroup) -> (peak: Int, average: Int) {
        let members = members(of: group)
        return (
            members.map { $0.playlists.cut.peakBitrate(target: plan.segmentDuration) }.max() ?? 0,
            members.map(\.playlists.cut.averageBitrate).max() ?? 0
        )
    }

    func rendition(_ rung: LadderRung, _ playlists: MediaPlaylists) -> PackagedMedia.Rendition { rendition(rung, playlists, .stereo) }

    private func rendition(_ rung: LadderRung, _ playlists: MediaPlaylists, _ group: AudioGroup) -> PackagedMedia.Rendition {
        let audio = audioRates(group)
        var codecs = [playlists.file.codecs ?? rung.codecs]
        for member in members(of: group) where !codecs.contains(member.rendition.codecs) { codecs.append(member.rendition.codecs) }
        return PackagedMedia.Rendition(
            playlist: "\(rung.name).m3u8", file: PackagingPlan.mediaFile(rung.name), width: rung.width, height: rung.height,
            peakBitrate: playlists.cut.peakBitrate(target: plan.segmentDuration) + audio.peak,
            averageBitrate: playlists.cut.averageBitrate + audio.average, codecs: codecs)
    }

    func rendition(_ audio: AudioRendition, _ playlists: MediaPlaylists) -> PackagedMedia.Rendition {
        PackagedMedia.Rendition(
            playlist: "\(audio.name).m3u8", file: PackagingPlan.mediaFile(audio.name), width: 0, height: 0,
            peakBitrate: playlists.cut.peakBitrate(target: plan.segmentDuration), averageBitrate: playlists.cut.averageBitrate,
            codecs: [audio.codecs])
    }

    var playlist: MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.version = 7
        playlist.isIndependentSegments = true
        for group in groups { playlist.renditions += members(of: group).map { Self.media($0.rendition, group) } }
        playlist.renditions += texts.map { media($0) }
        // Players without a bandwidth estimate start with the first variant, so it should suit most networks.
        let order = pictures.indices.sorted { left, right in rank(left) < rank(right) }
        // Stereo first, since every player has it.
        playlist.variants = (groups.isEmpty ? [nil] : groups.map(Optional.some)).flatMap { group in
            order.map { variant(pictures[$0].rung, pictures[$0].playlists, group) }
        }
        if pictures.isEmpty { playlist.variants = audioTracks.prefix(1).map { variant($0.rendition, $0.playlists) } }
        playlist.iFrameVariants = pictures.map { iFrames($0.rung, $0.playlists) }
        if let images {
            var variant = Variant(uri: URIReference(images.playlist), bandwidth: max(1, images.bandwidth))
            variant.codecs = ["jpeg"]
            variant.resolution = images.size
            playlist.imageVariants = [variant]
        }
        return playlist
    }

    /// The middle variant of the first codec, then all others in their order.
    private func rank(_ index: Int) -> Int {
        let first = pictures.count { $0.rung.codec == pictures[0].rung.codec }
        return index == first / 2 ? -1 : index
    }

    private func variant(_ rung: LadderRung, _ playlists: MediaPlaylists, _ group: AudioGroup?) -> Variant {
        let rendition = rendition(rung, playlists, group ?? .stereo)
        var variant = Variant(uri: URIReference(rendition.playlist), bandwidth: rendition.peakBitrate)
        variant.averageBandwidth = rendition.averageBitrate
        variant.codecs = rendition.codecs
        variant.resolution = PixelSize(width: rung.width, height: rung.height)
        // Three decimals (RFC 8216bis, 4.4.6.2).
        variant.frameRate = plan.frameRate.map { ($0.value * 1000).rounded() / 1000 }
        variant.videoRange = "SDR"
        variant.audioGroup = group?.rawValue
        variant.subtitlesGroup = texts.isEmpty ? nil : "text"
        variant.closedCaptions = Variant.ClosedCaptions.none
        return variant
    }

    private func variant(_ audio: AudioRendition, _ playlists: MediaPlaylists) -> Variant {
        let rendition = rendition(audio, playlists)
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

    private static func media(_ audio: AudioRendition, _ group: AudioGroup) -> Rendition {
        var rendition = Rendition(
            kind: .audio, groupID: group.rawValue, name: audio.label, uri: URIReference("\(audio.name).m3u8"))
        rendition.language = audio.language
        rendition.isDefault = audio.isDefault
        rendition.isAutoselect = true
        rendition.channels = String(audio.channels)
        if audio.isDescription { rendition.characteristics = ["public.accessibility.describes-video"] }
        return rendition
    }

    private func media(_ text: PackagedMedia.Text) -> Rendition {
        var rendition = Rendition(kind: .subtitles, groupID: "text", name: text.label, uri: URIReference(text.playlist))
        rendition.language = text.language
        rendition.isDefault = text.isDefault
        rendition.isAutoselect = true
        rendition.isForced = forced.contains(text.file)
        if text.isTranscript == true { rendition.characteristics = ["public.machine-generated"] }
        return rendition
    }
}
