// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Playing elsewhere: another engine takes the place of this machine's, with the same list, position and wish to play.
extension Player {
    /// Goes over to an engine that plays elsewhere, from where this one is. Metrics begin anew; limits do not count there.
    package func playExternally(on external: any PlaybackEngineControlling) {
        let position = handOverPosition
        if local == nil {
            local = engine
            engine.pause()
            engine.unload()
        } else {
            listeningExternally?.cancel()
            engine.shutDown()
        }
        engine = external
        listeningExternally = Task { [weak self, facts = external.facts] in
            for await fact in facts { self?.receive(fact) }
        }
        isExternalPlaybackActive = true
        takeOver(at: position)
    }

    /// Comes back to this machine. Does nothing unless it plays elsewhere.
    ///
    /// - Parameter position: seconds; nil takes what is known.
    package func playHere(at position: Double? = nil) {
        guard let local else { return }
        let position = position ?? handOverPosition
        listeningExternally?.cancel()
        engine.shutDown()
        engine = local
        self.local = nil
        isExternalPlaybackActive = false
        takeOver(at: position)
        tellLimits()
    }

    /// What an item with media at this address is called.
    package func title(ofAddress address: String) -> String? {
        queue.items.first { item in
            if case .ready(let asset) = item.content, case .media(let media) = asset.source { return media.address == address }
            return false
        }?.metadata.title
    }

    /// Live goes on at the edge.
    private var handOverPosition: Double? { streamType == .live || streamType == .dvr ? nil : time }

    private func takeOver(at position: Double?) {
        engine.set(volume: loudness)
        engine.set(isMuted: isMuted)
        engine.set(processing: processing)
        engine.set(rate: effectiveSpeed)
        if let item = queue.current, let position, error == nil { resumption = (item, .time(position)) }
        engineItems.isEngineBusy = false
        updateItems(startsAnew: true)
        if shouldPlay { engine.play() } else { engine.pause() }
    }
}
