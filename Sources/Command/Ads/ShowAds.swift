// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxAdMarkup
import WindowboxAds
import WindowboxTransport

struct ShowAds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Tell what a VAST or VMAP document holds.",
        discussion: """
            With --resolve wrappers are followed: 5 behind each other at most, 8 seconds for the first answer and 4 for each wrapper. \
            "ads" are then those to play, each merged with its wrappers, and "reports" are the error addresses that a player would \
            tell; nothing is told from here.

            As JSON every key is always there, null when the document says nothing of it. Durations are in seconds, bitrates in \
            kbit/s. "errors" has what is wrong, by the codes of VAST, with place, line and cure.

            Exit status: 0 it was read, 1 --strict found errors in it, 2 wrong usage, 3 it cannot be read at all.
            """)

    @Argument(help: "An address (http, https, data) or a file: VAST or VMAP.", completion: .file())
    var address: String

    @Flag(help: "Write JSON.")
    var json = false

    @Flag(help: "Follow wrappers, and the tags of a schedule.")
    var resolve = false

    @Flag(help: "Make everything that the standard forbids an error.")
    var strict = false

    func validate() throws {
        guard !address.isEmpty else { throw ValidationError("the address is empty; give an address or a file") }
    }

    func run() async throws {
        let report = await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        if let failure = report.failure { throw failure }
    }

    func report() async -> AdsReport {
        var report = AdsReport(address: address)
        let source = AdSource()
        let answer: AdSource.Answer
        do throws(TransportError) {
            answer = try await source.load(address, referrer: address, timeout: 30)
        } catch {
            report.failure = .media("\(address): \(error)")
            report.errors = [VASTError(.undefined, message: error.message, cure: "give an address that answers, or a file")]
            return report
        }
        do throws(VASTError) {
            report.markup = try AdMarkup.read(answer.bytes, mode: strict ? .strict : .lenient)
        } catch {
            // What is no XML can't be read at all; what breaks a rule could be, without --strict.
            let isReadable = strict && (try? AdMarkup.read(answer.bytes)) != nil
            report.failure = isReadable ? .failed("\(address): \(error)") : .media("\(address): \(error)")
            report.errors = [error]
            return report
        }
        if resolve, let markup = report.markup { await report.resolve(markup, from: answer.url, by: source) }
        return report
    }
}
