// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS
import WindowboxMedia

extension DASHPresentation {
    /// The multivariant playlist: video, audio and text.
    ///
    /// Each video track is combined with each audio codec. If a codec has several bitrates, better video gets better audio.
    package var multivariant: MultivariantPlaylist {
        var playlist = MultivariantPlaylist(baseURL: manifest.url)
        playlist.version = 8
        // If segments are published in parts, only the first part of each has to begin with a keyframe.
        playlist.isIndependentSegments = !tracks.contains { $0.representation.segments.hasParts }
        let audioGroups = DASHAudioGroups(tracks)
        let texts = tracks.indices.filter { tracks[$0].kind == .text && tracks[$0].representation.isPlayableText }
        var pictures = tracks.indices.filter { tracks[$0].kind == .video }
        let main = pictures.filter {
            (tracks[$0].roles.isEmpty || tracks[$0].roles.contains("main")) && DASHRoles.isOrdinary(tracks[$0].roles)
        }
        // Other camera angles and sign language are not quality levels of the main video.
        if !main.isEmpty { pictures = main }
        pictures.sort { tracks[$0].representation.bandwidth < tracks[$1].representation.bandwidth }
        if pictures.isEmpty {
            addAudio(audioGroups, hasText: !texts.isEmpty, to: &playlist)
        } else {
            for (index, picture) in pictures.enumerated() {
                let groups = audioGroups.groups(forPicture: index, of: pictures.count)
                for group in groups.isEmpty ? [nil] : groups.map({ Optional($0) }) {
                    playlist.variants.append(variant(picture, group, hasText: !texts.isEmpty))
                }
            }
            for group in audioGroups.groups {
                for track in group.tracks { playlist.renditions.append(rendition(track, .audio, group.name)) }
            }
        }
        for text in texts { playlist.renditions.append(rendition(text, .subtitles, "text")) }
        addCaptions(to: &playlist)
        for (index, track) in tracks.enumerated() where track.kind == .trick {
            var variant = Variant(uri: URIReference(address(of: index)), bandwidth: max(track.representation.bandwidth, 1))
            variant.codecs = track.representation.codecs
            variant.resolution = track.representation.size
            variant.videoRange = track.representation.videoRange
            playlist.iFrameVariants.append(variant)
        }
        for (index, track) in tracks.enumerated() where track.kind == .image && track.representation.tiles != nil {
            guard let size = track.representation.size, let tiles = track.representation.tiles else { continue }
            var variant = Variant(uri: URIReference(address(of: index)), bandwidth: max(track.representation.bandwidth, 1))
            variant.resolution = PixelSize(width: size.width / tiles.width, height: size.height / tiles.height)
            variant.codecs = [track.representation.mimeType == "image/png" ? "png" : "jpeg"]
            playlist.imageVariants.append(variant)
        }
        return playlist
    }

    private func variant(_ picture: Int, _ group: DASHAudioGroups.Group?, hasText: Bool) -> Variant {
        let representation = tracks[picture].representation
        let audio = group?.tracks.map { tracks[$0].representation }.max { $0.bandwidth < $1.bandwidth }
        var variant = Variant(
            uri: URIReference(address(of: picture)), bandwidth: max(representation.bandwidth + (audio?.bandwidth ?? 0), 1))
        // CODECS is written only if it is complete: a partial list would mean that there is no video or no audio. Without it, playback
        // detects the codecs.
        if !representation.codecs.isEmpty, audio?.codecs.isEmpty != true { variant.codecs = representation.codecs + (audio?.codecs ?? []) }
        if !variant.codecs.isEmpty { variant.supplementalCodecs = representation.supplementalCodecs }
        // Tracks with equal attributes are separate variants, not redundant copies of one.
        variant.stableID = "\(picture)-\(group?.name ?? "none")"
        variant.resolution = representation.size
        variant.frameRate = representation.frameRate
        variant.videoRange = representation.videoRange
        variant.audioGroup = group?.name
        if hasText { variant.subtitlesGroup = "text" }
        return variant
    }

    /// Audio only: each bitrate of the first language is a variant, and its languages are renditions.
    private func addAudio(_ audioGroups: DASHAudioGroups, hasText: Bool, to playlist: inout MultivariantPlaylist) {
        for group in audioGroups.groups {
            guard let leader = group.tracks.first else { continue }
            let representation = tracks[leader].representation
            var variant = Variant(uri: URIReference(address(of: leader)), bandwidth: max(representation.bandwidth, 1))
            variant.codecs = representation.codecs
            variant.stableID = "\(leader)-\(group.name)"
            variant.audioGroup = group.tracks.count > 1 ? group.name : nil
            if hasText { variant.subtitlesGroup = "text" }
            playlist.variants.append(variant)
            guard group.tracks.count > 1 else { continue }
            for track in group.tracks {
                var rendition = rendition(track, .audio, group.name)
                if track == leader { rendition.uri = nil }
                playlist.renditions.append(rendition)
            }
        }
    }

    private func rendition(_ index: Int, _ kind: Rendition.Kind, _ group: String) -> Rendition {
        let track = tracks[index]
        var rendition = Rendition(kind: kind, groupID: group, name: name(of: index), uri: URIReference(address(of: index)))
        rendition.language = track.language
        rendition.isAutoselect = true
        rendition.isForced = kind == .subtitles && track.roles.contains { $0 == "forced-subtitle" || $0 == "forced_subtitle" }
        rendition.characteristics = DASHRoles.characteristics(track.roles, isText: kind == .subtitles)
        if kind == .audio {
            let original = tracks.first { $0.kind == .audio && DASHRoles.isOrdinary($0.roles) }
            rendition.isDefault =
                track.roles.contains("main") && DASHRoles.isOrdinary(track.roles) && track.language == original?.language
        }
        rendition.sampleRate = track.representation.sampleRate
        rendition.channels = track.representation.channels.map(String.init)
        return rendition
    }

    /// The author's label, otherwise the language; numbered if another track of the same kind has that name.
    private func name(of index: Int) -> String {
        let track = tracks[index]
        func plain(_ track: DASHTrack) -> String {
            if let label = track.label, !label.isEmpty { return label }
            let language = track.language ?? (track.kind == .audio ? "Audio" : "Text")
            let role = track.roles.first { $0 != "main" && $0 != "subtitle" }
            return role.map { "\(language) (\($0))" } ?? language
        }
        let name = plain(track)
        // All bitrates of one audio content share its name, so that they appear as one option.
        var others: [DASHTrack] = []
        for other in tracks[..<index] where other.kind == track.kind && plain(other) == name {
            if other.language == track.language && other.roles == track.roles && track.kind == .audio { return name }
            others.append(other)
        }
        return others.isEmpty ? name : "\(name) \(others.count + 1)"
    }

    private func addCaptions(to playlist: inout MultivariantPlaylist) {
        let pictures = manifest.periods.prefix(100).lazy.flatMap(\.sets).filter { $0.kind == .video }
        var names: Set<String> = []
        for service in DASHCaptionServices(pictures.flatMap(\.accessibility)).services {
            let plain = service.language ?? service.channel
            let name = names.insert(plain).inserted ? plain : "\(plain) (\(service.channel))"
            var rendition = Rendition(kind: .closedCaptions, groupID: "captions", name: name)
            rendition.language = service.language
            rendition.instreamID = service.channel
            rendition.isAutoselect = true
            if service.isEasy { rendition.characteristics = ["public.easy-to-read"] }
            playlist.renditions.append(rendition)
        }
        if !names.isEmpty { for index in playlist.variants.indices { playlist.variants[index].closedCaptions = .group("captions") } }
    }
}

extension DASHRepresentation {
    /// WebVTT and TTML, plain or in MP4. The image profiles of IMSC, such as `stpp.ttml.im1i`, contain their images.
    var isPlayableText: Bool { isPlainText || codecs.contains { $0 == "wvtt" || $0.hasPrefix("stpp") } }
}
