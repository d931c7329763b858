// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Glibc

struct IngestFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Make streams of video files, into a folder or into a service.",
        discussion: "This is windowbox-ingest, a program of its own that lies beside this one; \"windowbox ingest --help\" is its help.")

    @Argument(parsing: .captureForPassthrough, help: "What it is given, as it is.")
    var arguments: [String] = []

    /// Becomes the other program, so that signals reach it and its status is this one's.
    func run() throws {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let program = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("windowbox-ingest").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure.failed("windowbox-ingest does not lie beside this program. Build it: swift build --product windowbox-ingest")
        }
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, &texts)
        let reason = String(cString: strerror(errno))
        for text in texts { free(text) }
        throw Failure.failed("\(program) can't be started: \(reason)")
    }
}
