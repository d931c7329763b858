// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// Packages the given files, one after the other.
struct PackageFilesCommand {
    let program: IngestProgram

    func run() async throws {
        if program.catalogue.catalogue != nil {
            try await program.catalogue.withIngest(program.settings()) { ingest, catalogue in
                try await each { try await keep($0, ingest, catalogue) }
            }
        } else {
            try await each(write)
        }
    }

    /// A failure of one file doesn't affect the others.
    private func each(_ body: (String) async throws -> Void) async throws {
        var failure: IngestFailure?
        for file in program.files {
            do { try await body(file) } catch let error as CancellationError { throw error } catch {
                let known = error as? IngestFailure ?? IngestFailure(error)
                failure = failure ?? known
                if program.json {
                    try IngestReport(file: file, error: known.message).print()
                } else if program.files.count > 1 {
                    FileHandle.standardError.write(Data("\(file): \(known.message)\n".utf8))
                }
            }
        }
        if let failure { throw failure }
    }

    private func captions(of file: String) throws -> [String: String] {
        CaptionFiles.beside(file).merging(try program.namedCaptions()) { $1 }
    }

    private func write(_ file: String) async throws {
        let output = URL(fileURLWithPath: program.output ?? ".")
        let folder = output.appending(path: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
        // Under a temporary name until it is complete.
        let draft = output.appending(path: ".ingest-\(UUID().uuidString.prefix(8))")
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            throw IngestFailure(message: "\(folder.path) already exists; remove it or choose another --output", status: 1)
        }
        do { try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true) } catch {
            throw IngestFailure(message: "\(draft.path) can't be created: \(error.localizedDescription)", status: 1)
        }
        defer { try? FileManager.default.removeItem(at: draft) }
        let texts = try captions(of: file).sorted { $0.key < $1.key }.map { language, path in
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw IngestFailure(message: "\(path) can't be read", status: 1)
            }
            return Packager.Captions(bytes: Array(bytes), language: language)
        }
        let bar = Mutex(IngestBar(label: URL(fileURLWithPath: file).lastPathComponent, isQuiet: program.json))
        let media = try await Packager(settings: program.settings())
            .package(URL(fileURLWithPath: file).path, captions: texts, into: draft) { fraction in bar.withLock { $0.show(fraction) } }
        bar.withLock { $0.finish() }
        if let warning = media.warning { Self.warn(file, warning) }
        do { try FileManager.default.moveItem(at: draft, to: folder) } catch {
            throw IngestFailure(message: "\(folder.path) can't be created: \(error.localizedDescription)", status: 1)
        }
        let report = IngestReport(file: file, playlist: folder.appending(path: media.playlist).path, media: media)
        if program.json { try report.print() } else { print(report.summary) }
    }

    private static func warn(_ file: String, _ warning: String) {
        FileHandle.standardError.write(Data("windowbox ingest: \(file): \(warning)\n".utf8))
    }

    private func keep(_ file: String, _ ingest: Ingest, _ catalogue: Catalogue) async throws {
        let options = program.catalogue
        let now = Date()
        let channel = options.channel ?? ""
        _ = try await catalogue.resources.add(VideoChannel(id: channel, businessID: channel, name: channel, slug: channel), at: now)
        var video = Video(id: OpaqueID.make(), channelID: channel)
        video.caption = options.caption ?? URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        video.hashtags = options.hashtags?.split(separator: ",").map(String.init) ?? []
        let begun = try await ingest.begin(
            file: URL(fileURLWithPath: file), captions: captions(of: file).mapValues { URL(fileURLWithPath: $0).path }, as: video, at: now)
        var bar = IngestBar(label: URL(fileURLWithPath: file).lastPathComponent, isQuiet: program.json)
        // This program does the work, unless another worker is faster.
        var configuration = JobWorker.Configuration()
        configuration.onEvent = { if case .warned(_, let warning) = $0 { Self.warn(file, warning) } }
        let worker = Task { [configuration] in await ingest.worker(configuration).run() }
        defer { worker.cancel() }
        while true {
            guard let state = try await ingest.progress(of: begun.id) else {
                throw IngestFailure(message: "the job no longer exists", status: 1)
            }
            bar.show(state.progress)
            if state.status == .ready { break }
            if state.status == .failed { throw IngestFailure(message: state.error ?? "it failed", status: 3) }
            try await Task.sleep(for: .milliseconds(200))
        }
        bar.finish()
        let made = try await catalogue.resources.find(Video.self, id: begun.videoID)
        let report = IngestReport(file: file, playlist: made?.hlsURL, videoID: begun.videoID)
        if program.json { try report.print() } else { print(report.summary) }
    }
}
