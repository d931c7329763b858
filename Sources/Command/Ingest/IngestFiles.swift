// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct IngestFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Convert video files to streams, in a folder or in a service.",
        discussion: "Runs windowbox-ingest, a separate program in the same folder as this one; `windowbox ingest --help` shows its help.")

    @Argument(parsing: .captureForPassthrough, help: "Arguments that are passed on unchanged.")
    var arguments: [String] = []

    func run() throws { try SiblingProgram.exec("windowbox-ingest", arguments) }
}
