// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

extension PackagedMedia {
    /// Updates a video with the package's properties.
    /// - Parameter address: the URL of the package's folder, without a trailing slash.
    public func describe(_ video: inout Video, at address: String) {
        video.durationMS = Int64((duration * 1000).rounded())
        video.width = width
        video.height = height
        video.orientation = width > height ? .landscape : width == height ? .square : .portrait
        video.hlsURL = "\(address)/\(playlist)"
        video.renditions = (renditions.isEmpty ? audioTracks : renditions).map { rendition in
            VideoRendition(
                url: "\(address)/\(rendition.playlist)", type: "application/vnd.apple.mpegurl", width: rendition.width,
                height: rendition.height, bitrate: Int64(rendition.peakBitrate))
        }
        // Uploaded ones are kept.
        video.subtitles.removeAll { !UploadedFileName.isAddress($0.url) }
        let languages = Set(video.subtitles.map(\.language))
        video.subtitles += texts.filter { !languages.contains($0.language) }.map {
            Subtitle(
                language: $0.language, url: "\(address)/\($0.file)", isDefault: $0.isDefault,
                isAutomatic: $0.isTranscript == true ? true : nil)
        }
        if let poster {
            let smaller = smallPoster.flatMap { $0.width < poster.width ? $0 : nil }
            let known = [poster, smaller].compactMap { $0 }.map {
                Poster(url: "\(address)/\($0.file)", width: $0.width, height: $0.height)
            }
            let isSent = video.posterURL.map(UploadedFileName.isAddress) ?? false
            video.posters = video.posters.filter { UploadedFileName.isAddress($0.url) } + known
            if !isSent { video.posterURL = known[0].url }
        }
        if let preview { video.gifURL = "\(address)/\(preview.file)" }
    }
}

extension PackageOutput {
    static let smallPoster = Video.smallPoster(of: poster)
}
