// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// One attempt of a job: fetches the file, packages it, stores the package, and updates the video.
///
/// An interrupted attempt has no effect: it has its own folder and its own storage prefix, and the video is updated last, atomically.
struct PackagingAttempt {
    private let ingest: Ingest
    private let work: PackagingJob
    /// Unique per attempt.
    private let name: String

    init(_ ingest: Ingest, _ job: Job) throws {
        self.init(ingest, try PackagingJob(job.payload), name: "\(job.id)-\(job.attempt)")
    }

    init(_ ingest: Ingest, _ work: PackagingJob, name: String) {
        self.ingest = ingest
        self.work = work
        self.name = name
    }

    /// - Returns: what the package lacks, and why; nil if it is complete.
    func run(_ report: @escaping @Sendable (Double) -> Void) async throws -> String? {
        guard try await ingest.mark(work.video, .processing) else { throw Ingest.VideoGone() }
        let folder = ingest.configuration.workFolder.appending(path: "windowbox-\(name)-\(UUID().uuidString.prefix(8))")
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw StorageError.disk(error, at: folder.path)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        do { return try await run(in: folder, report) } catch let error as PackagerError {
            throw error.redacted(without: folder, file: Self.source)
        }
    }

    private static let source = "source"

    private func run(in folder: URL, _ report: @escaping @Sendable (Double) -> Void) async throws -> String? {
        let (source, captions) = try await fetch(work.source, into: folder) { report($0 * 0.1) }
        let output = folder.appending(path: "package")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let media = try await Packager(settings: ingest.configuration.packager)
            .package(source.path, captions: captions, into: output) { report(0.1 + $0 * 0.8) }
        guard let base = StorageKey("videos/\(work.video)/\(name)") else { throw Ingest.VideoGone() }
        try await keep(media, from: output, at: base) { report(0.9 + $0 * 0.1) }
        try await publish(media, from: output, at: base, video: work.video)
        if case .upload(let id) = work.source { try await ingest.uploads.remove(id) }
        return media.warning
    }

    private func fetch(
        _ source: PackageSource, into folder: URL, _ report: @escaping @Sendable (Double) -> Void
    ) async throws -> (URL, [Packager.Captions]) {
        let file = folder.appending(path: Self.source)
        switch source {
        case .address(let address):
            try await ingest.remote.fetch(address, to: file, onProgress: report)
            try Self.refusePlaylist(file)
            return (file, [])
        case .upload(let id):
            try await ingest.uploads.write(id, to: file)
            try Self.refusePlaylist(file)
            return (file, [])
        case .object(let key):
            try await copy(key, to: file, report)
            try Self.refusePlaylist(file)
            return (file, [])
        case .file(let path, let captions):
            let texts = try captions.sorted { $0.key < $1.key }.map { language, path in
                guard let bytes = FileManager.default.contents(atPath: path) else {
                    throw PackagerError.captions(path, "the file doesn't exist")
                }
                return Packager.Captions(bytes: Array(bytes), language: language)
            }
            return (URL(fileURLWithPath: path), texts)
        case .ended: throw Ingest.VideoGone()
        }
    }

    private func copy(_ name: String, to file: URL, _ report: @Sendable (Double) -> Void) async throws {
        guard let store = ingest.configuration.store, let key = StorageKey(name), let object = try await store.find(key) else {
            throw UploadError(.address, "The file with that key no longer exists.")
        }
        let maxBytes = ingest.remote.limits.maxBytes
        guard object.size <= maxBytes else { throw UploadError(.tooLarge, "The file has \(object.size) bytes, the limit is \(maxBytes).") }
        guard object.size > 0, let pieces = try await store.read(key, range: 0..<object.size) else {
            throw UploadError(.address, "The file with that key is empty.")
        }
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw StorageError.system(errno, at: file.path) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var count: Int64 = 0
        for try await piece in pieces {
            do { try handle.write(contentsOf: Data(piece)) } catch { throw StorageError.disk(error, at: file.path) }
            count += Int64(piece.count)
            report(Double(count) / Double(object.size))
        }
    }

    /// Reports playlists with a clear error; ffmpeg doesn't open them anyway (``FFmpegInput``).
    private static func refusePlaylist(_ file: URL) throws {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let start = String(decoding: try handle.read(upToCount: 512) ?? Data(), as: UTF8.self)
        if start.hasPrefix("#EXTM3U") || start.hasPrefix("\u{FEFF}#EXTM3U") || start.contains("<MPD") { throw UploadError.playlist }
    }

    /// Stores files in order: a playlist after all files it names.
    private func keep(
        _ media: PackagedMedia, from folder: URL, at base: StorageKey, _ report: @Sendable (Double) -> Void
    ) async throws {
        for (number, name) in media.files.enumerated() {
            try Task.checkCancellation()
            guard let key = base.appending(name) else { throw PackagerError.output("\(name) can't be used as a name in the store") }
            try await ingest.storage.put(.file(folder.appending(path: name)), at: key, type: PackageMediaType.name(of: name))
            report(Double(number + 1) / Double(media.files.count))
        }
    }

    private func publish(_ media: PackagedMedia, from folder: URL, at base: StorageKey, video id: String) async throws {
        let address = "\(ingest.configuration.publicAddress)/\(base)"
        let (now, resources) = (Date(), ingest.catalogue.resources)
        let before = try await resources.find(Video.self, id: id)
        // Viewers in the middle of a playback still read the previous package.
        if let old = before?.hlsURL?.packageKey(below: ingest.configuration.publicAddress), old != base,
            StorageKey("videos/\(id)").map(old.isBelow) ?? false
        {
            try await ingest.removeLater(old, ofVideo: id, at: now)
        }
        let sent = Set(before?.subtitles.filter { UploadedFileName.isAddress($0.url) }.map(\.language) ?? [])
        let transcripts = try media.texts.filter { !sent.contains($0.language) }.map { text in
            let bytes = try Data(contentsOf: folder.appending(path: text.file))
            // A file without cues says nothing.
            let captions = try? PackagedSubtitles(Array(bytes), name: text.language, label: text.label, duration: 0)
            return Transcript(language: text.language, text: captions?.transcript)
        }
        let changed = try await resources.update(video: id, transcripts: transcripts, at: now) { video in
            media.describe(&video, at: address)
            if video.status.mayBecome(.ready) { video.status = .ready }
            if video.publishedAt == nil { video.publishedAt = now }
        }
        guard let changed else {
            try await ingest.storage.deleteAll(below: base)
            throw Ingest.VideoGone()
        }
        if changed.subtitles.contains(where: { UploadedFileName.isAddress($0.url) }) {
            _ = try await ingest.updateCaptions(ofVideo: id, at: now)
        }
    }
}

extension String {
    /// The key of a package's folder, from its URL.
    func packageKey(below address: String) -> StorageKey? {
        guard hasPrefix(address + "/videos/"), let slash = lastIndex(of: "/") else { return nil }
        return StorageKey(String(self[index(startIndex, offsetBy: address.count + 1)..<slash]))
    }
}

/// The media types of a package's files.
public enum PackageMediaType {
    public static func name(of file: String) -> String {
        switch file.split(separator: ".").last ?? "" {
        case "m3u8": "application/vnd.apple.mpegurl"
        case "mp4", "m4s": "video/mp4"
        case "vtt": "text/vtt; charset=utf-8"
        case "jpg": "image/jpeg"
        case "gif": "image/gif"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }
}
