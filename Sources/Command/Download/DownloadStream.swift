// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxOffline
import WindowboxTransport

struct DownloadStream: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Keep a stream or a file for playing without a network.",
        discussion: """
            The best variant within --max-bitrate, one rendition of sound and the subtitles asked for are kept whole, encrypted \
            streams with their keys. Interrupted, the same command goes on where it was. What it prints is what windowbox play takes.
            """)

    @Argument(help: "An address: an on-demand stream or a media file.")
    var address: String

    @Option(
        name: .customLong("to"), help: ArgumentHelp("The folder that holds the downloads.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(name: .customLong("max-bitrate"), help: "Keep no variant above so many bit/s.")
    var maximumBitrate: Int?

    @Option(
        name: .customLong("audio-language"),
        help: "Keep the sound of this language (BCP 47: en, de-CH; * for all); may be given several times.")
    var audioLanguages: [String] = []

    @Option(
        name: .customLong("subtitle-language"),
        help: "Keep the subtitles of this language (BCP 47; * for all); may be given several times.")
    var subtitleLanguages: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if let maximumBitrate, maximumBitrate <= 0 { throw ValidationError("--max-bitrate takes a number above 0") }
        if folder.isEmpty { throw ValidationError("--to takes a folder") }
    }

    func run() async throws {
        let report = try await keep()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        guard let error = report.status.error else { return }
        throw error.isOfMachine ? Failure.failed(error.message) : Failure.media("\(error.url ?? address): \(error.message)")
    }

    /// Loads it, or what is missing of it.
    @MainActor func keep() async throws -> DownloadReport {
        let downloader: Downloader
        let download: Download
        do throws(DownloadError) {
            downloader = try await Downloader.open(
                folder, configuration: DownloaderConfiguration(continuesByItself: false), transport: .allowingPlainHTTP)
            download = try await downloader.download(
                url: address,
                preference: DownloadPreference(
                    maximumBitrate: maximumBitrate, audioLanguages: audioLanguages, subtitleLanguages: subtitleLanguages))
        } catch { throw Failure.failed(error.message) }
        download.resume()
        var bar = ProgressBar(label: "download")
        let waiting = WaitingNote(for: address)
        defer { waiting.end() }
        for await status in download.statuses {
            if status.progress.bytes > 0 { waiting.end() }
            bar.show(status.progress.fraction)
            if !status.state.isActive { break }
        }
        let report = DownloadReport(address: address, path: downloader.path(of: download), status: download.status)
        if report.status.error == nil { bar.finish() }
        await downloader.close()
        return report
    }
}

extension DownloadError {
    /// The machine or the wish is at fault, and neither the media nor the network.
    fileprivate var isOfMachine: Bool { [.diskFull, .disk, .quota, .inUse].contains(code) }
}
