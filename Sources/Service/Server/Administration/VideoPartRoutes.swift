// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// Sets one part of a video, replacing it completely.
struct VideoPartRoutes: RouteGroup {
    let catalogue: Catalogue
    let uploadPipeline: UploadPipeline?

    var endpoints: [Endpoint] {
        [
            Endpoint("setSubtitles", setSubtitles).taking(upTo: SentCaptions.maxBytes),
            Endpoint("readSubtitles", readSubtitles),
            Endpoint("removeSubtitles", removeSubtitles),
            Endpoint("setPoster", setPoster).taking(upTo: PosterImage.maxBytes),
            Endpoint("setHashtags", setHashtags),
            Endpoint("setCohorts", setCohorts),
            Endpoint("setProducts", setProducts),
            Endpoint("setCTA", setCTA),
        ]
    }

    private func setHashtags(_ call: AdminContext, _ request: HashtagsRequest) async throws -> Video {
        try await change(call) { $0.hashtags = request.hashtags }
    }

    private func setCohorts(_ call: AdminContext, _ request: CohortsRequest) async throws -> Video {
        try await change(call) { $0.cohorts = request.cohorts }
    }

    private func setCTA(_ call: AdminContext, _ button: CallToAction) async throws -> Video {
        try FieldCheck.text(button.title, "title", 1...200)
        try FieldCheck.text(button.titleKey ?? "-", "title_key", 1...200)
        try FieldCheck.address(button.url, "url")
        return try await change(call) { $0.cta = button }
    }

    private func setProducts(_ call: AdminContext, _ request: ProductsRequest) async throws -> Video {
        try await change(call) { $0.products = request.products }
    }

    private func setPoster(_ call: AdminContext, _ body: RawBody) async throws -> Video {
        let uploadPipeline = try uploadPipeline.required()
        let video = try await Video.find(call, in: catalogue)
        try await video.check(call.administrator, in: catalogue)
        let picture = try await PosterImage(Array(body.bytes), folder: uploadPipeline.workFolder, settings: uploadPipeline.packager)
        let address = try await keep(picture.large.bytes, "poster", "jpg", of: video, uploadPipeline)
        let small = Video.smallPoster(of: address)
        let isSmaller = picture.small.width < picture.large.width
        if isSmaller, let key = StorageKey(String(small.dropFirst(UploadPipeline.address.count + 1))) {
            try await uploadPipeline.storage.put(.bytes(picture.small.bytes), at: key, type: PackageMediaType.name(of: key.text))
        }
        return try await change(call) { video in
            let before = video.posterURL.map { [$0, Video.smallPoster(of: $0)] } ?? []
            video.posters.removeAll { before.contains($0.url) }
            let sizes = [(address, picture.large)] + (isSmaller ? [(small, picture.small)] : [])
            video.posters = sizes.map { Poster(url: $0, width: $1.width, height: $1.height) } + video.posters
            video.posterURL = address
        }
    }

    private func setSubtitles(_ call: AdminContext, _ body: RawBody) async throws -> Video {
        let uploadPipeline = try uploadPipeline.required()
        let video = try await Video.find(call, in: catalogue)
        try await video.check(call.administrator, in: catalogue)
        let captions = try SentCaptions(Array(body.bytes), language: call.path["lang"])
        let address = try await keep(captions.bytes, "subtitles-\(captions.language)", "vtt", of: video, uploadPipeline)
        let transcript = Transcript(language: captions.language, text: captions.transcript)
        let changed = try await change(call, transcript) { video in
            let isDefault = video.subtitles.first { $0.language == captions.language }?.isDefault ?? video.subtitles.isEmpty
            let subtitle = Subtitle(language: captions.language, url: address, isDefault: isDefault)
            if let index = video.subtitles.firstIndex(where: { $0.language == captions.language }) {
                video.subtitles[index] = subtitle
            } else {
                video.subtitles.append(subtitle)
            }
        }
        return try await uploadPipeline.ingest.updateCaptions(ofVideo: video.id, at: call.now) ?? changed
    }

    private func readSubtitles(_ call: AdminContext) async throws -> Response {
        let language = call.path["lang"].lowercased()
        let video = try await Video.find(call, in: catalogue)
        let subtitle = video.subtitles.first { $0.language.lowercased() == language }
        guard let subtitle, let bytes = try await uploadPipeline.required().ingest.captions(at: subtitle.url, ofVideo: video.id) else {
            throw Audience.nothing
        }
        return Response("text/vtt; charset=utf-8", text: String(decoding: bytes, as: UTF8.self))
    }

    private func removeSubtitles(_ call: AdminContext) async throws -> Video {
        let language = call.path["lang"].lowercased()
        let changed = try await change(call, Transcript(language: language, text: nil)) {
            $0.subtitles.removeAll { $0.language.lowercased() == language }
        }
        return try await uploadPipeline?.ingest.updateCaptions(ofVideo: changed.id, at: call.now) ?? changed
    }

    private func keep(_ bytes: [UInt8], _ name: String, _ type: String, of video: Video, _ uploadPipeline: UploadPipeline) async throws
        -> String
    {
        guard let key = UploadedFileName.key(ofVideo: video.id, name: name, type: type, bytes: bytes) else { throw Audience.nothing }
        try await uploadPipeline.storage.put(.bytes(bytes), at: key, type: PackageMediaType.name(of: key.text))
        return "\(UploadPipeline.address)/\(key)"
    }

    private func change(
        _ call: AdminContext, _ transcript: Transcript? = nil, _ change: @escaping @Sendable (inout Video) -> Void
    ) async throws -> Video {
        let before = try await Video.find(call, in: catalogue)
        var draft = before
        change(&draft)
        try await before.check(call.administrator, in: catalogue)
        try await draft.check(as: call.administrator.businessID, after: before, in: catalogue)
        // Other fields that a worker changes meanwhile are kept.
        let transcripts = transcript.map { [$0] } ?? []
        guard
            let changed = try await catalogue.resources.update(
                video: before.id, transcripts: transcripts, at: call.now,
                { current in
                    // An editor may have published it since.
                    try Video.check(call.administrator, before: current, after: current)
                    change(&current)
                })
        else { throw Audience.nothing }
        return changed
    }
}

/// Sets the videos of a playlist.
struct PlaylistItemRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("setPlaylistItems", setItems)] }

    private func setItems(_ call: AdminContext, _ request: PlaylistItemsRequest) async throws -> Playlist {
        let before = try await Playlist.find(call, in: catalogue)
        var draft = before
        draft.items = request.items
        try await draft.check(as: call.administrator.businessID, after: before, in: catalogue)
        let changed = try await catalogue.resources.update(Playlist.self, id: before.id, at: call.now) { $0.items = request.items }
        guard let changed else { throw Audience.nothing }
        return changed
    }
}
