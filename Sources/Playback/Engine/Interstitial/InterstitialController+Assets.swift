// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

// Finds the assets of an interstitial, prepares them in advance, and plays them one after the other without a gap.
extension InterstitialController {
    /// Seconds before an interstitial at which its assets are requested.
    private static let preparation = 10.0

    /// Prepares the interstitial that is due soon.
    func prepare(on engine: isolated PlaybackEngine) {
        guard let item = engine.current, !item.isAsset, engine.state.wantsToPlay, let event = item.scheduler.next(from: engine.playhead),
            case .time(let time) = event.place, time - engine.playhead < Self.preparation * max(engine.clock.rate, 1)
        else { return }
        if item.upcoming?.event != event {
            item.upcoming?.stop()
            item.prepare(findAssets(of: event, for: item, on: engine))
        }
        guard let load = item.upcoming, load.first == nil, let asset = load.assets?.first else { return }
        load.first = makeAsset(asset, of: item, on: engine)
    }

    /// Requests the assets of an interstitial.
    /// - Parameter seconds: how many seconds of it have passed when a viewer joins a live stream in the middle.
    func findAssets(
        of event: ScheduledInterstitial, for item: PlayingItem, joinedAt seconds: Double = 0, on engine: isolated PlaybackEngine
    ) -> InterstitialLoad {
        let load = InterstitialLoad(event)
        let address = event.address(session: item.request.session, joinedAt: seconds)
        guard case .list = event.asset else {
            load.set(AssetList.Asset(uri: URIReference(address), duration: 0))
            return load
        }
        let (transport, place, id) = (item.transport, event.id, item.id)
        let streaming = engine.factory.configuration.streaming
        let policy = streaming.recovery
        var limits = streaming.limitsOfLoads.playlist
        // A server that fills a break may have to ask other servers first.
        (limits.firstByte, limits.whole) = (max(limits.firstByte, 60), max(limits.whole, 60))
        let request = TransportRequest(
            url: address, limits: limits, maximumBytes: 1 << 20, acceptsCompression: true, referrer: item.address)
        load.task = Task { [weak engine] in
            do throws(TransportError) {
                let opened = try await OpenedResource.open(request, with: transport, policy: policy) {
                    await engine?.sourced(.requested, id)
                }
                var bytes = opened.prefix
                let body = opened.body.makeAsyncIterator()
                while let chunk = try await body.next() { bytes.append(chunk) }
                let (document, url) = (bytes, opened.head.url)
                await engine?.run { $0.interstitials.found(document, at: url, for: place, of: id, on: $0) }
            } catch {
                let failure = LoadFailure(error)
                await engine?.run { $0.interstitials.missed(failure, at: address, for: place, of: id, on: $0) }
            }
        }
        return load
    }

    private func waitingLoad(_ event: String, _ id: ItemID, on engine: isolated PlaybackEngine) -> InterstitialLoad? {
        if let load = interruption?.load, engine.lineup.primary?.id == id, load.event.id == event { return load }
        return engine.lineup.item(id)?.upcoming.flatMap { $0.event.id == event ? $0 : nil }
    }

    private func found(_ bytes: [UInt8], at url: String, for event: String, of id: ItemID, on engine: isolated PlaybackEngine) {
        guard let load = waitingLoad(event, id, on: engine) else { return }
        do throws(DocumentError) { load.set(try AssetList.parse(bytes, baseURL: url)) } catch {
            return missed(LoadFailure(.malformed, message: error.message), at: url, for: event, of: id, on: engine)
        }
        if load === interruption?.load { beginAssets(on: engine) }
    }

    private func missed(
        _ failure: LoadFailure, at url: String, for event: String, of id: ItemID, on engine: isolated PlaybackEngine
    ) {
        guard let load = waitingLoad(event, id, on: engine) else { return }
        load.fail()
        engine.factContinuation.yield(.warning(id, StreamingError(.unavailable, message: failure.message, url: url, underlying: failure)))
        if load === interruption?.load { playAsset(0, on: engine) }
    }

    private func makeAsset(
        _ asset: AssetList.Asset, of primary: PlayingItem, from start: Double = 0, on engine: isolated PlaybackEngine
    ) -> PlayingItem {
        let request = ItemRequest(
            asset.uri.url, as: nextAssetID(), at: start > 0 ? .time(start) : .automatic, isAsset: true)
        let item = engine.factory.make(request, within: primary, for: engine)
        // A provisional beginning until the asset's playlist is known. The remaining time counts from there.
        item.begin(at: start, isKnown: false)
        return item
    }

    /// Plays the known assets from the first one, or from where a viewer joined the live stream.
    func beginAssets(on engine: isolated PlaybackEngine) {
        guard let interruption, let load = interruption.load, let assets = load.assets else { return }
        let (index, start) = load.start(in: assets, joinedAt: interruption.turn.joinedAt)
        playAsset(index, from: start, on: engine)
    }

    /// Plays one of the current interstitial's assets while no other one is on air.
    /// - Parameter start: seconds to skip at the start of the asset.
    private func playAsset(_ index: Int, from start: Double = 0, on engine: isolated PlaybackEngine) {
        guard let interruption, let load = interruption.load, let assets = load.assets, let primary = engine.lineup.primary else { return }
        guard index < assets.count, interruption.hasTimeLeft else { return finish(interruption.ending, on: engine) }
        let following = engine.lineup.takeNext()
        let prepared = index == 0 ? load.takeFirst() : following
        let item = prepared ?? makeAsset(assets[index], of: primary, from: start, on: engine)
        self.interruption?.beginAsset(index, from: start)
        engine.lineup.setCurrent(item)
        item.becameVisible(engine.videoSink.counts)
        engine.videoSink.admit([item.video])
        engine.timing.setRate(on: engine)
        cut(item)
        item.goOnAir(offset: engine.clock.time - item.beginning, atOnce: true)
        if let error = item.failure { return assetFailed(item, error, on: engine) }
        reportAsset(on: engine)
        prepareAsset(on: engine)
        engine.ticker.start(on: engine)
        engine.endedOrReady(item)
    }

    /// Prepares the asset that follows the current one.
    private func prepareAsset(on engine: isolated PlaybackEngine) {
        guard let interruption, let assets = interruption.assets, interruption.index + 1 < assets.count,
            let primary = engine.lineup.primary
        else { return }
        engine.lineup.setNext(makeAsset(assets[interruption.index + 1], of: primary, on: engine))
    }

    /// - Parameter error: why the asset does not play, or not to its end.
    private func reportAsset(failedBy error: StreamingError? = nil, on engine: isolated PlaybackEngine) {
        guard let event = interruption?.load?.event, let asset = interruption?.asset, let primary = engine.lineup.primary else { return }
        let fact = error.map { InterstitialFact.assetFailed(event, asset, $0) } ?? .asset(event, asset)
        engine.factContinuation.yield(.interstitial(primary.id, fact))
    }

    /// Ends an asset at the interstitial's limit.
    private func cut(_ item: PlayingItem) {
        guard let remaining = interruption?.turn.remaining else { return }
        item.block(BlockedRanges([TimeRange(start: item.beginning + remaining, end: 1e9)]))
        item.updateStopRanges(from: item.beginning)
    }

    /// Handles an asset that was played to its end.
    func assetEnded(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item === engine.current, interruption != nil else { return }
        interruption?.played((item.end ?? item.beginning) - item.beginning)
        guard let following = engine.next, let interruption, interruption.hasTimeLeft else { return finish(.played, on: engine) }
        self.interruption?.beginAsset(interruption.index + 1, from: 0)
        cut(following)
        if !following.isOnAir { engine.lineUp(following, behind: item) }
        if following.failure == nil { reportAsset(on: engine) }
        engine.advance(from: item, to: following)
        if engine.current === following, engine.next == nil { prepareAsset(on: engine) }
    }

    /// Handles an asset that can't be played, or no further: the next asset follows and, after the last, the item resumes.
    func assetFailed(_ item: PlayingItem, _ error: StreamingError, on engine: isolated PlaybackEngine) {
        item.fail(error)
        guard let primary = engine.lineup.primary, item === engine.current, let interruption else { return }
        engine.factContinuation.yield(.warning(primary.id, error))
        reportAsset(failedBy: error, on: engine)
        if item.hasBeenReady {
            self.interruption?.played(engine.playhead - item.beginning)
        } else if !interruption.hasPlayed {
            interruption.load?.fail(keepsAssets: true)
        }
        engine.outputs.stop()
        engine.lineup.holdNextBack()
        engine.stop(engine.lineup.takeCurrent())
        playAsset(interruption.index + 1, on: engine)
    }
}

extension StreamingError {
    /// Interstitials must be on demand (RFC 8216bis appendix D.2).
    static func liveAsset(_ url: String) -> StreamingError {
        StreamingError(.unsupported, message: "an interstitial must be on demand, but this one is live", url: url)
    }
}
