// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Makes the items of an engine, with the settings they share.
struct ItemFactory {
    let configuration: EngineConfiguration
    let transport: any Transport
    let keyProviders: @Sendable (_ address: String) -> [any KeyProvider]
    let outputs: EngineOutputs
    let queue: EngineQueue
    var processing = MediaProcessing()
    /// The limits that the user set; nil for those of the configuration.
    var limits: QualityLimits?

    /// Makes an item and begins to open its URL.
    /// - Parameters:
    ///   - primary: the item that this one interrupts as an asset.
    ///   - engine: receives its facts.
    func make(_ request: ItemRequest, within primary: PlayingItem? = nil, for engine: PlaybackEngine) -> PlayingItem {
        let id = request.id
        let onRender: @Sendable (RenderFact) -> Void = { [weak engine] fact in engine?.post { $0.rendered(fact, id) } }
        let tracks = ItemTracks(configuration: configuration, format: outputs.audioSink.format) { [weak engine] fact in
            engine?.post { $0.tracked(fact, id) }
        }
        let renderers = ItemRenderers(
            video: VideoRenderer(track: tracks.video, clock: outputs.clock, videoSink: outputs.videoSink, facts: onRender),
            audio: AudioRenderer(track: tracks.audio, clock: outputs.clock, audioSink: outputs.audioSink, facts: onRender))
        let transport = primary?.transport ?? CookieTransport(transport)
        let item = PlayingItem(request, transport: transport, tracks: tracks, renderers: renderers)
        tracks.set(processing)
        item.run(opening: open(request, tracks, transport, referrer: primary?.address, for: engine))
        return item
    }

    /// Opens the URL and checks its first bytes: a playlist becomes an HLS source, anything else is a file.
    private func open(
        _ item: ItemRequest, _ tracks: ItemTracks, _ transport: any Transport, referrer: String?, for engine: PlaybackEngine
    ) -> Task<Void, Never> {
        let (id, address, ahead, queue) = (item.id, item.address, item.options.forwardBuffer, queue)
        var streaming = configuration.streaming
        if let ahead { streaming.bufferGoal = ahead }
        let keys = KeyStore(keyProviders(address) + [IdentityKeyProvider(transport), ClearKeyProvider(transport)])
        let onSource: @Sendable (SourceFact) -> Void = { [weak engine, queue] fact in
            queue.post { [weak engine] in engine?.assumeIsolated { $0.sourced(fact, id) } }
        }
        return Task { [weak engine, streaming] in
            do throws(TransportError) {
                let asked = TransportRequest(
                    url: address, limits: streaming.limitsOfLoads.playlist, acceptsCompression: true, referrer: referrer)
                let (policy, longest) = (streaming.recovery, streaming.limitsOfLoads.playlistBytes)
                let onRequest: () async -> Void = { await engine?.sourced(.requested, id) }
                let (found, request) = try await OpenedResource.open(asked, with: transport, policy: policy, onRequest: onRequest)
                    .followingList(asked, with: transport, policy: policy, longest: longest, onRequest: onRequest)
                let (opened, transport) = try await found.readingManifest(request, with: transport, limit: longest)
                if !opened.isPlaylist, let rejection = opened.rejection {
                    await engine?.sourced(.failed(rejection), id)
                    return
                }
                let source: any ItemSource =
                    opened.isPlaylist
                    ? HLSSource(
                        opened: opened, address: request.url, tracks: tracks, transport: transport, keys: keys, configuration: streaming,
                        queue: queue, facts: onSource)
                    : FileSource(
                        opened: opened, address: request.url, tracks: tracks, transport: transport, ahead: ahead,
                        subtitleLanguages: streaming.subtitleLanguages, queue: queue, facts: onSource)
                await engine?.opened(source, id)
            } catch {
                let failure = LoadFailure(error)
                let message = StreamingError(
                    .unavailable, message: error.description, url: address, underlying: failure, isTransient: error.canRetry)
                await engine?.sourced(.failed(message), id)
            }
        }
    }
}
