// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// Creates videos from a URL, an upload, or a form with the file, or only as a record.
struct VideoCreationRoutes: RouteGroup {
    let catalogue: Catalogue
    let uploadPipeline: UploadPipeline?
    /// Seconds for which a synchronous request waits for its video.
    let timeout: Double
    /// The limit of videos that may be imported per channel within some seconds.
    static let limit = (videos: 20, seconds: 300.0)

    var endpoints: [Endpoint] {
        [
            Endpoint("createVideo", create),
            Endpoint("importVideo", importVideo),
            Endpoint("readImport", readImport),
        ]
    }

    private func create(_ call: AdminContext, _ body: RawBody) async throws -> Response {
        if try MediaTypeCheck.isOther(call.fields[.contentType], of: call.route) { return try await createFromForm(call) }
        let asked = try JSONBody.read(VideoCreationBody.self, from: body.bytes, schema: RequestSchema(call.route))
        let made = try asked.patch.applied(to: blank(call)).prepared(after: nil)
        try Video.check(call.administrator, before: nil, after: made)
        guard asked.file.count > 0 else {
            try await made.check(as: call.administrator.businessID, after: nil, in: catalogue)
            try await VideoAuthor.add(call.administrator, of: made.id, in: catalogue, at: call.now)
            guard try await catalogue.resources.add(made, at: call.now) else { throw APIError(.conflict, "Try again.") }
            return try .json(made, status: 201)
        }
        let begun = try await begin(call, made, asked.file)
        return try await answer(begun, isAsync: asked.isAsync ?? false)
    }

    private func createFromForm(_ call: AdminContext) async throws -> Response {
        let uploadPipeline = try uploadPipeline.required()
        let blank = blank(call)
        let reader = VideoFormReader(uploadPipeline: uploadPipeline) { fields in
            try await Self.video(blank, fields).check(as: call.administrator.businessID, after: nil, in: catalogue)
        }
        let (fields, upload) = try await reader.read(call)
        do {
            let begun = try await begin(call, Self.video(blank, fields), PackageFile(upload: upload))
            return try await answer(begun, isAsync: fields["async"] == "true")
        } catch {
            try? await uploadPipeline.uploads.remove(upload)
            throw error
        }
    }

    private func importVideo(_ call: AdminContext, _ request: VideoImportRequest) async throws -> VideoImport {
        var video = blank(call)
        video.channelID = request.channelID
        video.caption = request.caption ?? ""
        video.description = request.description ?? ""
        video.hashtags = request.hashtags ?? []
        video.access = request.access ?? video.access
        return try await begin(call, video, PackageFile(url: request.url, upload: request.uploadID, object: request.s3Key))
    }

    private func readImport(_ call: AdminContext) async throws -> VideoImport {
        guard let found = try await uploadPipeline.required().ingest.progress(of: call.path["id"]),
            let video = try await catalogue.resources.find(Video.self, id: found.videoID),
            try await video.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        return found
    }

    private func begin(_ call: AdminContext, _ video: Video, _ file: PackageFile) async throws -> VideoImport {
        let uploadPipeline = try uploadPipeline.required()
        try Video.check(call.administrator, before: nil, after: video)
        try await video.check(as: call.administrator.businessID, after: nil, in: catalogue)
        guard file.count == 1 else { throw APIError(.importRefused, PackageFile.rule, field: "url") }
        if let upload = file.upload, !OpaqueID.isWellFormed(upload) {
            throw APIError(.invalidField, "This is not a valid id.", field: "upload_id")
        }
        let (limit, seconds) = (Self.limit.videos, Self.limit.seconds)
        if let wait = try await catalogue.quotas.take("videos \(video.channelID)", limit: limit, within: seconds, at: call.now) {
            throw RateLimitExceeded(retryAfter: wait)
        }
        // The process may be killed after creating the video and before storing the response for the key.
        // Keys are per caller, so that nobody gets the video of somebody else who chose the same key.
        let key = call.fields[.idempotencyKey].map { "\(call.administrator.businessID) \(call.administrator.callerName) \($0)" }
        let begun = try await uploadPipeline.ingest.begin(
            file, as: video, owner: call.owner, business: call.administrator.businessID, key: key, at: call.now)
        try await VideoAuthor.add(call.administrator, of: begun.videoID, in: catalogue, at: call.now)
        return begun
    }

    private func answer(_ begun: VideoImport, isAsync: Bool) async throws -> Response {
        if isAsync { return try .json(begun, status: 202) }
        var state = begun
        let end = ContinuousClock.now + .seconds(timeout)
        while state.status == .pending || state.status == .processing, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(250))
            guard let found = try await uploadPipeline.required().ingest.progress(of: begun.id) else { break }
            state = found
        }
        if state.status == .failed { throw APIError(.importRefused, state.error ?? "The file can't be turned into a video.") }
        guard let video = try await catalogue.resources.find(Video.self, id: begun.videoID) else { throw Audience.nothing }
        return try .json(video, status: 201)
    }

    private func blank(_ call: AdminContext) -> Video {
        var video = Video.blank(id: OpaqueID.make(), business: call.administrator.businessID, at: call.now)
        if !call.administrator.has("videos:write") { video.access = .owners }
        return video
    }

    private static func video(_ blank: Video, _ fields: [String: String]) throws(APIError) -> Video {
        var video = blank
        guard let channel = fields["channel_id"], OpaqueID.isWellFormed(channel) else {
            throw APIError(.invalidField, "It is missing, or comes after the file.", field: "channel_id")
        }
        video.channelID = channel
        video.caption = fields["caption"] ?? ""
        video.description = fields["description"] ?? ""
        let hashtags = (fields["hashtags"] ?? "").split(separator: ",")
        video.hashtags = hashtags.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
        return video
    }
}

/// A new video as JSON.
private struct VideoCreationBody: Decodable, ContractBody {
    static var contractType: (any Decodable.Type)? { VideoCreation.self }
    let patch: Patch<Video>
    let file: PackageFile
    let isAsync: Bool?

    init(from decoder: any Decoder) throws {
        patch = try Patch(from: decoder)
        let container = try decoder.container(keyedBy: VideoCreation.CodingKeys.self)
        file = PackageFile(
            url: try container.decodeIfPresent(String.self, forKey: .url),
            upload: try container.decodeIfPresent(String.self, forKey: .uploadID),
            object: try container.decodeIfPresent(String.self, forKey: .s3Key))
        isAsync = try container.decodeIfPresent(Bool.self, forKey: .isAsync)
    }
}
