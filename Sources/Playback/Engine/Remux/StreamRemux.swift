// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
package import WindowboxStreaming
package import WindowboxTransport

/// Remuxes an HLS stream into an MPEG transport stream, for receivers that don't play HLS: the loaded samples are muxed into another
/// container instead of being decoded.
///
/// It therefore handles everything that playback does: separate audio renditions, encrypted samples, live streams, discontinuities, failing
/// servers.
package actor StreamRemux {
    private let queue = EngineQueue()
    private let tracks: ItemTracks
    private let pipe = RemuxByteStream()
    private let known = Monitor(Known())
    private var source: HLSSource?
    private var began = MonotonicClock.now
    private var isLive = false
    private var start = 0.0

    private struct Known {
        var kinds: Set<TrackKind>?
        var isStopped = false
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    package init() {
        tracks = Self.tracks()
    }

    private static func tracks() -> ItemTracks {
        ItemTracks(configuration: EngineConfiguration(retention: 0), format: AudioFormat()) { _ in }
    }

    /// The index of the best usable variant; nil when there is none.
    private static func best(
        among facts: AsyncStream<SourceFact>, _ isUsable: (Presentation.Variant) -> Bool
    ) async throws -> Int? {
        for await fact in facts {
            if case .failed(let error) = fact { throw error }
            guard case .presentation(let presentation) = fact else { continue }
            let usable = presentation.variants.enumerated().filter { $0.element.exclusion == nil && isUsable($0.element) }
            return usable.max { $0.element.bandwidth < $1.element.bandwidth }?.offset
        }
        throw CancellationError()
    }

    /// Sends the stream from a position to its end, or until the task is cancelled or the receiver stops accepting bytes.
    /// - Parameters:
    ///   - address: the URL of a multivariant or media playlist.
    ///   - isUsable: which variants the receiver can play. The best of them is sent.
    ///   - write: returns when the bytes were accepted.
    /// - Throws: ``StreamingError``, `TransportError`, `CodecError`, what `write` throws, or `CancellationError` when the task was
    ///   cancelled.
    package nonisolated func send(
        _ address: String, from position: StartPosition, isUsable: @escaping @Sendable (Presentation.Variant) -> Bool = { _ in true },
        transport: any Transport, keyProviders: [any KeyProvider], configuration: StreamingConfiguration = StreamRemux.configuration,
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        do {
            try await perform(address, from: position, isUsable, transport, keyProviders, configuration, write)
        } catch {
            // A cancelled load may report any error.
            try Task.checkCancellation()
            throw error
        }
    }

    private nonisolated func perform(
        _ address: String, from position: StartPosition, _ isUsable: @Sendable (Presentation.Variant) -> Bool,
        _ transport: any Transport, _ keyProviders: [any KeyProvider], _ configuration: StreamingConfiguration,
        _ write: ([UInt8]) async throws -> Void
    ) async throws {
        let request = TransportRequest(url: address, limits: configuration.limitsOfLoads.playlist, acceptsCompression: true)
        let transport = CookieTransport(transport)
        let keys = KeyStore(keyProviders + [IdentityKeyProvider(transport), ClearKeyProvider(transport)])
        func source(_ tracks: ItemTracks, _ facts: @escaping @Sendable (SourceFact) -> Void) async throws -> HLSSource {
            let (opened, transport) = try await OpenedResource.open(request, with: transport, policy: configuration.recovery) {}
                .readingManifest(request, with: transport, limit: configuration.limitsOfLoads.playlistBytes)
            return HLSSource(
                opened: opened, address: address, tracks: tracks, transport: transport, keys: keys, configuration: configuration,
                queue: queue, facts: facts)
        }
        // Send one variant from the first segment on: not every receiver follows changes within a transport stream.
        let (facts, continuation) = AsyncStream.makeStream(of: SourceFact.self)
        let first = try await source(Self.tracks()) { continuation.yield($0) }
        await first.start(at: position)
        let variant: Int?
        do { variant = try await Self.best(among: facts, isUsable) } catch {
            await first.stop()
            throw error
        }
        await first.stop()
        let source = try await source(tracks) { [weak self] fact in self?.assumeIsolated { $0.handle(fact) } }
        if let variant { await source.select(.variant(variant)) }
        await begin(source, at: position)
        do {
            try await withTaskCancellationHandler {
                for try await bytes in pipe.chunks {
                    try await write(bytes)
                    pipe.taken(bytes)
                }
                try Task.checkCancellation()
            } onCancel: {
                pipe.close()
            }
        } catch {
            await stop()
            throw error
        }
        await stop()
    }

    /// Loads less far ahead than a player, because the receiver has its own buffer.
    package static var configuration: StreamingConfiguration {
        var configuration = StreamingConfiguration()
        configuration.bufferGoal = 20
        return configuration
    }

    private func begin(_ source: HLSSource, at position: StartPosition) {
        self.source = source
        source.assumeIsolated { $0.start(at: position) }
        let (tracks, known, pipe) = (tracks, known, pipe)
        let report: @Sendable (Double) -> Void = { [weak self] time in
            guard let self else { return }
            queue.enqueue { self.assumeIsolated { $0.note(time) } }
        }
        WorkerThread.start { Self.run(tracks, known, pipe, report) }
    }

    private func stop() {
        known.change { $0.isStopped = true }
        pipe.close()
        source?.assumeIsolated { $0.stop() }
        source = nil
    }

    private func handle(_ fact: SourceFact) {
        switch fact {
        case .timeline(let timeline): isLive = timeline.duration == nil
        case .position(let position): (start, began) = (position, MonotonicClock.now)
        case .kinds(let kinds): known.change { $0.kinds = kinds }
        case .jump(let time): queue.enqueue { self.assumeIsolated { $0.source?.assumeIsolated { $0.seek(to: time) } } }
        case .failed(let error): pipe.finish(error)
        default: return
        }
    }

    /// Samples up to a time were sent. The position in a live stream follows the clock, however far ahead the samples are.
    private func note(_ time: Double) {
        let position = isLive ? min(time, start + (MonotonicClock.now - began)) : time
        let playback = Playback(position: position, rate: 1, wantsToPlay: true, isStalled: false, droppedFrames: 0)
        source?.assumeIsolated { $0.note(playback) }
    }

    // MARK: The muxing thread

    private static func run(_ tracks: ItemTracks, _ known: Monitor<Known>, _ pipe: RemuxByteStream, _ report: @Sendable (Double) -> Void) {
        let kinds: Set<TrackKind> = known.wait { $0.isStopped ? [] : $0.kinds }
        do throws(CodecError) {
            var merger = SampleMerger(tracks, kinds: kinds)
            var (waiting, formats): ([SampleQueue.Entry], [TrackKind: TrackFormat]) = ([], [:])
            var muxer: TransportStreamMuxer?
            var (sent, reported) = (0.0, -1.0)
            while !known.read({ $0.isStopped }) {
                let step = merger.next()
                if case .sample(let entry) = step {
                    waiting.append(entry)
                    formats[entry.sample.format.kind] = formats[entry.sample.format.kind] ?? entry.sample.format
                    sent = max(sent, entry.time)
                }
                // All tracks are announced at the beginning of the transport stream.
                let isEnd = if case .end = step { true } else { false }
                if muxer == nil, !formats.isEmpty, isEnd || kinds.isSubset(of: formats.keys) {
                    muxer = try TransportStreamMuxer(Array(formats.values.sorted { $0.kind.rawValue < $1.kind.rawValue })) {
                        pipe.write($0)
                    }
                }
                if let muxer {
                    for entry in waiting { try muxer.append(entry.sample, at: entry.time) }
                    waiting = []
                }
                switch step {
                case .sample: if sent < reported + 0.5, reported >= 0 { continue }
                case .nothingYet: muxer?.flush()
                case .end:
                    try muxer?.finish()
                    return pipe.finish()
                }
                reported = sent
                report(sent)
            }
        } catch { pipe.finish(error) }
    }
}
