// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve feeds, videos and their data to players and apps.",
        discussion: "This is windowbox-service, a program of its own that lies beside this one; \"windowbox serve --help\" is its help.")

    @Argument(parsing: .captureForPassthrough, help: "What it is given, as it is.", completion: .file())
    var arguments: [String] = []

    func run() throws { try SiblingProgram.become("windowbox-service", arguments) }
}
