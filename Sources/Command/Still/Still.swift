// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

struct Still: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write one picture of a stream as PNG.")

    @Argument(help: "An address or a file.")
    var address: String

    @Option(name: .customLong("at"), help: "Seconds on the timeline.")
    var time = 0.0

    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String

    @Option(help: "Give up after so many seconds.")
    var timeout = 30.0

    func run() async throws {
        CodecLog.quiet()
        let (pictures, feed) = AsyncStream.makeStream(of: StillEvent.self)
        let engine = PlaybackEngine(videoOutputs: [PictureCallback { feed.yield(.picture($0)) }])
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
                let png: [UInt8]
                do { png = try StillImage.png(of: picture) } catch { throw Failure.media(error.description) }
                do { try Data(png).write(to: URL(fileURLWithPath: output)) } catch {
                    throw Failure.failed("\(output) can't be written: \(error.localizedDescription)")
                }
                print("\(output): \(picture.size.width)x\(picture.size.height) at \(String(format: "%.3f", picture.time)) s")
                return
            }
        }
    }
}

private enum StillEvent: Sendable {
    case picture(VideoFrame)
    case failed(String)
}
