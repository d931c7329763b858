// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec

struct Probe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what a playlist or a media file holds.",
        discussion: """
            Addresses within a playlist are resolved against --base; without it against the address the playlist was loaded \
            from, after redirects, and those in a local file or a data: address stay as written.

            A DASH manifest is told of as the multivariant playlist that is played of it.

            As JSON every key is always there, null when the playlist says nothing of it; EXT-X-VERSION too. Dates are UTC, \
            and segments between two stated dates have theirs extrapolated. Whatever happens, warnings and errors are there, each \
            with line and column (from 1; 0 is the whole), code, message and cure.

            Exit status: 0 it was read, 1 --strict found errors in it, 2 wrong usage, 3 it cannot be read at all.
            """)

    @Argument(
        help: "An address (http, https, data) or a file: a playlist, a DASH manifest, or media of any container.", completion: .file())
    var address: String

    @Flag(help: "Write JSON.")
    var json = false

    @Flag(help: "Make everything that the standard forbids an error, not a warning.")
    var strict = false

    @Option(help: "Resolve addresses against this one.")
    var base: String?

    func validate() throws {
        guard !address.isEmpty else { throw ValidationError("the address is empty; give an address or a file") }
    }

    func run() async throws {
        CodecLog.quiet()
        let report = await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        if let failure = report.failure { throw failure }
    }

    func report() async -> ProbeReport {
        let waiting = WaitingNote(for: address)
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
