// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service that delivers feeds, videos and their data to players and apps.",
        discussion: "Runs windowbox-service, a separate program in the same folder as this one; `windowbox serve --help` shows its help.")

    @Argument(parsing: .captureForPassthrough, help: "Arguments that are passed on unchanged.")
    var arguments: [String] = []

    func run() throws { try SiblingProgram.exec("windowbox-service", arguments) }
}
