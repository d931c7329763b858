// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Previews of a file, read through a separate demuxer on a separate thread, so that playback is not disturbed.
final class FilePreviews: Sendable {
    private struct Commands {
        var next: Command?
        var number = 0
        var isBusy = false
        var isStopped = false
    }

    private struct Command {
        var time: Double
        var width: Int
        var deinterlacing: Deinterlacing
        var number: Int
    }

    private let commands = Monitor(Commands())
    private let input: TransportInput
    private let timestamps: JoinedFileMap
    private let report: @Sendable (Preview?, _ number: Int) -> Void

    /// - Parameter report: called once for each request that was not superseded, with nil when there is no frame.
    init(_ input: TransportInput, _ timestamps: JoinedFileMap, report: @escaping @Sendable (Preview?, _ number: Int) -> Void) {
        self.input = input
        self.timestamps = timestamps
        self.report = report
        WorkerThread.start { [self] in run() }
    }

    /// Requests a preview. Supersedes earlier requests.
    /// - Parameters:
    ///   - time: seconds on the file's timeline.
    ///   - width: pixels.
    /// - Returns: the number of the request, which its answer will carry.
    func request(_ time: Double, width: Int, deinterlacing: Deinterlacing) -> Int {
        commands.change { commands in
            commands.number += 1
            commands.next = Command(time: time, width: width, deinterlacing: deinterlacing, number: commands.number)
            endReading(commands)
            return commands.number
        }
    }

    func cancel() {
        commands.change { commands in
            commands.next = nil
            endReading(commands)
        }
    }

    /// Aborts a read for a superseded request, since the server may never answer.
    private func endReading(_ commands: Commands) { if commands.isBusy { input.interrupt() } }

    func stop() {
        commands.change { $0.isStopped = true }
        input.close()
    }

    private func run() {
        var demuxer: Demuxer?
        while true {
            let command: Command? = commands.wait { commands in
                if commands.isStopped { return .some(nil) }
                guard let next = commands.next else { return nil }
                commands.next = nil
                commands.isBusy = true
                input.resume()
                return next
            }
            guard let command else { return }
            var preview: Preview?
            do throws(CodecError) {
                if demuxer == nil { demuxer = try Demuxer(file: input, map: timestamps) }
                if let demuxer { preview = try read(demuxer, command) }
            } catch {
                // A new demuxer may still reach data after a damaged part of the file.
                demuxer = nil
                input.rewind()
            }
            input.stopTransfers()
            commands.change { $0.isBusy = false }
            report(preview, command.number)
        }
    }

    /// Decodes the keyframe at a time or before it.
    ///
    /// Near the end of a file, or of a recording in it, there may be none, or only a damaged one. Then an earlier keyframe is decoded.
    private func read(_ demuxer: Demuxer, _ command: Command) throws(CodecError) -> Preview? {
        var lookBack = 0.0
        while true {
            let time = max(command.time - lookBack, 0)
            do throws(CodecError) {
                if let preview = try read(demuxer, command, from: time) { return preview }
            } catch {
                guard error.code == .malformed || error.code == .failed else { throw error }
            }
            guard time > 0, lookBack < Self.maxLookBack else { return nil }
            lookBack = max(lookBack * 2, 1)
        }
    }

    /// Seconds before a time at which a keyframe is still a preview of it.
    private static let maxLookBack = 64.0

    private func read(_ demuxer: Demuxer, _ command: Command, from start: Double) throws(CodecError) -> Preview? {
        try demuxer.seek(to: start)
        let track = FileTracks(demuxer.mediaTracks).video
        while let sample = try demuxer.next() {
            // The part that begins at a seam may have another format.
            guard sample.format.kind == .video, sample.track == track ?? sample.track, sample.isKey else { continue }
            guard sample.protection == nil else { return nil }
            let time = demuxer.fileTime(of: sample)
            guard let frame = try decoded(sample, at: time, command) else { continue }
            return Preview(
                frame: try frame.narrowed(to: command.width),
                span: TimeRange(start: min(frame.time, command.time), end: max(frame.time, command.time)))
        }
        return nil
    }

    /// - Returns: nil for a damaged frame.
    private func decoded(_ sample: Sample, at time: Double, _ command: Command) throws(CodecError) -> VideoFrame? {
        do throws(CodecError) {
            return try KeyframeReader.decode(sample, at: time, deinterlacing: command.deinterlacing)
        } catch {
            if error.code == .unsupported { throw error }
            return nil
        }
    }
}
