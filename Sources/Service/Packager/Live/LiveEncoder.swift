// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Encodes a source for a station: ffmpeg writes each rendition into a pipe, and the fragments go to the station as they arrive.
public struct LiveEncoder: Sendable {
    private let station: LiveStation
    private let input: LiveInput
    private let workFolder: URL
    private let egressPolicy: EgressPolicy

    /// - Parameters:
    ///   - workFolder: for the pipes.
    ///   - rule: the addresses that remote HLS may be fetched from: playlists, all URLs in them, and redirects.
    public init(
        _ input: LiveInput, station: LiveStation, workFolder: URL = FileManager.default.temporaryDirectory,
        rule: AddressPolicy = .publicOnly
    ) {
        egressPolicy = EgressPolicy(rule: rule, lookUp: NameLookup.addresses)
        self.input = input
        self.station = station
        self.workFolder = workFolder
    }

    /// Runs until the source ends or its task is cancelled. The station stays open; ``LiveStation/end()`` ends it.
    /// - Throws: ``PackagerError``, `CancellationError`.
    public func run() async throws {
        guard input.isWellFormed else { throw PackagerError.output("the live input has an invalid port, key or address") }
        guard case .files(let paths, let repeats) = input else { return try await encode(file: 0) }
        repeat {
            for file in paths.indices {
                try await encode(file: file)
                await station.restart()
            }
        } while repeats
    }

    private func encode(file: Int) async throws {
        do { try await encode(file: file, hasAudio: await station.hasAudio) } catch let error as PackagerError {
            // Missing audio is detected only when the source is open; an encoder must then connect again.
            guard LiveInput.lacksAudio("\(error)"), await station.removeAudio() else { throw error }
            try await encode(file: file, hasAudio: false)
        }
    }

    private func encode(file: Int, hasAudio: Bool) async throws {
        let folder = workFolder.appending(path: "windowbox-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var plan = station.plan
        plan.hasAudio = hasAudio
        var outputs: [String: String] = [:]
        for rendition in plan.renditions {
            let path = folder.appending(path: rendition).path
            guard mkfifo(path, 0o600) == 0 else { throw StorageError.system(errno, at: path) }
            outputs[rendition] = path
        }
        let lists = (picture: folder.appending(path: "pictures.txt").path, sound: folder.appending(path: "sound.txt").path)
        if case .programme(let clips, let repeats) = input {
            let length = repeats ? LiveInput.programmeLength : 0
            try Data(LiveClip.list(clips, seconds: length) { $0.picture }.utf8).write(to: URL(fileURLWithPath: lists.picture))
            try Data(LiveClip.list(clips, seconds: length) { $0.sound }.utf8).write(to: URL(fileURLWithPath: lists.sound))
        }
        let pipes = try outputs.mapValues { try PipeReader(path: $0) }
        let report = folder.appending(path: "packets").path
        let packets = try input.isSent ? packetReader(report) : nil
        var program = MediaProgram(
            "ffmpeg", settings: plan.packager, reads: input.reads(file: file), writes: [folder.path],
            sharesNetwork: input.needsNetwork)
        // A broadcast may last long.
        program.timeLimit = 30 * 86400
        let (arguments, running) = (
            plan.arguments(
                input, file: file, lists: lists, outputs: outputs, report: packets == nil ? nil : report), program
        )
        let (wrongKeys, wrongKey) = AsyncStream<Void>.makeStream()
        let admission = input.port.map { EncoderConnectionWatchdog(port: $0, limit: plan.settings.admission) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (rendition, pipe) in pipes {
                group.addTask {
                    var stream = FragmentStream()
                    for try await bytes in pipe.pieces {
                        for piece in try stream.read(bytes) {
                            switch piece {
                            case .header(let bytes, let header):
                                admission?.stop()
                                try await station.begin(rendition, bytes, header)
                            case .fragment(let bytes, let fragment): try await station.add(rendition, bytes, fragment)
                            }
                        }
                    }
                }
            }
            if let packets {
                group.addTask { for try await bytes in packets.pieces { station.meter.read(bytes) } }
            }
            group.addTask {
                for await _ in wrongKeys { throw PackagerError.wrongKey }
            }
            group.addTask { try await admission?.watch() }
            group.addTask {
                defer {
                    for pipe in pipes.values { pipe.writerEnded() }
                    packets?.writerEnded()
                    wrongKey.finish()
                    admission?.stop()
                }
                try await run(running, arguments, onErrorLine: { if LiveInput.isWrongKeyWarning($0) { wrongKey.yield() } })
            }
            // The first failure cancels the others, because ffmpeg would wait forever for a reader that has ended.
            for try await _ in group {}
        }
    }

    /// The pipe for the list of the encoder's packets.
    private func packetReader(_ path: String) throws -> PipeReader {
        guard mkfifo(path, 0o600) == 0 else { throw StorageError.system(errno, at: path) }
        station.meter.begin()
        return try PipeReader(path: path)
    }

    /// Makes ffmpeg use a proxy that checks addresses, because ffmpeg itself doesn't.
    private func run(_ program: MediaProgram, _ arguments: [String], onErrorLine: @escaping @Sendable (String) -> Void) async throws {
        guard case .hls = input else { return try await program.run(arguments, onErrorLine: onErrorLine) }
        try await EgressProxy.with(egressPolicy) { proxy in
            var program = program
            program.environment = ["http_proxy": proxy.address]
            try await program.run(arguments, onErrorLine: onErrorLine)
        }
    }
}
