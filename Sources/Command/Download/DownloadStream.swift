// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxOffline
import WindowboxTransport

struct DownloadStream: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download a stream or a file for offline playback.",
        discussion: """
            Downloads the best variant within --max-bitrate, one audio rendition (more with --audio-language) and the requested \
            subtitles, with the keys of encrypted streams. After an interruption, the same command resumes the download. It prints the \
            path, which `windowbox play` accepts.
            """)

    @Argument(help: "The URL of an on-demand stream or a media file.")
    var address: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The folder for downloads.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(name: .customLong("max-bitrate"), help: "The maximum bit rate of the variant, in bit/s.")
    var maximumBitrate: Int?

    @Option(
        name: .customLong("audio-language"),
        help: "Download the audio in this language (BCP 47: en, de-CH; * for all). Can be repeated.")
    var audioLanguages: [String] = []

    @Option(
        name: .customLong("subtitle-language"),
        help: "Download the subtitles in this language (BCP 47; * for all). Can be repeated.")
    var subtitleLanguages: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if let maximumBitrate, maximumBitrate <= 0 { throw ValidationError("--max-bitrate must be more than 0") }
        if folder.isEmpty { throw ValidationError("--to requires a folder") }
    }

    func run() async throws {
        let report = try await keep()
        FileHandle.standardOutput.write(Data(json ? report.json.bytes : Array(report.summary.utf8)))
        guard let error = report.status.error else { return }
        throw error.isOfMachine ? Failure.failed(error.message) : Failure.media("\(error.url ?? address): \(error.message)")
    }

    /// Downloads the stream, or resumes an unfinished download of it.
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
        var bar = TerminalProgress(label: "download")
        let waiting = WaitingMessage(for: address)
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
    /// Whether the error is local, not of the media or the network.
    fileprivate var isOfMachine: Bool { [.diskFull, .disk, .quota, .inUse].contains(code) }
}
