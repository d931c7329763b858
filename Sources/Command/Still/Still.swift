// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

struct Still: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write one picture of a stream as PNG.",
        discussion: """
            --captions draws the cues of a file that are shown at the picture's time, as `windowbox captions --boxes` places them, with \
            their colours, slant, weight, lines, fonts, shadows, outlines and backgrounds, ruby above its base, columns of vertical text, \
            the windows of regions, and captions that are pictures: as a window draws them. Text is drawn by Pango, which need not be \
            installed without --captions. Marks of emphasis are not drawn. Captions inside the stream are \
            read where --captions names the film itself: with --track N its text track N, or its picture subtitles (PGS, VobSub, DVB).

            Of a stream in several qualities the best one is taken that --limit-bitrate allows; one that comes too slowly gives way to \
            a lower one.
            """)

    @Argument(help: "An address or a file.", completion: .file())
    var address: String

    @Option(name: .customLong("at"), help: "Seconds on the timeline.")
    var time = 0.0

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String

    @Option(name: .customLong("limit-bitrate"), help: "Take no variant above so many bit/s.")
    var limitBitrate: Int?

    @Option(help: "A caption file of any format that `windowbox captions` reads; its cues are drawn on the picture.", completion: .file())
    var captions: String?

    @Option(help: ArgumentHelp("The track that is drawn where --captions names a film, counted from 1.", valueName: "number"))
    var track: Int?

    @Option(help: "A style sheet for the captions, as ::cue rules; it beats the file's.", completion: .file())
    var css: String?

    @Option(help: "Give up after so many seconds.")
    var timeout = 30.0

    func validate() throws {
        if let limitBitrate, limitBitrate <= 0 { throw ValidationError("--limit-bitrate takes a number above 0") }
        if let track, captions == nil || track < 1 { throw ValidationError("--track is for --captions, and counts from 1") }
        if css != nil, captions == nil { throw ValidationError("--css is for --captions") }
        guard time.isPlace else { throw ValidationError("--at takes a number of seconds from 0 on, not \(time)") }
        guard timeout.isLength else { throw ValidationError("--timeout takes a number of seconds above 0, not \(timeout)") }
        if output.isEmpty { throw ValidationError("--output takes a file") }
    }

    func run() async throws {
        let painter = try painter()
        CodecLog.quiet()
        let (pictures, feed) = AsyncStream.makeStream(of: StillEvent.self)
        let engine = PlaybackEngine(
            configuration: configuration, videoOutputs: [PictureCallback { feed.yield(.picture($0)) }], transport: .allowingPlainHTTP)
        await engine.load(address, as: ItemID(0), at: time > 0 ? .time(time) : .automatic)
        let facts = Task {
            for await fact in engine.facts {
                if case .failed(_, let error) = fact { feed.yield(.failed(error.message)) }
                if case .status(_, .ended) = fact { feed.yield(.failed("\(address) has no picture at \(time) s")) }
            }
        }
        let timer = Task {
            try? await Task.sleep(for: .seconds(timeout))
            if !Task.isCancelled { feed.yield(.failed("no picture came within \(timeout) s; --timeout waits longer")) }
        }
        defer {
            facts.cancel()
            timer.cancel()
        }
        for await event in pictures {
            switch event {
            case .failed(let message):
                await engine.shutDown()
                throw Failure.media(message)
            case .picture(let picture):
                await engine.shutDown()
                var png: [UInt8]
                do { png = try picture.png() } catch { throw Failure.media(error.description) }
                if let painter { png = try painter.draw(on: png, at: MediaTime(seconds: picture.time)) }
                do { try Data(png).write(to: URL(fileURLWithPath: output)) } catch {
                    throw Failure.failed("\(output) can't be written: \(error.localizedDescription)")
                }
                print("\(output): \(picture.displaySize.width)x\(picture.displaySize.height) at \(String(format: "%.3f", picture.time)) s")
                return
            }
        }
    }
}

extension Still {
    /// A player begins low, so as to begin soon. One picture is worth waiting for.
    var configuration: EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.streaming.quality.initialThroughput = 1e12
        configuration.streaming.limits.bitrate = limitBitrate
        return configuration
    }

    /// The track of a film; nil where the captions are a file of their own.
    private func film(_ path: String) throws -> CaptionDocument? {
        guard !PipedFiles.isPipe(path), let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let head = try? handle.read(upToCount: FilmText.headLength), FilmText.isFilm(Array(head)) else {
            guard track == nil else { throw Failure.usage("--track is for films, and \(Printable.line(path)) is none") }
            return nil
        }
        // The picture that is found may be shown a little earlier or later.
        let span = TimeRange(start: time - 10, end: time + 10)
        let film = try FilmText(FilmInput(path), name: path)
        return try film.document(of: track ?? (film.tracks.count == 1 ? 1 : nil), service: nil, shownIn: span)
    }

    /// What draws the captions; nil when none are asked for.
    private func painter() throws -> CaptionPainter? {
        guard let captions else { return nil }
        func bytes(of file: String) throws -> [UInt8] {
            do { return Array(try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
                throw Failure.media("\(Printable.line(file)) cannot be read: \(error.localizedDescription)")
            }
        }
        let document = try film(captions) ?? CaptionDocument.read(try bytes(of: captions))
        if document.cues.isEmpty, let error = document.errors.first {
            throw Failure.media("\(Printable.line(captions)):\(error.line): \(Printable.line(error.message)); \(error.cure)")
        }
        let sheets = try css.map { [StyleSheet(String(decoding: try bytes(of: $0), as: UTF8.self))] } ?? []
        return try CaptionPainter(document, styling: CaptionStyling(sheets: document.styleSheets, application: sheets))
    }
}

private enum StillEvent: Sendable {
    case picture(VideoFrame)
    case failed(String)
}
