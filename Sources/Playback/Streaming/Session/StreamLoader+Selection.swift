// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamLoader {
    /// Applies a selection by the user or the application. Before the streams are known it is remembered.
    mutating func select(_ choice: Selection) {
        switch choice {
        case .audio(let choice): selectAudio(choice)
        case .subtitles(let choice): selectSubtitles(choice)
        case .variant(let choice): lock(choice)
        }
    }

    mutating func limit(_ limits: QualityLimits) {
        guard limits != selection.limits else { return }
        selection.limit(limits)
        media.states[.main].wait(until: nil)
        note(.variant, "limits: " + (limits.bitrate.map { rateText(Double($0)) } ?? "any rate"))
        // A segment in flight that exceeds the new limits is cancelled.
        if let flight = media.states[.main].flight, flight.segment.stream < selection.catalogue.variants.count,
            selection.catalogue.ladder.count > 1,
            !StreamCatalogue.fits(selection.catalogue.variants[flight.segment.stream].description, limits), media.playhead.isRunning
        {
            media.dropFlight(.main, &out)
        }
    }

    private func isChoice(_ choice: Int?, of count: Int) -> Bool {
        guard let choice else { return true }
        return choice >= 0 && (!media.playhead.hasStreams || choice < count)
    }

    private mutating func lock(_ choice: Int?) {
        let variants = selection.catalogue.variants
        guard isChoice(choice, of: variants.count) else { return }
        if let choice, choice < variants.count, let reason = variants[choice].description.excluded {
            note(.variant, selection.variantText(choice) + " cannot be kept to: " + reason)
            return
        }
        selection.lock(choice)
        media.states[.main].wait(until: nil)
        note(.variant, choice.map { "kept to " + selection.variantText($0) } ?? "free again")
        if let choice, choice < variants.count, media.quality.window?.level(of: choice) == nil { rebuildWindow(like: choice) }
    }

    private mutating func selectAudio(_ choice: Int?) {
        guard isChoice(choice, of: selection.catalogue.audio.count) else { return }
        selection.choose(audio: choice)
        let contentType = media.states[.audio]
        guard media.playhead.hasStreams, let preferred = selection.defaultAudio(media.states[.main].stream),
            preferred != contentType.stream || !contentType.isActive
        else { return }
        note(.rendition, "audio " + selection.catalogue.audio[preferred].description.name)
        change(.audio, to: preferred)
    }

    private mutating func selectSubtitles(_ choice: Int?) {
        guard isChoice(choice, of: selection.catalogue.subtitles.count) else { return }
        selection.choose(subtitles: choice)
        let contentType = media.states[.subtitles]
        guard media.playhead.hasStreams, choice != (contentType.isActive ? contentType.stream : nil) else { return }
        note(.rendition, "subtitles " + (choice.map { selection.catalogue.subtitles[$0].description.name } ?? "off"))
        if let choice {
            change(.subtitles, to: choice)
        } else {
            if contentType.isActive { media.retire(.subtitles, &out) }
            publishPresentation()
        }
    }

    /// Loads another rendition from the current position on and drops the queued samples of the old one.
    private mutating func change(_ contentType: ContentType, to stream: Int) {
        if media.states[contentType].isActive { media.retire(contentType, &out) }
        media.states[contentType].choose(stream: stream)
        media.states[contentType].setActive(
            selection.url(contentType, stream: stream, variant: media.states[.main].stream) != nil)
        if media.states[contentType].isActive {
            let position = media.playhead.position
            media.states[contentType].restart(at: position, notBefore: position)
            media.states[contentType].follow(nil)
            assignTrack(contentType)
        }
        publishPresentation()
    }
}
