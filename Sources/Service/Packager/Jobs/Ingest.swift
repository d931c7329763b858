// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
public import WindowboxContract

/// Videos on their way into the catalogue: from an upload or an address to a package in the store, as jobs that outlive the process.
public struct Ingest: Sendable {
    public struct Configuration: Sendable {
        public var packager = PackagerSettings()
        /// Where players find what lies in the store: `publicAddress` + `/` + key. Without a slash at its end.
        public var publicAddress: String
        /// For files on their way; they are large.
        public var workFolder = FileManager.default.temporaryDirectory
        /// What imports name files of by their keys: a business has those below a folder of its id. Nil: there is none.
        public var store: (any MediaStorage)?
        /// How often a file is tried.
        public var mostAttempts = 4

        public init(publicAddress: String) { self.publicAddress = publicAddress }
    }

    static let kind = "package"
    static let removal = "remove media"

    let catalogue: Catalogue
    let storage: any MediaStorage
    let uploads: Uploads
    let remote: RemoteFile
    let configuration: Configuration

    public init(catalogue: Catalogue, storage: any MediaStorage, uploads: Uploads, remote: RemoteFile, configuration: Configuration) {
        self.catalogue = catalogue
        self.storage = storage
        self.uploads = uploads
        self.remote = remote
        self.configuration = configuration
    }

    /// Makes a video that is pending, and the job that makes it ready. Who asks has been checked, and may use the channel.
    /// - Parameters:
    ///   - owner: as for ``Uploads``.
    ///   - business: whose files may be named by key.
    ///   - key: of two requests with the same key the second gets the first one's answer; nil for none.
    /// - Throws: ``UploadError`` for what can be refused at once; `CatalogueError`.
    public func begin(
        _ request: VideoImportRequest, owner: String, business: String = "", key: String? = nil, at now: Date
    ) async throws -> VideoImport {
        var video = Video(id: OpaqueID.make(), channelID: request.channelID)
        video.caption = request.caption ?? ""
        video.description = request.description ?? ""
        video.hashtags = request.hashtags ?? []
        video.access = request.access ?? video.access
        let file = PackageFile(url: request.url, upload: request.uploadID, object: request.s3Key)
        return try await begin(file, as: video, owner: owner, business: business, key: key, at: now)
    }

    /// The same with all that is to be told of the video.
    /// - Parameter video: with an id of its own.
    public func begin(
        _ file: PackageFile, as video: Video, owner: String, business: String = "", key: String? = nil, at now: Date
    ) async throws -> VideoImport {
        let source: PackageSource
        switch (file.url, file.upload, file.object) {
        case (let url?, nil, nil):
            // What a playlist names would have to be fetched too, from wherever it says.
            let path = URL(string: url)?.path.lowercased() ?? ""
            guard ![".m3u8", ".mpd", ".m3u"].contains(where: path.hasSuffix) else { throw UploadError.playlist }
            try await remote.check(url)
            source = .address(url)
        case (nil, let upload?, nil):
            guard try await uploads.isComplete(upload, owner: owner, at: now) else {
                throw UploadError(.incomplete, "There is no complete upload of that id. Complete it first.")
            }
            source = .upload(upload)
        case (nil, nil, let object?): source = .object(try await find(object, of: business).text)
        default: throw UploadError(.address, PackageFile.rule)
        }
        var video = video
        (video.status, video.hlsURL) = (.pending, nil)
        return try await add(source, video, key: key, at: now)
    }

    /// A file that a business names by its key. It can't name those of others, for all are below the folder of its id.
    private func find(_ name: String, of business: String) async throws -> StorageKey {
        guard let store = configuration.store else {
            throw UploadError(.address, "Nothing is imported by key here. Set \"import-store\" to where the files lie.")
        }
        guard let folder = StorageKey(business), let key = folder.appending(name), try await store.find(key) != nil else {
            throw UploadError(.address, "There is no file of that key. Keys are those below the folder of the business.")
        }
        return key
    }

    /// The same for a file of this machine, as the command line names it.
    /// - Parameters:
    ///   - captions: paths of captions, by BCP 47 language.
    ///   - video: with an id of its own, and whatever is to be told of it.
    public func begin(file: URL, captions: [String: String] = [:], as video: Video, at now: Date) async throws -> VideoImport {
        try await add(.file(path: file.path, captions: captions), video, key: nil, at: now)
    }

    private func add(_ source: PackageSource, _ made: Video, key: String?, at now: Date) async throws -> VideoImport {
        // Before its job: a worker that is quick finds it.
        _ = try await catalogue.resources.add(made, at: now)
        let work = PackageWork(video: made.id, source: source)
        let job = try await catalogue.jobs.add(
            kind: Self.kind, payload: try work.payload, key: key, runAt: now, mostAttempts: configuration.mostAttempts, at: now)
        let video = try PackageWork(job.payload).video
        if video != made.id { _ = try await catalogue.resources.delete(Video.self, id: made.id) }
        return Self.answer(job, video: video)
    }

    /// How far an import is; nil when there is none of that id.
    public func progress(of id: String) async throws -> VideoImport? {
        guard let job = try await catalogue.jobs.job(id: id), job.kind == Self.kind else { return nil }
        return (try? PackageWork(job.payload)).map { Self.answer(job, video: $0.video) }
    }

    private static func answer(_ job: Job, video: String) -> VideoImport {
        let status: VideoStatus =
            switch job.state {
            case .running: .processing
            case .done: .ready
            case .failed: .failed
            default: .pending
            }
        return VideoImport(id: job.id, status: status, videoID: video, progress: job.progress, error: status == .failed ? job.fault : nil)
    }

    /// One that does these jobs; several of them in several processes share the work.
    public func worker(_ worker: JobWorker.Configuration = JobWorker.Configuration()) -> JobWorker {
        var worker = worker
        worker.isFinal = Self.isFinal
        worker.remains = { $0.kind == Self.kind ? PackageWork.remains(of: $0.payload) : nil }
        return JobWorker(
            jobs: catalogue.jobs,
            handlers: [
                Self.kind: { job, report in try await PackageRun(self, job).run(report) },
                Self.removal: { job, _ in try await remove(job) },
            ],
            configuration: worker,
            surrender: { job, _ in
                guard job.kind == Self.kind, let video = try? PackageWork(job.payload).video else { return }
                try await mark(video, .failed)
            })
    }

    /// Has all that is kept of a video that was deleted taken out of the store.
    public func removeMedia(ofVideo id: String, at now: Date) async throws {
        _ = try await catalogue.jobs.add(
            kind: Self.removal, payload: ["video": .string(id)], key: nil, runAt: now, mostAttempts: 10, at: now)
    }

    private func remove(_ job: Job) async throws {
        guard let id = job.payload["video"]?.text, let folder = StorageKey("videos/\(id)"),
            try await catalogue.resources.find(Video.self, id: id) == nil
        else { return }
        try await storage.deleteAll(below: folder)
    }

    /// Packages a file of this machine for a video that is there, without a job: whoever waits for it does it.
    func packageNow(_ file: URL, captions: [String: String], video: String) async throws {
        let work = PackageWork(video: video, source: .file(path: file.path, captions: captions))
        try await PackageRun(self, work, name: OpaqueID.make()).run { _ in }
    }

    /// What no other try will mend.
    static func isFinal(_ error: any Error) -> Bool {
        switch error {
        case let error as PackagerError: error.isOfSource || error.isTimeLimit
        case let error as UploadError: !error.canRetry
        default: error is VideoGone
        }
    }

    /// The video of a job was deleted meanwhile.
    struct VideoGone: Error, CustomStringConvertible { var description: String { "The video was deleted." } }

    @discardableResult
    func mark(_ video: String, _ status: VideoStatus) async throws -> Bool {
        try await catalogue.resources.update(Video.self, id: video, at: Date()) { video in
            if video.status.mayBecome(status) { video.status = status }
        } != nil
    }
}
