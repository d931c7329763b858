// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Loads an item's streams: changes variants and renditions, and requests playlists and segments.
struct StreamLoader: Sendable {
    let configuration: StreamingConfiguration
    var selection: StreamSelection
    var playlists: PlaylistLibrary
    var media: MediaScheduler
    var item = ItemDescription()
    var out: SessionOutput

    init(_ configuration: StreamingConfiguration) {
        self.configuration = configuration
        selection = StreamSelection(configuration)
        playlists = PlaylistLibrary(configuration)
        media = MediaScheduler(configuration)
        out = SessionOutput(configuration)
    }

    var now: Instant { out.now }
    mutating func note(_ kind: Journal.Kind, _ text: String) { out.note(kind, text) }

    // MARK: Requests

    @discardableResult
    mutating func load(_ content: StreamLoad.Content, for purpose: RequestTable.Purpose, limits: StreamLoad.TimeLimits) -> LoadID {
        out.load(content, for: purpose, limits: limits, data: clientData(content))
    }

    /// Requests a media playlist unless it is already loading.
    mutating func loadTrack(_ index: Int) {
        guard let (url, limits) = playlists.beginRequest(index, states: media.states, at: now) else { return }
        playlists.requested(index, load(.playlist(ResourceLocation(url: url)), for: .track(index), limits: limits))
    }

    mutating func request(_ segment: SegmentLoad, following: MediaState.SegmentPosition, track: Int, isHint: Bool) {
        let id = load(.segment(segment), for: .segment(segment.contentType), limits: media.limits(of: segment))
        media.requested(id, segment, following: following, track: track, isHint: isHint, at: now)
    }

    /// Requests the playlists in use that are due.
    mutating func reloadDueTracks() {
        guard media.playhead.hasStreams else { return }
        for contentType in media.states where contentType.isActive {
            guard let index = contentType.track, playlists.tracks[index].load == nil else { continue }
            if let due = playlists.tracks[index].nextReload {
                if due <= now { loadTrack(index) }
            } else if playlists.tracks[index].playlist == nil {
                loadTrack(index)
            } else if playlists.tracks[index].isLive {
                // A playlist that wasn't used for a while is in use again.
                playlists.planReload(index, at: now)
                if let due = playlists.tracks[index].nextReload, due <= now { loadTrack(index) }
            }
        }
    }

    // MARK: Telemetry

    var status: PlaybackStatus { PlaybackStatus(media, playlists, selection, item, at: now) }

    /// The CMCD data of a load; nil if CMCD is off.
    private func clientData(_ content: StreamLoad.Content) -> ClientData? {
        guard out.telemetry.sendsClientData else { return nil }
        var segmentStatus: SegmentStatus?
        if case .segment(let segment) = content { segmentStatus = SegmentStatus(segment, media, playlists, selection, item) }
        return out.telemetry.clientData(content, segmentStatus, status)
    }

    mutating func report(state: String) { out.report(state: state, status) }
    mutating func report(_ event: String) { out.report(event, status) }
    mutating func recordResponse(_ id: LoadID, _ failure: LoadFailure? = nil) {
        if out.telemetry.reportsResponses { out.recordResponse(id, failure, status) }
    }

    // MARK: Item description

    mutating func publishPresentation() {
        var described = selection.catalogue.presentation(contentTypes: media.activeContentTypes)
        let variant = selection.catalogue.variants[media.states[.main].stream]
        let source = variant.source(selection.pathway) ?? variant.sources[0]
        let audio = media.states[.audio].stream
        if source.audioGroup != nil, audio < selection.catalogue.audio.count { described.chosenAudio = audio }
        if media.states[.subtitles].isActive { described.chosenSubtitles = media.states[.subtitles].stream }
        item.announce(described, &out)
    }

    mutating func updateTimeline() {
        guard let index = media.states[.main].track, playlists.tracks[index].playlist != nil else { return }
        item.updateTimeline(playlists.tracks[index], playlists, minimumWindow: configuration.minimumWindow, &out)
    }

    /// Updates dates and interstitials from a playlist in use that has changed.
    mutating func updateItem(_ changed: Int) {
        if media.states[.main].track == changed { item.updateDateRanges(playlists.tracks[changed], &out) }
        planInterstitials(changed)
    }

    func isMain(_ index: Int) -> Bool { media.states[.main].track == index }

    private mutating func planInterstitials(_ changed: Int) {
        let audio = media.states[.audio].isActive ? media.states[.audio].track : nil
        guard let main = media.states[.main].track, changed == main || changed == audio else { return }
        item.planInterstitials(
            playlists.tracks[main], audio: audio.flatMap { $0 == main ? nil : playlists.tracks[$0] }, &out)
    }

    // MARK: Streams

    /// Chooses the initial variant and renditions.
    mutating func chooseFirstStreams() {
        media.states[.main].setActive(true)
        if let locked = selection.lockedVariant,
            locked >= selection.catalogue.variants.count || selection.catalogue.variants[locked].description.excluded != nil
        {
            selection.lock(nil)
        }
        rebuildWindow(like: selection.lockedVariant)
        let variant = firstVariant()
        let audio = selection.defaultAudio(variant) ?? 0
        media.states[.main].choose(stream: variant)
        media.states[.audio].choose(stream: audio)
        media.states[.subtitles].choose(stream: selection.chosenSubtitles ?? selection.defaultSubtitles(audio: audio) ?? 0)
        selection.chooseSubtitles(audio: audio)
        activateRenditions()
    }

    private mutating func firstVariant() -> Int {
        if let locked = selection.lockedVariant, locked < selection.catalogue.variants.count { return locked }
        guard var window = media.quality.window, let allowed = selection.allowedLevels(window, at: now) else {
            return selection.catalogue.ladder[0]
        }
        let next = window.appendEstimated(duration: 6)
        let situation = QualitySituation(
            levels: window.levels, allowed: allowed, sizes: window.sizes, next: next, buffer: 0, capacity: configuration.bufferGoal,
            hasStarted: false)
        let decision = media.quality.rule.decide(situation, at: now)
        guard case .fetch(_, let level) = decision.action else { return window.variants[allowed.lowerBound] }
        let variant = selection.permitted(level, in: window, at: now)
        note(.variant, selection.variantText(variant) + " first: " + decision.reason.description)
        return variant
    }

    /// Builds the segment window from the variants of the same family as `model`; nil for the initial family.
    mutating func rebuildWindow(like model: Int?) {
        let rungs = selection.catalogue.rungs(like: model, limits: QualityLimits())
        media.setWindow(SegmentWindow(variants: StreamCatalogue.thinned(rungs), catalogue: selection.catalogue))
    }

    /// Activates audio and subtitles if the chosen rendition has its own playlist.
    private mutating func activateRenditions() {
        let variant = media.states[.main].stream
        let audio = selection.url(.audio, stream: media.states[.audio].stream, variant: variant)
        media.states[.audio].setActive(audio != nil && audio != selection.url(.main, stream: variant, variant: variant))
        let text = selection.url(.subtitles, stream: media.states[.subtitles].stream, variant: variant)
        media.states[.subtitles].setActive(selection.chosenSubtitles != nil && text != nil)
    }

    /// Continues in the playlist of the chosen stream, and requests it if it isn't loaded.
    mutating func assignTrack(_ contentType: ContentType) {
        guard media.states[contentType].isActive,
            let url = selection.url(contentType, stream: media.states[contentType].stream, variant: media.states[.main].stream)
        else { return }
        let index = playlists.index(of: url)
        guard media.states[contentType].track != index else { return }
        media.states[contentType].follow(index)
        playlists.forgive(index)
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        // A playlist that arrived earlier isn't reported again.
        planInterstitials(index)
    }

    /// Changes to another variant once its playlist is loaded. Returns false if the next segment has to wait for that.
    mutating func move(to variant: Int, because reason: String) -> Bool {
        let current = media.states[.main].stream
        guard variant != current else {
            media.states[.main].request(stream: nil)
            return true
        }
        guard let url = selection.url(.main, stream: variant, variant: variant) else { return true }
        let index = playlists.index(of: url)
        if playlists.isFresh(index, at: now) {
            guard media.canSwitch(to: index, playlists) else { return true }
            useVariant(variant, track: index, because: reason)
            return true
        }
        if media.states[.main].source.pendingStream != variant {
            media.states[.main].request(stream: variant)
            note(.variant, String(current) + "→" + selection.variantText(variant) + " wanted: " + reason)
        }
        loadTrack(index)
        // When switching up, the current variant is used until the playlist is loaded; when switching down, time is short.
        let variants = selection.catalogue.variants
        let isUp = variants[variant].description.bandwidth > variants[current].description.bandwidth
        return isUp && selection.isUsable(current, at: now)
    }

    /// Changes to another variant regardless of ``ABRController``, and requests its playlist if it isn't loaded.
    mutating func change(toVariant next: Int, because reason: String) {
        if media.quality.window?.level(of: next) == nil { rebuildWindow(like: next) }
        guard let url = selection.url(.main, stream: next, variant: next) else { return }
        let index = playlists.index(of: url)
        useVariant(next, track: index, because: reason)
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
    }

    /// Continues in a variant and the renditions that belong to it.
    mutating func useVariant(_ variant: Int, track index: Int, because reason: String) {
        note(.variant, String(media.states[.main].stream) + "→" + selection.variantText(variant) + ": " + reason)
        media.states[.main].request(stream: nil)
        media.states[.main].choose(stream: variant)
        report("bc")
        if !isMain(index) { playlists.forgive(index) }
        media.states[.main].follow(index)
        playlists.refer(to: index)
        let hadCompanion = [media.states[.audio].isActive, media.states[.subtitles].isActive]
        if let audio = selection.defaultAudio(variant), selection.chosenAudio == nil,
            selection.url(.audio, stream: media.states[.audio].stream, variant: variant) == nil
        {
            media.states[.audio].choose(stream: audio)
        }
        activateRenditions()
        planInterstitials(index)
        let time = media.states[.main].time
        for (contentType, had) in zip([ContentType.audio, .subtitles], hadCompanion) where had && !media.states[contentType].isActive {
            media.retire(contentType, from: time, &out)
        }
        for (contentType, had) in zip([ContentType.audio, .subtitles], hadCompanion) where media.states[contentType].isActive {
            if !had { media.states[contentType].restart(at: time, notBefore: nil) }
            assignTrack(contentType)
        }
        publishPresentation()
    }

    /// Moves all content types to another pathway from their next segments on.
    mutating func move(toPathway next: String) {
        guard next != selection.pathway else { return }
        note(.steering, "pathway " + selection.pathway + "→" + next)
        selection.move(toPathway: next)
        guard media.playhead.hasStreams else { return }
        if selection.catalogue.variants[media.states[.main].stream].source(next) == nil,
            let other = selection.catalogue.ladder.first(where: { selection.isUsable($0, at: now) })
        {
            change(toVariant: other, because: "not on the pathway")
            return
        }
        media.states[.main].request(stream: nil)
        media.states[.main].wait(until: nil)
        activateRenditions()
        for contentType in ContentType.allCases {
            media.states[contentType].endRetries()
            assignTrack(contentType)
        }
        publishPresentation()
    }

    /// Permanently excludes a variant whose segments can't be decoded.
    mutating func exclude(_ variant: Int, because reason: String) {
        selection.exclude(variant, because: reason)
        if !selection.catalogue.ladder.isEmpty { rebuildWindow(like: nil) }
        note(.variant, "excluded " + selection.variantText(variant) + ": " + reason)
        publishPresentation()
    }

    // MARK: Quality

    /// Chooses the variant of the next main segment. Returns false if that has to wait.
    mutating func settleVariant() -> Bool {
        switch media.nextQuality(selection, playlists, at: now) {
        case .keep: true
        case .wait: false
        case .change(let variant, let reason): move(to: variant, because: reason)
        case .replace(let index, let level, let reason): replace(index, level: level, because: reason)
        }
    }

    /// Abandons a segment that arrives too slowly for one of a lower level.
    mutating func considerAbandoning() {
        guard let next = media.abandonment(selection, playlists, at: now), let flight = media.states[.main].flight,
            let url = selection.url(.main, stream: next, variant: next)
        else { return }
        let index = playlists.index(of: url)
        // Without the other playlist, a change costs one more round trip; continuing is the better choice.
        guard playlists.isFresh(index, at: now) else { return loadTrack(index) }
        // If the other playlist has a gap there, loading would come straight back to this segment.
        guard selection.hasGap(playlists.tracks[index], at: flight.segment.range, now: now) != true else { return }
        let reason =
            "abandoned " + shortName(flight.segment.location.url) + " after " + String(flight.bytes) + " bytes in "
            + decimalText(now - flight.started, decimals: 2) + " s"
        media.dropFlight(.main, &out)
        useVariant(next, track: index, because: reason)
        media.quality.keepLevel()
    }

    /// Fetches a queued segment again at a better level. If that isn't possible, the next segment uses the level instead. Returns true if
    /// loading may continue at once.
    private mutating func replace(_ index: Int, level: Int, because reason: String) -> Bool {
        guard let window = media.quality.window else { return true }
        let variant = selection.permitted(min(max(level, 0), window.variants.count - 1), in: window, at: now)
        guard configuration.replacement != .never, let position = media.index(ofReplaceable: index, from: variant),
            let url = selection.url(.main, stream: variant, variant: variant)
        else { return move(to: variant, because: reason) }
        let other = playlists.index(of: url)
        guard playlists.isFresh(other, at: now) else {
            loadTrack(other)
            return move(to: variant, because: reason)
        }
        let chunk = media.states[.main].chunks[position]
        guard configuration.replacement == .inPlace else {
            guard media.cut(at: position, &out) else { return move(to: variant, because: reason) }
            useVariant(variant, track: other, because: "again from " + decimalText(chunk.range.start, decimals: 3) + " s: " + reason)
            return true
        }
        guard let segment = media.replacement(of: chunk, from: playlists.tracks[other], variant: variant) else { return true }
        let id = load(.segment(segment), for: .replacement, limits: configuration.limitsOfLoads.segment)
        media.replacementRequested(id, segment, track: other, index: chunk.index, at: now)
        note(.variant, "replaces " + spanText(chunk.range.start, chunk.range.end) + " by " + selection.variantText(variant) + ": " + reason)
        return false
    }
}
