// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Fetches what the session requests, with the keys and initialization sections that it depends on.
extension BrowserSession {
    func index(_ id: Int) -> Int? { loads.firstIndex { $0.load.id.number == id } }
    func load(_ id: Int) -> BrowserLoad? { index(id).map { loads[$0] } }

    mutating func start(_ load: StreamLoad) {
        let id = load.id.number
        switch load.content {
        case .playlist(let location), .steering(let location):
            loads.append(BrowserLoad(load, nil, kinds: [], dependencies: []))
            actions.append(.fetch(BrowserFetch(id: id, url: location.url, span: location.span, limits: load.limits)))
        case .segment(let segment): start(load, segment)
        case .picture, .subtitles:
            // The session never requests these here.
            send(.failed(load.id, LoadFailure(.unsupported, message: "single frames and image subtitles aren't shown in a browser")))
        }
    }

    mutating func start(_ load: StreamLoad, _ segment: SegmentLoad) {
        var needed: [Int] = []
        do throws(LoadProblem) { actions += try resources.need(segment, load.limits, &needed) } catch {
            loads.append(BrowserLoad(load, segment, kinds: [], dependencies: []))
            return failed(load.id.number, error.failure)
        }
        media.continued(segment.contentType)
        if segment.contentType == .main { clocks.begin(load.id, segment.range, discontinuity: segment.discontinuity) }
        loads.append(BrowserLoad(load, segment, kinds: media.kinds(of: segment.contentType), dependencies: needed))
        actions.append(
            .fetch(BrowserFetch(id: load.id.number, url: segment.location.url, span: segment.location.span, limits: load.limits)))
        if segment.contentType == .main, media.shows(segment.stream) {
            actions.append(.variant(segment.stream, from: segment.range.start))
        }
        // A segment without an initialization section is unlikely to be fragmented MP4.
        if segment.initialization == nil, segment.contentType != .subtitles, media.needsConversion() {
            actions.append(.convert(load.id.number, bytes: [], isEnd: false, key: nil))
        }
        prepare(loads.count - 1)
    }

    mutating func cancel(_ id: Int) {
        guard let index = index(id) else { return }
        actions.append(.cancel(id))
        drop(index)
    }

    /// Removes a load, and its incomplete fragment from the buffers.
    mutating func drop(_ index: Int) {
        let load = loads.remove(at: index)
        clocks.end(load.load.id)
        // The page may forget it.
        if load.media.isConverting { actions.append(.convert(load.load.id.number, bytes: [], isEnd: true, key: nil)) }
        for number in load.numbers { actions += buffers.reset(number.kind, after: number.number) }
    }

    mutating func received(_ id: Int, _ bytes: [UInt8]) {
        guard let index = index(id) else {
            if resources.protection.fetches(id) { return resources.protection.received(id, bytes, at: now) }
            if !resources.receive(id, bytes) {
                failed(id, LoadFailure(.tooLarge, message: "a key or an initialization section has no end"))
            }
            return
        }
        do throws(LoadProblem) {
            try loads[index].receive(bytes)
            let limit = loads[index].segment == nil ? session.configuration.limitsOfLoads.playlistBytes : BrowserText.longest
            if loads[index].segment?.contentType ?? .subtitles == .subtitles, loads[index].received > limit {
                throw LoadProblem(LoadFailure(.tooLarge, message: "the text is longer than " + String(limit) + " bytes"))
            }
        } catch { return failed(id, error.failure) }
        if now - loads[index].lastReport >= 0.1 {
            loads[index].lastReport = now
            let count = loads[index].received
            send(.progressed(LoadID(id), bytes: count))
        }
    }

    mutating func completed(_ id: Int) {
        guard let index = index(id) else {
            if resources.protection.fetches(id) {
                resources.protection.completed(id, at: now)
                return protectionChanged()
            }
            resources.complete(id)
            return resolve(id)
        }
        guard loads[index].segment != nil else {
            let bytes = loads[index].text
            loads.remove(at: index)
            return send(.text(LoadID(id), bytes: bytes))
        }
        do throws(LoadProblem) { try loads[index].complete() } catch { failed(id, error.failure) }
    }

    mutating func failed(_ id: Int, _ failure: LoadFailure) {
        guard let index = index(id) else {
            if resources.protection.fetches(id) {
                resources.protection.fetchFailed(id, failure, at: now)
                return protectionChanged()
            }
            resources.fail(id, failure)
            var failure = failure
            if resources.isSection(id) {
                failure.isInitialization = true
            } else if case .status = failure.cause {
                failure.cause = .key
            }
            for load in loads where load.dependencies.contains(id) { failed(load.load.id.number, failure) }
            return
        }
        if loads[index].isPrepared, loads[index].failure == nil, loads[index].media.wraps {
            // Received media is still played.
            loads[index].breakOff(failure)
            actions.append(.cancel(id))
            return
        }
        actions.append(.cancel(id))
        drop(index)
        send(.failed(LoadID(id), failure))
    }

    mutating func converted(_ id: Int, _ result: ConversionResult) {
        guard let index = index(id) else { return }
        do throws(LoadProblem) { try loads[index].media.converted(result) } catch {
            // A load that has failed only waits for its pending conversions.
            if loads[index].failure == nil { failed(id, error.failure) }
        }
    }

    /// A key or an initialization section has arrived.
    mutating func resolve(_ id: Int) {
        for index in loads.indices { loads[index].resolve(id) }
        for load in loads where !load.isPrepared && load.dependencies.isEmpty {
            if let index = index(load.load.id.number) { prepare(index) }
        }
    }

    mutating func prepare(_ index: Int) {
        guard loads[index].dependencies.isEmpty, !loads[index].isPrepared, let segment = loads[index].segment else { return }
        do throws(LoadProblem) {
            let section = try resources.initialization(segment.initialization)
            defer { actions += resources.protection.takeActions() }
            guard try resources.isDecryptable(section, segment, loads[index].media.kinds, at: now) else { return }
            let sampleKey = try resources.sampleKey(segment)
            try loads[index].prepare(
                initialization: section, cipher: try resources.cipher(segment.encryption), sampleKey: sampleKey)
        } catch { failed(loads[index].load.id.number, error.failure) }
    }
}

extension [BrowserLoad] {
    /// Requests the conversions that the page can perform now.
    mutating func takeConversions() -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for index in indices {
            while let request = self[index].media.takeRequest() {
                actions.append(.convert(self[index].load.id.number, bytes: request.bytes, isEnd: request.isEnd, key: request.key))
            }
        }
        return actions
    }
}
