// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptionDrawing
import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

struct StillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "still", abstract: "Save a video frame of a stream as a PNG file.",
        discussion: """
            --captions draws the cues of a file that are shown at the time of the frame, exactly as a window of the frame's size \
            draws them: with colours, italics, weights, underlines, fonts, shadows, outlines, backgrounds, ruby, vertical text, \
            regions and bitmap captions, but without emphasis marks. Text is drawn with Pango, which is only required for --captions. To draw captions inside a media file, give that file as --captions too, and choose its text or bitmap \
            track (PGS, VobSub, DVB) with --track N.

            Of a stream in several qualities, the best one within --limit-bitrate is used, or a lower one if the download is too slow.
            """)

    @Argument(help: "A URL or a file.", completion: .file())
    var address: String

    @Option(name: .customLong("at"), help: "The time of the frame, in seconds.")
    var time = 0.0

    @Option(name: .shortAndLong, help: "The PNG file to write; - for standard output.", completion: .file())
    var output: String

    @Option(name: .customLong("limit-bitrate"), help: "The maximum bit rate of the variant, in bit/s.")
    var limitBitrate: Int?

    @Option(
        help: "Draw the captions of this file, in any format that `windowbox captions` supports; - reads standard input.",
        completion: .file())
    var captions: String?

    @Option(help: ArgumentHelp("The track to draw if --captions is a media file, from 1.", valueName: "number"))
    var track: Int?

    @Option(help: "A style sheet file with ::cue rules, which override those of the captions.", completion: .file())
    var css: String?

    @Option(help: "The timeout in seconds.")
    var timeout = 30.0

    func validate() throws {
        if let limitBitrate, limitBitrate <= 0 { throw ValidationError("--limit-bitrate must be more than 0") }
        if let track, captions == nil || track < 1 { throw ValidationError("--track requires --captions and must be at least 1") }
        if css == StandardStreams.name, captions == StandardStreams.name {
            throw ValidationError("only one of --captions and --css can be -, standard input")
        }
        if css != nil, captions == nil { throw ValidationError("--css requires --captions") }
        guard time.isValidPosition else { throw ValidationError("--at must be at least 0 seconds, not \(time)") }
        guard timeout.isValidDuration else { throw ValidationError("--timeout must be more than 0 seconds, not \(timeout)") }
        if output.isEmpty { throw ValidationError("--output requires a file") }
    }

    func run() async throws {
        let captions = try stillCaptions()
        CodecLog.quiet()
        let (events, feed) = AsyncStream.makeStream(of: StillEvent.self)
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: [CallbackOutput { feed.yield(.frame($0)) }], transport: .allowingPlainHTTP)
        await engine.load(address, as: ItemID(0), at: time > 0 ? .time(time) : .automatic)
        let facts = Task {
            for await fact in engine.facts {
                if case .failed(_, let error) = fact { feed.yield(.failed(error.message)) }
                if case .status(_, .ended) = fact { feed.yield(.failed("\(address) has no video frame at \(time) s")) }
            }
        }
        let timer = Task {
            try? await Task.sleep(for: .seconds(timeout))
            if !Task.isCancelled { feed.yield(.failed("no video frame within \(timeout) s; increase --timeout to wait longer")) }
        }
        defer {
            facts.cancel()
            timer.cancel()
        }
        for await event in events {
            switch event {
            case .failed(let message):
                await engine.shutDown()
                throw Failure.media(message)
            case .frame(let frame):
                await engine.shutDown()
                var png: [UInt8]
                do { png = try frame.png() } catch { throw Failure.media(error.description) }
                if let captions { png = try captions.draw(on: png, at: MediaTime(seconds: frame.time)) }
                try StandardStreams.write(Data(png), to: output)
                let size = "\(frame.displaySize.width)x\(frame.displaySize.height)"
                if output != StandardStreams.name { print("\(output): \(size) at \(String(format: "%.3f", frame.time)) s") }
                return
            }
        }
    }
}

extension StillCommand {
    /// Starts at the highest quality: a player starts low to start fast, but a single still is worth the wait.
    var configuration: EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.streaming.quality.initialThroughput = 1e12
        configuration.streaming.limits.bitrate = limitBitrate
        return configuration
    }

    /// The captions of a media file's track; nil if the captions are in a separate file.
    private func embeddedCaptions(_ path: String) throws -> CaptionDocument? {
        guard let mediaFile = try MediaFileTextTracks.open(path) else {
            let canBeRead = !PipedFiles.isPipe(path) && FileManager.default.isReadableFile(atPath: path)
            guard track == nil || !canBeRead else {
                throw Failure.usage("--track requires a media file, and \(TerminalText.line(path)) is not one")
            }
            return nil
        }
        // The frame found may be slightly earlier or later.
        let span = TimeRange(start: time - 10, end: time + 10)
        return try mediaFile.document(of: track ?? (mediaFile.tracks.count == 1 ? 1 : nil), service: nil, shownIn: span)
    }

    /// The captions to draw; nil if none are requested.
    func stillCaptions() throws -> StillCaptions? {
        guard let captions else { return nil }
        func bytes(of file: String) throws -> [UInt8] {
            do { return Array(try StandardStreams.read(file)) } catch {
                throw Failure.media("cannot read \(TerminalText.line(file)): \(error.localizedDescription)")
            }
        }
        let document = try embeddedCaptions(captions) ?? CaptionDocument.read(try bytes(of: captions))
        if document.cues.isEmpty, let error = document.errors.first {
            throw Failure.media("\(TerminalText.line(captions)):\(error.line): \(TerminalText.line(error.message)); \(error.remedy)")
        }
        let sheets = try css.map { [StyleSheet(String(decoding: try bytes(of: $0), as: UTF8.self))] } ?? []
        return StillCaptions(document, sheets: sheets)
    }
}

private enum StillEvent: Sendable {
    case frame(VideoFrame)
    case failed(String)
}
