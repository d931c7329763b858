// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

// The assets of an interstitial: found, got ready ahead, and played one after the other without a gap.
extension PlaybackEngine {
    /// Seconds before an interstitial at which its assets are looked for.
    private static let preparation = 10.0

    /// Gets ready what interrupts the current item soon.
    func prepareInterstitial() {
        guard let item = current, !item.isAsset, wantsToPlay, let event = item.course.next(from: playhead),
            case .time(let time) = event.place, time - playhead < Self.preparation * max(clock.rate, 1)
        else { return }
        if item.upcoming?.event != event {
            item.upcoming?.stop()
            item.upcoming = findAssets(of: event, for: item)
        }
        guard let load = item.upcoming, load.first == nil, let asset = load.assets?.first else { return }
        load.first = makeAsset(asset, of: item)
    }

    /// Looks for the assets of an interstitial.
    /// - Parameter seconds: of it that are over for who joins a live stream in it.
    func findAssets(of event: ScheduledInterstitial, for item: PlayingItem, joinedAt seconds: Double = 0) -> InterstitialLoad {
        let load = InterstitialLoad(event)
        let address = event.address(session: item.session, joinedAt: seconds)
        guard case .list = event.asset else {
            load.assets = [AssetList.Asset(uri: URIReference(address), duration: 0)]
            return load
        }
        let (transport, policy, referrer, place, id) = (
            item.transport, configuration.streaming.recovery, item.address, event.id, item.id
        )
        var limits = configuration.streaming.limitsOfLoads.playlist
        // Who fills a break may have to ask others first.
        (limits.firstByte, limits.whole) = (max(limits.firstByte, 60), max(limits.whole, 60))
        let request = TransportRequest(url: address, limits: limits, maximumBytes: 1 << 20, acceptsCompression: true, referrer: referrer)
        load.task = Task { [weak self] in
            do throws(TransportError) {
                let opened = try await OpenedResource.open(request, with: transport, policy: policy) {
                    await self?.sourced(.requested, id)
                }
                var bytes = opened.prefix
                let body = opened.body.makeAsyncIterator()
                while let chunk = try await body.next() { bytes.append(chunk) }
                await self?.found(bytes, at: opened.head.url, for: place, of: id)
            } catch { await self?.missed(LoadFailure(error), at: address, for: place, of: id) }
        }
        return load
    }

    private func waitingLoad(_ event: String, _ id: ItemID) -> InterstitialLoad? {
        if let load = interruption?.load, interruption?.primary.id == id, load.event.id == event { return load }
        return item(id)?.upcoming.flatMap { $0.event.id == event ? $0 : nil }
    }

    private func found(_ bytes: [UInt8], at url: String, for event: String, of id: ItemID) {
        guard let load = waitingLoad(event, id) else { return }
        do throws(DocumentError) { load.take(try AssetList.parse(bytes, baseURL: url)) } catch {
            return missed(LoadFailure(.malformed, message: error.message), at: url, for: event, of: id)
        }
        if load === interruption?.load { beginAssets() }
    }

    private func missed(_ failure: LoadFailure, at url: String, for event: String, of id: ItemID) {
        guard let load = waitingLoad(event, id) else { return }
        (load.assets, load.hasFailed) = ([], true)
        tell.yield(.warning(id, StreamingError(.unavailable, message: failure.message, url: url, underlying: failure)))
        if load === interruption?.load { playAsset(0) }
    }

    private func makeAsset(_ asset: AssetList.Asset, of primary: PlayingItem, from start: Double = 0) -> PlayingItem {
        lastAsset += 1
        // Of the engine's own: nobody else counts below zero.
        let item = makeItem(asset.uri.url, ItemID(-lastAsset), start > 0 ? .time(start) : .automatic, ItemOptions(), within: primary)
        // As far as is known before its playlist is: what is left of it counts from there.
        item.beginning = start
        return item
    }

    /// The assets are known: plays them from the first, or from where a live stream was joined in them.
    func beginAssets() {
        guard let interruption, let load = interruption.load, let assets = load.assets else { return }
        let (index, start) = load.place(in: assets, joinedAt: interruption.turn.joinedAt)
        playAsset(index, from: start)
    }

    /// Plays one of the present interstitial's assets, when its turn comes without another one before it on air.
    /// - Parameter start: seconds of the asset that are left out.
    func playAsset(_ index: Int, from start: Double = 0) {
        guard let interruption, let load = interruption.load, let assets = load.assets else { return }
        guard index < assets.count, interruption.turn.remaining ?? 1 > 0 else {
            return finishInterstitial(interruption.hasPlayed ? .played : load.hasFailed ? .failed : .empty)
        }
        let prepared = index == 0 ? load.takeFirst() : next
        next = nil
        let item = prepared ?? makeAsset(assets[index], of: interruption.primary, from: start)
        self.interruption?.index = index
        self.interruption?.assetStart = start
        current = item
        item.meter.cameOnAir(screen.counts)
        screen.admit([item.video])
        setClockRate()
        cut(item)
        goOnAir(item, offset: clock.time - item.beginning, atOnce: true)
        if let error = item.failure { return assetFailed(item, error) }
        tellAsset()
        prepareAsset()
        startTicks()
        endedOrReady(item)
    }

    /// Gets the asset behind the one that plays ready.
    private func prepareAsset() {
        guard let interruption, let assets = interruption.load?.assets, interruption.index + 1 < assets.count else { return }
        next = makeAsset(assets[interruption.index + 1], of: interruption.primary)
    }

    /// - Parameter error: why it does not play, or not on.
    private func tellAsset(failedBy error: StreamingError? = nil) {
        guard let interruption, let load = interruption.load, let assets = load.assets, assets.indices.contains(interruption.index) else {
            return
        }
        let place = InterstitialAsset(
            index: interruption.index, count: assets.count, asset: assets[interruption.index], elapsed: interruption.turn.progress,
            start: interruption.assetStart)
        let fact = error.map { InterstitialFact.assetFailed(load.event, place, $0) } ?? .asset(load.event, place)
        tell.yield(.interstitial(interruption.primary.id, fact))
    }

    /// Lets an asset end where the interstitial's limit is.
    private func cut(_ item: PlayingItem) {
        guard let remaining = interruption?.turn.remaining else { return }
        item.blocked = BlockedRanges([TimeRange(start: item.beginning + remaining, end: 1e9)])
        setFences(item, from: item.beginning)
    }

    /// All of an asset was played.
    func assetEnded(_ item: PlayingItem) {
        guard item === current, interruption != nil else { return }
        let seconds = (item.ended.values.max() ?? item.beginning) - item.beginning
        interruption?.hasPlayed = true
        interruption?.turn.played(seconds)
        guard let following = next, interruption?.turn.remaining ?? 1 > 0 else { return finishInterstitial(.played) }
        interruption?.index += 1
        interruption?.assetStart = 0
        cut(following)
        if !following.isOnAir { lineUp(following, behind: item) }
        if following.failure == nil { tellAsset() }
        advance(from: item, to: following)
        if current === following, next == nil { prepareAsset() }
    }

    /// An asset can't be played, or no further: the one behind it is, and without any the item goes on.
    func assetFailed(_ item: PlayingItem, _ error: StreamingError) {
        item.failure = error
        guard let primary = interruption?.primary else { return }
        if item === current {
            tell.yield(.warning(primary.id, error))
            tellAsset(failedBy: error)
            if item.hasBeenReady {
                let seconds = playhead - item.beginning
                interruption?.hasPlayed = true
                interruption?.turn.played(seconds)
            } else if interruption?.hasPlayed == false {
                interruption?.load?.hasFailed = true
            }
            clock.pause()
            speaker.pause()
            speaker.flush()
            if let following = next, following.isOnAir { forgetNext() }
            stopItem(&current)
            playAsset((interruption?.index ?? 0) + 1)
        }
    }
}

extension StreamingError {
    /// Interstitials are on demand (RFC 8216bis appendix D.2).
    static func liveAsset(_ url: String) -> StreamingError {
        StreamingError(.unsupported, message: "an interstitial must be on demand, and this one is live", url: url)
    }
}
