// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct IngestFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Make streams of video files, into a folder or into a service.",
        discussion: "This is windowbox-ingest, a program of its own that lies beside this one; \"windowbox ingest --help\" is its help.")

    @Argument(parsing: .captureForPassthrough, help: "What it is given, as it is.", completion: .file())
    var arguments: [String] = []

    func run() throws { try SiblingProgram.become("windowbox-ingest", arguments) }
}
