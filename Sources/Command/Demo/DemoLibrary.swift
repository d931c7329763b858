// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sample library of the service: created once by `windowbox-ingest` and kept in the user's cache.
struct DemoLibrary {
    /// Changes with the samples, so that an outdated library is recreated.
    private static let edition = "6"
    /// Ids in the library.
    static let (app, business, channel, playlist, live) = ("samples", "samples", "samples", "samples", "samplelive")

    let folder: URL
    var database: String { folder.appendingPathComponent("service.sqlite").path }
    var media: String { folder.appendingPathComponent("media").path }
    private var marker: URL { folder.appendingPathComponent("complete") }

    init(folder: String?) {
        if let folder {
            self.folder = URL(fileURLWithPath: folder)
        } else {
            let home =
                ProcessInfo.processInfo.environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
                ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
            self.folder = home.appendingPathComponent("windowbox/demo-\(Self.edition)")
        }
    }

    /// Locks the library for this program.
    func lock() throws -> LibraryLock {
        do { try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true) } catch {
            throw Failure.failed("cannot create the folder \(media): \(error.localizedDescription)")
        }
        return try LibraryLock(folder)
    }

    /// Creates the library unless it is complete.
    func make() async throws {
        if FileManager.default.fileExists(atPath: marker.path) { return }
        print("Creating the sample library, once; this takes a minute or two: \(folder.path)")
        // Flushes for programs that read the output through a pipe.
        fflush(nil)
        let arguments = ["--samples", "--catalogue", database, "--storage", media, "--public-address", "/media"]
        let status = try await ChildProgram.run("windowbox-ingest", arguments)
        guard status == 0 else { throw Failure.failed("the sample library could not be created") }
        do { try Data().write(to: marker) } catch { throw Failure.failed("cannot write \(marker.path): \(error.localizedDescription)") }
    }
}
