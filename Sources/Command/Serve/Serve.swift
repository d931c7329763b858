// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Glibc

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve feeds, videos and their data to players and apps.",
        discussion: "This is windowbox-service, a program of its own that lies beside this one; \"windowbox serve --help\" is its help.")

    @Argument(parsing: .captureForPassthrough, help: "What it is given, as it is.")
    var arguments: [String] = []

    /// Becomes the other program, so that signals reach it and its status is this one's.
    func run() throws {
        guard let program = SiblingProgram.find("windowbox-service") else {
            throw Failure.failed("windowbox-service does not lie beside this program. Build it: swift build --product windowbox-service")
        }
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, &texts)
        let reason = String(cString: strerror(errno))
        for text in texts { free(text) }
        throw Failure.failed("\(program) can't be started: \(reason)")
    }
}
