// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxAdMarkup
import WindowboxAds
import WindowboxTransport

struct ShowAds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the contents of a VAST or VMAP document.",
        discussion: """
            --resolve follows wrappers: at most 5 in a chain, with a timeout of 8 seconds for the first response and 4 for each wrapper. \
            "ads" then contains the ads to play, each merged with its wrappers, and "reports" the error URLs that a player would \
            request; this command does not request them.

            The JSON output always contains every key, with null for values that the document does not have. Durations are in seconds, \
            bit rates in kbit/s. "errors" lists the errors with their VAST codes, location, line and remedy.

            Exit status: 0 success, 1 errors found by --strict, 2 usage error, 3 the document cannot be read.
            """)

    @Argument(help: "A URL (http, https, data) or a file, with VAST or VMAP.", completion: .file())
    var address: String

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Follow wrappers and the ad tags of a schedule.")
    var resolve = false

    @Flag(help: "Treat every violation of the standard as an error.")
    var strict = false

    func validate() throws {
        guard !address.isEmpty else { throw ValidationError("the address is empty; give a URL or a file") }
    }

    func run() async throws {
        let report = await report()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        if let failure = report.failure { throw failure }
    }

    func report() async -> AdsReport {
        var report = AdsReport(address: address)
        let source = AdSource()
        let document: AdSource.Document
        do throws(TransportError) {
            document = try await source.load(address, referrer: address, timeout: 30)
        } catch {
            report.failure = .media("\(address): \(error)")
            report.errors = [VASTError(.undefined, message: error.message, remedy: "give a reachable URL or a file")]
            return report
        }
        do throws(VASTError) {
            report.markup = try AdMarkup.read(document.bytes, mode: strict ? .strict : .lenient)
        } catch {
            // A rule violation is only fatal with --strict; malformed XML is always.
            let isReadable = strict && (try? AdMarkup.read(document.bytes)) != nil
            report.failure = isReadable ? .failed("\(address): \(error)") : .media("\(address): \(error)")
            report.errors = [error]
            return report
        }
        if resolve, let markup = report.markup { await report.resolve(markup, from: document.url, by: source) }
        return report
    }
}
