// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

@main
struct Windowbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windowbox",
        abstract: "Plays, examines and measures video streams on Linux.",
        discussion: """
            Every verb prints for people; --json prints for programs.
            Exit status: 0 done, 1 failed, 2 wrong usage, 3 the media or the network failed.
            """,
        version: "0.1.0",
        subcommands: [
            Demo.self, Play.self, Cast.self, DownloadStream.self, Probe.self, Captions.self, Ads.self, Still.self, Simulate.self,
            Serve.self, IngestFiles.self, ShowFeed.self, Bench.self, PrintCompletion.self,
        ])

    static var verbs: [String] { configuration.subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() } }

    /// The usual entry point, with this program's exit statuses in place of the library's.
    static func main() async {
        do {
            if let fault = TypedVerb.fault(in: Array(CommandLine.arguments.dropFirst()), known: verbs) { throw Failure.usage(fault) }
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            FileHandle.standardError.write(Data("windowbox: \(failure.message)\n".utf8))
            Foundation.exit(failure.status)
        } catch {
            let code = exitCode(for: error)
            guard code != .validationFailure else {
                FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
                Foundation.exit(2)
            }
            exit(withError: error)
        }
    }
}
