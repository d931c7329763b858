// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
public import WindowboxContract

/// Imports videos into the catalogue: packages an upload or a remote file into the store. Imports are jobs, which survive the process.
public struct Ingest: Sendable {
    public struct Configuration: Sendable {
        public var packager = PackagerSettings()
        /// The URL or path prefix of stored files: players use `publicAddress` + `/` + key. Without a trailing slash.
        public var publicAddress: String
        /// For temporary files, which are large.
        public var workFolder = FileManager.default.temporaryDirectory
        /// The store from which clients import files by key. Each business has its files in a folder named by its id. Nil if there is none.
        public var store: (any MediaStorage)?
        /// Seconds for which a package is kept after it was replaced, because viewers may still be reading it: as long as their URLs and
        /// sessions are valid. The default is enough for any service's settings.
        public var replacedPackageSeconds = 1.25 * 2_592_000
        /// The limit of attempts per file.
        public var maxAttempts = 4

        public init(publicAddress: String) { self.publicAddress = publicAddress }
    }

    static let kind = "package"
    static let removal = "remove media"

    let catalogue: Catalogue
    let storage: any MediaStorage
    let uploads: Uploads
    let remote: RemoteDownloader
    let configuration: Configuration

    public init(catalogue: Catalogue, storage: any MediaStorage, uploads: Uploads, remote: RemoteDownloader, configuration: Configuration) {
        self.catalogue = catalogue
        self.storage = storage
        self.uploads = uploads
        self.remote = remote
        self.configuration = configuration
    }

    /// Creates a pending video and the job that packages it. The caller must have been authorised for the channel.
    /// - Parameters:
    ///   - owner: as for ``Uploads``.
    ///   - business: the business whose files may be named by key.
    ///   - key: an idempotency key: a second request with the same key gets the first one's result. Nil for none.
    /// - Throws: ``UploadError`` for what can be rejected at once; `CatalogueError`.
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

    /// Begins the import of a file for a video with all its metadata.
    /// - Parameter video: must have an id.
    public func begin(
        _ file: PackageFile, as video: Video, owner: String, business: String = "", key: String? = nil, at now: Date
    ) async throws -> VideoImport {
        let source: PackageSource
        switch (file.url, file.upload, file.object) {
        case (let url?, nil, nil):
            // The files named in a playlist would have to be fetched from arbitrary URLs too.
            let path = URL(string: url)?.path.lowercased() ?? ""
            guard ![".m3u8", ".mpd", ".m3u"].contains(where: path.hasSuffix) else { throw UploadError.playlist }
            try await remote.check(url)
            source = .address(url)
        case (nil, let upload?, nil):
            guard try await uploads.isComplete(upload, owner: owner, at: now) else {
                throw UploadError(.incomplete, "There is no complete upload with that id. Complete it first.")
            }
            source = .upload(upload)
        case (nil, nil, let object?): source = .object(try await find(object, of: business).text)
        default: throw UploadError(.address, PackageFile.rule)
        }
        var video = video
        (video.status, video.hlsURL) = (.pending, nil)
        return try await add(source, video, key: key, at: now)
    }

    /// A file that a business names by key. It can't name files of others, because all keys are below the folder of its id.
    private func find(_ name: String, of business: String) async throws -> StorageKey {
        guard let store = configuration.store else {
            throw UploadError(.address, "Importing by key is not configured here. Set \"import-store\" to the store with the files.")
        }
        guard let folder = StorageKey(business), let key = folder.appending(name), try await store.find(key) != nil else {
            throw UploadError(.address, "There is no file with that key. Keys are relative to the folder of the business.")
        }
        return key
    }

    /// Begins the import of a local file, named on the command line.
    /// - Parameters:
    ///   - captions: paths of captions by BCP 47 language.
    ///   - video: must have an id.
    public func begin(file: URL, captions: [String: String] = [:], as video: Video, at now: Date) async throws -> VideoImport {
        try await add(.file(path: file.path, captions: captions), video, key: nil, at: now)
    }

    private func add(_ source: PackageSource, _ made: Video, key: String?, at now: Date) async throws -> VideoImport {
        // Before its job, because a worker may start at once.
        _ = try await catalogue.resources.add(made, at: now)
        let work = PackagingJob(video: made.id, source: source)
        let job = try await catalogue.jobs.add(
            kind: Self.kind, payload: try work.payload, key: key, runAt: now, maxAttempts: configuration.maxAttempts, at: now)
        let video = try PackagingJob(job.payload).video
        if video != made.id { _ = try await catalogue.resources.delete(Video.self, id: made.id) }
        return Self.answer(job, video: video)
    }

    /// The state of an import; nil if there is none with that id.
    public func progress(of id: String) async throws -> VideoImport? {
        guard let job = try await catalogue.jobs.job(id: id), job.kind == Self.kind else { return nil }
        return (try? PackagingJob(job.payload)).map { Self.answer(job, video: $0.video) }
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

    /// A worker for these jobs. Several workers in several processes share the work.
    public func worker(_ worker: JobWorker.Configuration = JobWorker.Configuration()) -> JobWorker {
        var worker = worker
        worker.isFinal = Self.isFinal
        worker.remains = { $0.kind == Self.kind ? PackagingJob.remains(of: $0.payload) : nil }
        return JobWorker(
            jobs: catalogue.jobs,
            handlers: [
                Self.kind: { [onEvent = worker.onEvent] job, report in
                    if let warning = try await PackagingAttempt(self, job).run(report) { onEvent(.warned(job, warning: warning)) }
                },
                Self.removal: { job, _ in try await remove(job) },
            ],
            configuration: worker,
            onGiveUp: { job, _ in
                guard job.kind == Self.kind, let video = try? PackagingJob(job.payload).video else { return }
                try await mark(video, .failed)
            })
    }

    /// Schedules the deletion of all stored files of a deleted video.
    public func removeMedia(ofVideo id: String, at now: Date) async throws {
        _ = try await catalogue.jobs.add(
            kind: Self.removal, payload: ["video": .string(id)], key: nil, runAt: now, maxAttempts: 10, at: now)
    }

    /// Schedules the deletion of a video's package, which is about to be replaced.
    func removeLater(_ package: StorageKey, ofVideo id: String, at now: Date) async throws {
        _ = try await catalogue.jobs.add(
            kind: Self.removal, payload: ["video": .string(id), "package": .string(package.text)], key: nil,
            runAt: now.addingTimeInterval(configuration.replacedPackageSeconds), maxAttempts: 10, at: now)
    }

    func remove(_ job: Job) async throws {
        guard let id = job.payload["video"]?.text, let folder = StorageKey("videos/\(id)") else { return }
        let video = try await catalogue.resources.find(Video.self, id: id)
        if let package = job.payload["package"]?.text.flatMap({ StorageKey($0) }) {
            // A video's address is what its owner wrote, and may name the files of somebody else's video.
            guard package.isBelow(folder) else { return }
            // It may not have been replaced after all.
            guard video?.hlsURL?.packageKey(below: configuration.publicAddress) != package else { return }
            return try await storage.deleteAll(below: package)
        }
        if video == nil { try await storage.deleteAll(below: folder) }
    }

    /// Packages a local file for an existing video, without a job.
    func packageNow(_ file: URL, captions: [String: String], video: String) async throws {
        let work = PackagingJob(video: video, source: .file(path: file.path, captions: captions))
        _ = try await PackagingAttempt(self, work, name: OpaqueID.make()).run { _ in }
    }

    /// Whether retrying is pointless.
    static func isFinal(_ error: any Error) -> Bool {
        switch error {
        case let error as PackagerError: error.isOfSource || error.isTimeLimit
        case let error as UploadError: !error.canRetry
        default: error is VideoGone
        }
    }

    /// The job's video was deleted meanwhile.
    struct VideoGone: Error, CustomStringConvertible { var description: String { "The video was deleted." } }

    @discardableResult
    func mark(_ video: String, _ status: VideoStatus) async throws -> Bool {
        try await catalogue.resources.update(Video.self, id: video, at: Date()) { video in
            if video.status.mayBecome(status) { video.status = status }
        } != nil
    }
}
