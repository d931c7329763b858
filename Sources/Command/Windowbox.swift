// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

@main
struct Windowbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windowbox",
        abstract: "Play, inspect and measure video streams on Linux.",
        discussion: """
            Commands print text for people; with --json they print JSON for programs.
            Exit status: 0 success, 1 failure, 2 usage error, 3 media or network error.
            """,
        version: "0.1.0",
        subcommands: [
            Demo.self, Play.self, Cast.self, DownloadStream.self, Probe.self, Captions.self, Ads.self, StillCommand.self, Simulate.self,
            Serve.self, IngestFiles.self, ShowFeed.self, Bench.self, PrintCompletion.self,
        ])

    static var commandNames: [String] { configuration.subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() } }

    /// The entry point, with this program's exit statuses instead of the argument parser's.
    static func main() async {
        do {
            if let fault = CommandNameCheck.message(in: Array(CommandLine.arguments.dropFirst()), known: commandNames) {
                throw Failure.usage(fault)
            }
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
