// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager
import WindowboxServerKit
import WindowboxServiceKit

@testable import WindowboxServer

/// A service with its own empty database on a free local port, called by HTTP; removed after the test.
struct RunningService: Sendable {
    let catalogue: Catalogue
    let port: Int
    let clock: SetClock
    let service: VideoService
    /// The database setting, with which another service can be started.
    let database: String
    let studio: LiveIngestManager?

    /// - Parameter service: Nil if another process runs it.
    init(
        catalogue: Catalogue, port: Int, clock: SetClock, service: VideoService? = nil, database: String = "",
        studio: LiveIngestManager? = nil
    ) {
        self.catalogue = catalogue
        self.port = port
        self.clock = clock
        self.service =
            service
            ?? VideoService(catalogue: catalogue, settings: ServiceSettings(secrets: ["a secret of the tests"]), media: ServiceMedia())
        self.database = database
        self.studio = studio
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// - Parameters:
    ///   - log: Receives the log lines.
    ///   - database: The database of another running service; nil creates one.
    ///   - change: Changes the settings before the start; it receives a folder that lasts as long as the test.
    ///   - live: Creates the live ingest manager and its media store, in the same folder.
    static func with(
        log: RecordedLog? = nil, database: String? = nil, packager: PackagerSettings = PackagerSettings(),
        _ change: (inout ServiceSettings, URL) throws -> Void = { _, _ in },
        live: ((Catalogue, URL) throws -> (LiveIngestManager?, any MediaStore))? = nil,
        _ body: @Sendable (RunningService) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-service-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database ?? Make.current.setting(in: folder)
        let catalogue = try await Catalogue(database)
        var settings = ServiceSettings(secrets: ["a secret of the tests"])
        settings.port = 0
        try change(&settings, folder)
        let clock = SetClock()
        var media = try ServiceMedia(settings)
        let taken = try live?(catalogue, folder)
        let studio = taken?.0
        if let taken { media.played = taken.1 }
        let service = VideoService(
            catalogue: catalogue, settings: settings, media: media, packager: packager, live: studio,
            clock: { clock.now })
        do {
            try await service.listening(log: log ?? RecordedLog()) { port in
                try await body(
                    RunningService(catalogue: catalogue, port: port, clock: clock, service: service, database: database, studio: studio))
                await studio?.close()
            }
        } catch {
            await studio?.close()
            try? await catalogue.close()
            throw error
        }
        try await catalogue.close()
    }
}

/// A clock that only a test advances.
final class SetClock: Sendable {
    /// A Sunday in 2025, in milliseconds.
    static let noon = Timestamp.date(1_763_812_800_000)
    private let time = Mutex(SetClock.noon)

    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 = $0.addingTimeInterval(seconds) } }
}

/// Records log lines.
final class RecordedLog: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])
    private let facts = Mutex<Logger.Metadata>([:])
    /// Each line when it is written.
    let written: AsyncStream<String>
    private let write: AsyncStream<String>.Continuation

    init() { (written, write) = AsyncStream.makeStream() }

    var lines: [String] { kept.withLock { $0 } }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { facts.withLock { $0 } }
        set { facts.withLock { $0 = newValue } }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let line = ([event.message.description] + facts).joined(separator: " ")
        kept.withLock { $0.append(line) }
        write.yield(line)
    }
}
