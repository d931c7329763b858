// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxMedia

/// Writes everything except the media files: reads ffmpeg's output and describes it.
struct PackageOutput {
    static let poster = "poster.jpg"
    static let preview = "preview.gif"
    static let manifest = "package.json"

    let plan: PackagingPlan
    let folder: URL
    private(set) var media = PackagedMedia()
    private var pictures: [(rung: LadderRung, playlists: MediaPlaylists)] = []
    private var audioTracks: [(rendition: AudioRendition, playlists: MediaPlaylists)] = []
    private var forced: Set<String> = []
    private var images: (playlist: String, size: PixelSize, bandwidth: Int)?

    init(plan: PackagingPlan, folder: URL) {
        self.plan = plan
        self.folder = folder
    }

    /// Writes the playlists of video and audio.
    mutating func writeMedia() throws {
        for rung in plan.rungs {
            let playlists = try read(rung.name, isAudio: false)
            guard !playlists.file.fragments.isEmpty else { throw PackagerError.unreadable("it has no frame that can be decoded") }
            pictures.append((rung, playlists))
        }
        // Audio streams without samples are left out.
        for rendition in plan.audioTracks {
            let playlists = try read(rendition.name, isAudio: true)
            if !playlists.file.fragments.isEmpty { audioTracks.append((rendition, playlists)) }
        }
        if !audioTracks.isEmpty, !audioTracks.contains(where: \.rendition.isDefault) { audioTracks[0].rendition.isDefault = true }
        guard let first = pictures.first?.playlists ?? audioTracks.first?.playlists else { throw PackagerError.nothingToPlay }
        if let other = pictures.first(where: { $0.playlists.cut.segments.count != first.cut.segments.count }) {
            throw PackagerError.output("the segments of \(other.rung.name) are not where those of \(pictures[0].rung.name) are")
        }
        media.duration = max(first.file.duration, pictures.isEmpty ? 0 : (audioTracks.map(\.playlists.file.duration).max() ?? 0))
        media.width = plan.rungs.last?.width ?? 0
        media.height = plan.rungs.last?.height ?? 0
        for (rung, playlists) in pictures {
            media.files.append(PackagingPlan.mediaFile(rung.name))
            try write(playlists.media.write(), "\(rung.name).m3u8")
            try write(playlists.iFrames.write(), "\(rung.name)-keys.m3u8")
        }
        for (rendition, playlists) in audioTracks {
            media.files.append(PackagingPlan.mediaFile(rendition.name))
            try write(playlists.media.write(), "\(rendition.name).m3u8")
        }
    }

    private func read(_ name: String, isAudio: Bool) throws -> MediaPlaylists {
        let path = folder.appending(path: PackagingPlan.mediaFile(name)).path
        var file = try FragmentedFile(path: path)
        try file.startAtZero(path: path)
        return MediaPlaylists(file, name: PackagingPlan.mediaFile(name), duration: plan.segmentDuration, isAudio: isAudio)
    }

    /// Writes captions given separately and those in the source.
    mutating func writeTexts(_ captions: [Packager.Captions]) throws {
        var labels: Set<String> = []
        for caption in captions.prefix(plan.settings.maxTexts) {
            let language = FileLanguage.shortest(caption.language)
            let label = PackagingPlan.unique(caption.label ?? FileLanguage.name(language) ?? "Subtitles", among: &labels)
            try writeText(
                caption.bytes, name: "captions-\(media.texts.count + 1)", label: label, language: language, isDefault: caption.isDefault)
        }
        for text in plan.texts {
            let label = PackagingPlan.unique(text.label, among: &labels)
            let path = folder.appending(path: "\(text.name).vtt")
            guard let bytes = try? Data(contentsOf: path) else { continue }
            // Tracks without cues are left out.
            guard let _ = try? writeText(Array(bytes), name: text.name, label: label, language: text.language, isDefault: false) else {
                try? FileManager.default.removeItem(at: path)
                continue
            }
            if text.isForced { forced.insert("\(text.name).vtt") }
        }
    }

    /// Writes captions made by speech recognition.
    mutating func writeTranscript(_ bytes: [UInt8], language: String) throws {
        let language = FileLanguage.shortest(language)
        try writeText(
            bytes, name: "transcript", label: "\(FileLanguage.name(language) ?? "Subtitles") (auto)", language: language,
            isDefault: false, isTranscript: true)
    }

    mutating func reportWarning(_ text: String) { media.warning = text }

    private mutating func writeText(
        _ bytes: [UInt8], name: String, label: String, language: String, isDefault: Bool, isTranscript: Bool = false
    ) throws {
        let text = try PackagedSubtitles(bytes, name: name, label: label, duration: media.duration)
        for file in text.files() { try write(file.bytes, file.path) }
        let isOnlyDefault = isDefault && !media.texts.contains(where: \.isDefault)
        var track = PackagedMedia.Text(
            playlist: "\(name)/index.m3u8", file: "\(name).vtt", language: language, label: label, isDefault: isOnlyDefault)
        if isTranscript { track.isTranscript = true }
        media.texts.append(track)
    }

    /// The path of the media file for still images; nil without video.
    var stillSource: String? { pictures.last.map { folder.appending(path: PackagingPlan.mediaFile($0.rung.name)).path } }

    /// Registers the poster, preview and sprites that were made.
    mutating func writeStills(previewDuration: Double) throws {
        guard let rung = plan.rungs.last else { return }
        media.poster = picture(Self.poster, rung.width, rung.height)
        let small = Self.smallPosterSize(rung)
        media.smallPoster = picture(Self.smallPoster, small.width, small.height)
        let scale = min(1, 320 / Double(max(rung.width, rung.height)))
        media.preview = picture(
            Self.preview, max(2, Int(Double(rung.width) * scale / 2) * 2), max(2, Int(Double(rung.height) * scale / 2) * 2))
        guard let sprites = plan.sprites else { return }
        var names: [String] = []
        var bytes = 0
        while let size = size(String(format: "sprites-%03d.jpg", names.count + 1)), size > 0 {
            names.append(String(format: "sprites-%03d.jpg", names.count + 1))
            bytes += size
        }
        guard !names.isEmpty else { return }
        media.files += names
        let sheets = SpriteSheets(
            plan: sprites, duration: media.duration, pictureDuration: pictures.first?.playlists.file.duration ?? 0, names: names)
        try write(sheets.webVTT, "sprites.vtt")
        try write(sheets.playlist.write(), "sprites.m3u8")
        media.sprites = "sprites.vtt"
        let size = PixelSize(width: sprites.width, height: sprites.height)
        images = ("sprites.m3u8", size, Int(Double(bytes * 8) / max(1, media.duration)))
    }

    /// For lists of videos. Never larger than the poster.
    static func smallPosterSize(_ rung: LadderRung) -> PixelSize {
        let scale = min(1, Double(PosterImage.smallSide) / Double(max(1, min(rung.width, rung.height))))
        return PixelSize(
            width: max(2, Int(Double(rung.width) * scale / 2) * 2), height: max(2, Int(Double(rung.height) * scale / 2) * 2))
    }

    private mutating func picture(_ name: String, _ width: Int, _ height: Int) -> PackagedMedia.Picture? {
        guard let size = size(name), size > 0 else { return nil }
        media.files.append(name)
        return PackagedMedia.Picture(file: name, width: width, height: height)
    }

    private func size(_ name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? Int) ?? nil
    }

    /// Written last: once it exists, everything else does.
    mutating func writeMultivariant() throws {
        let output = MultivariantOutput(
            plan: plan, pictures: pictures, audioTracks: audioTracks, texts: media.texts, forced: forced, images: images)
        media.renditions = pictures.map { output.rendition($0.rung, $0.playlists) }
        media.audioTracks = audioTracks.map { output.rendition($0.rendition, $0.playlists) }
        try write(output.playlist.write(), media.playlist)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try write(Array(encoder.encode(media)), Self.manifest)
    }

    private mutating func write(_ bytes: [UInt8], _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        media.files.append(path)
    }
}
