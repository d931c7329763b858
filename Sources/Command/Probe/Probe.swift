// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec

struct Probe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the contents of a playlist or a media file, or what this machine can decode.",
        discussion: """
            URLs in a playlist are resolved against --base, by default the URL of the playlist after redirects; those in a local file or \
            a data: URL are not resolved without --base.

            A DASH manifest is shown as the multivariant playlist that it is converted to for playback.

            The JSON output always contains every key, with null for values that the playlist does not have, even EXT-X-VERSION. Dates \
            are in UTC and are extrapolated for segments without one. "warnings" and "errors" are always present, each entry with \
            line and column (from 1; 0 for the whole playlist), code, message and remedy.

            Exit status: 0 success, 1 errors found by --strict, 2 usage error, 3 the input cannot be read.
            """)

    @Argument(help: "A URL (http, https, data) or a file: a playlist, a DASH manifest or a media file.", completion: .file())
    var address: String?

    @Flag(help: "Show the decoders of the installed FFmpeg, and whether a GPU can be used, with the reason if not.")
    var system = false

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Treat every violation of the standard as an error, not a warning.")
    var strict = false

    @Option(help: "The base URL for resolving URLs.")
    var base: String?

    func validate() throws {
        if system {
            guard address == nil, base == nil, !strict else { throw ValidationError("--system examines this machine: give no address") }
        } else {
            guard let address, !address.isEmpty else { throw ValidationError("the address is missing; give a URL or a file, or --system") }
        }
    }

    func run() async throws {
        CodecLog.quiet()
        if system {
            let report = SystemReport(support: .examine())
            return FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        }
        let report = await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        if let failure = report.failure { throw failure }
    }

    func report() async -> ProbeReport {
        let address = address ?? ""
        let waiting = WaitingMessage(for: address)
        defer { waiting.end() }
        do throws(ProbeFault) {
            let resource = try await ProbedResource.open(address)
            waiting.end()
            let finding: ProbeReport.Finding
            if resource.looksLikePlaylist {
                finding = .playlist(try await resource.playlist(base: base, isStrict: strict))
            } else {
                finding = .file(try await resource.file())
            }
            return ProbeReport(address: resource.address, isStrict: strict, finding: finding)
        } catch {
            return ProbeReport(address: address, isStrict: strict, finding: .nothing(error))
        }
    }
}
