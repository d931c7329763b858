// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Handles failed loads: retries, changes the source, skips a segment, or ends the session by throwing its error.
struct FailureHandler: Sendable {
    private let planner: RecoveryPlanner
    private var policy: RecoveryPolicy { planner.policy }

    init(_ policy: RecoveryPolicy) { planner = RecoveryPlanner(policy: policy) }

    // MARK: The root playlist

    /// Handles a failure of the item's root URL.
    func rootFailed(
        _ root: inout RootPlaylist, _ id: LoadID, _ failure: LoadFailure, _ loader: inout StreamLoader
    ) throws(StreamingError) {
        let url = root.location.url
        let since = root.failed(at: loader.now)
        let plan = planner.plan(
            RecoveryCase(
                resource: .multivariant, failure: failure, load: id, attempt: root.failures, hostFailures: root.failures,
                secondsWithoutSuccess: loader.now - since, buffered: 0))
        note(plan, .multivariant, url, failure, attempt: root.failures, &loader)
        switch plan {
        case .retry(let after): root.retry(at: loader.now + after)
        case .giveUp(let code): throw Self.error(code, url, failure)
        case .fallBack, .skip, .ignore: throw Self.error(.unavailable, url, failure)
        }
    }

    // MARK: Media playlists

    func trackFailed(_ index: Int, _ id: LoadID, _ failure: LoadFailure, _ loader: inout StreamLoader) throws(StreamingError) {
        let url = loader.playlists.tracks[index].url
        let (failures, since) = loader.playlists.failed(index, at: loader.now)
        let user = loader.media.contentType(using: index)
        let contentType = user ?? .main
        var `case` = RecoveryCase(
            resource: .mediaPlaylist, failure: failure, load: id, attempt: failures,
            hostFailures: loader.selection.exclusions.failed(.host(originText(url)), at: loader.now),
            pathwayFailures: loader.selection.exclusions.failed(.pathway(loader.selection.pathway), at: loader.now),
            secondsWithoutSuccess: loader.now - since, buffered: loader.media.playhead.buffered(contentType))
        `case`.isAtLiveEdge = loader.playlists.tracks[index].isLive
        findAlternatives(&`case`, contentType, loader)
        if user == nil {
            // The playlist was only wanted for a planned switch: drop the switch.
            exclude(playlist: url, &loader)
            loader.media.states[.main].request(stream: nil)
            loader.note(.penalty, shortName(url) + " for " + decimalText(policy.variantPenalty, decimals: 0) + " s: " + failure.message)
            return
        }
        var plan = planner.plan(`case`)
        // A playlist that has ended needs no reload.
        if case .retry = plan, loader.playlists.tracks[index].isEnded { plan = .ignore }
        note(plan, .mediaPlaylist, url, failure, attempt: failures, &loader)
        switch plan {
        case .retry(let after): loader.playlists.retry(index, at: loader.now + after)
        case .ignore, .skip: return
        case .fallBack(let target):
            exclude(playlist: url, &loader)
            try fallBack(target, contentType, failure, url, &loader)
        case .giveUp(let code): try lose(contentType, code, url, failure, &loader)
        }
    }

    /// Checks for a live playlist that should have grown long ago: tries another source, else throws. Returns true if the playlist was
    /// left.
    func isFrozen(_ index: Int, _ loader: inout StreamLoader) throws(StreamingError) -> Bool {
        let track = loader.playlists.tracks[index]
        let limit = policy.frozenAfter * ReloadTiming(targetDuration: track.targetDuration, changed: false).usableTarget
        let age = loader.now - track.changed
        guard age > limit, let contentType = loader.media.contentType(using: index) else { return false }
        let message = "no change for " + decimalText(age, decimals: 1) + " s"
        let failure = LoadFailure(.timeout, message: "the live playlist is frozen: " + message)
        var `case` = RecoveryCase(
            resource: .mediaPlaylist, failure: failure, load: LoadID(0), attempt: 1, hostFailures: 1, secondsWithoutSuccess: 0, buffered: 0)
        findAlternatives(&`case`, contentType, loader)
        if !loader.selection.exclusions.isExcluded(.playlist(track.url), at: loader.now) {
            loader.note(.live, shortName(track.url) + " is frozen: " + message)
        }
        exclude(playlist: track.url, &loader)
        let target: RecoveryPlan.Target? =
            if `case`.hasPathway { .pathway } else if `case`.hasVariant { .variant } else if `case`.hasRendition { .rendition } else { nil }
        if let target {
            try fallBack(target, contentType, failure, track.url, &loader)
        } else if contentType == .subtitles {
            try lose(contentType, .frozen, track.url, failure, &loader)
        } else if loader.media.playhead.buffered(contentType) > 0.1, loader.media.playhead.facts.rate > 0 {
            // Queued media still plays; the server may recover meanwhile.
            return false
        } else {
            throw StreamingError(
                .frozen,
                message: failure.message + " while its target duration is " + decimalText(track.targetDuration, decimals: 0)
                    + " s; the packager has stopped or a cache holds an old copy", url: track.url, underlying: failure, isTransient: true)
        }
        return true
    }

    // MARK: Segments

    func segmentFailed(_ contentType: ContentType, _ id: LoadID, _ failure: LoadFailure, _ loader: inout StreamLoader)
        throws(StreamingError)
    {
        guard let flight = loader.media.failed(id, contentType, at: loader.now) else { return }
        let url = flight.segment.location.url
        if let track = loader.media.states[contentType].track, track != flight.track {
            // Loading moved to another track while this was in flight: its failure says nothing about the current one.
            return loader.note(.retry, "segment " + shortName(url) + " failed where the lane has left; asked for anew")
        }
        loader.media.states[contentType].failed(at: loader.now)
        let retry = loader.media.states[contentType].retry
        var `case` = RecoveryCase(
            resource: .segment, failure: failure, load: id, attempt: retry.failures,
            hostFailures: loader.selection.exclusions.failed(.host(originText(url)), at: loader.now),
            pathwayFailures: loader.selection.exclusions.failed(.pathway(loader.selection.pathway), at: loader.now),
            secondsWithoutSuccess: loader.now - (retry.firstFailure ?? loader.now), buffered: loader.media.playhead.buffered(contentType))
        let track = loader.playlists.tracks[flight.track]
        `case`.isAtLiveEdge = track.isLive && track.end - flight.segment.range.end < 2 * track.targetDuration
        `case`.skips = retry.skips
        findAlternatives(&`case`, contentType, loader)
        if contentType == .main {
            `case`.isGapInVariants = loader.selection.isGapElsewhere(
                flight.segment.range, than: loader.media.states[.main].stream, in: loader.playlists, at: loader.now)
        }
        let plan = planner.plan(`case`)
        note(plan, .segment, url, failure, attempt: retry.failures, &loader)
        if failure.cause == .key, !plan.isRetry { return try skipLockedSegments(contentType, flight, failure, &loader) }
        if failure.isInitialization, plan == .skip, let section = flight.segment.initialization?.location {
            return try skipUninitializedSegments(section, contentType, flight, failure, &loader)
        }
        switch plan {
        case .retry(let after): loader.media.states[contentType].retry(at: loader.now + after)
        case .ignore: return
        case .skip: loader.media.skip(flight, because: failure, &loader.out)
        case .fallBack(let target):
            if contentType == .main, target == .variant { noteEarlyFallback(`case`, flight.segment, &loader) }
            loader.media.states[contentType].forgiveFailures()
            try fallBack(target, contentType, failure, url, &loader)
        case .giveUp(let code): try lose(contentType, code, url, failure, &loader)
        }
    }

    /// Skips the segments of unavailable keys for a while; the session ends if nothing else follows soon.
    private func skipLockedSegments(
        _ contentType: ContentType, _ flight: MediaState.Flight, _ failure: LoadFailure, _ loader: inout StreamLoader
    ) throws(StreamingError) {
        for encryption in flight.segment.encryption + (flight.segment.initialization?.encryption ?? []) {
            loader.selection.exclusions.exclude(.key(encryption.keyURL), until: loader.now + policy.keyPenalty, at: loader.now)
        }
        loader.media.states[contentType].forgiveFailures()
        guard !hasUsableSegments(after: flight, loader) else { return }
        var `case` = RecoveryCase(
            resource: .segment, failure: failure, load: flight.id, attempt: policy.attempts, hostFailures: 0, secondsWithoutSuccess: 0,
            buffered: 0)
        findAlternatives(&`case`, contentType, loader)
        switch planner.plan(`case`) {
        case .fallBack(let target): try fallBack(target, contentType, failure, failure.message, &loader)
        default: try lose(contentType, .key, flight.segment.encryption.first?.keyURL ?? "", failure, &loader)
        }
    }

    /// Skips the segments of an unavailable initialization section for a while, such as those of an ad; the session ends if nothing else
    /// follows soon.
    private func skipUninitializedSegments(
        _ section: ResourceLocation, _ contentType: ContentType, _ flight: MediaState.Flight, _ failure: LoadFailure,
        _ loader: inout StreamLoader
    ) throws(StreamingError) {
        loader.selection.exclusions.exclude(.initialization(section), until: loader.now + policy.variantPenalty, at: loader.now)
        loader.media.states[contentType].forgiveFailures()
        guard !hasUsableSegments(after: flight, loader) else { return }
        var failure = failure
        failure.message =
            "the initialization section, which all segments of this stream need, can't be loaded: " + failure.message
            + "; the file that EXT-X-MAP names must be published with the segments"
        try lose(contentType, .unavailable, section.url, failure, &loader)
    }

    /// Whether a segment that isn't excluded follows within the timeout.
    private func hasUsableSegments(after flight: MediaState.Flight, _ loader: StreamLoader) -> Bool {
        let track = loader.playlists.tracks[flight.track]
        guard let segments = track.playlist?.segments else { return true }
        var position = track.position(at: flight.segment.range.start) ?? 0
        while position < segments.count, segments[position].start + track.shift < flight.segment.range.start + policy.timeout {
            if !loader.selection.exclusions.isUnusable(segments[position], at: loader.now) { return true }
            position += 1
        }
        return false
    }

    /// Remembers a segment that was left for another variant only to save time: the other variant may have a gap there.
    private func noteEarlyFallback(_ case: RecoveryCase, _ segment: SegmentLoad, _ loader: inout StreamLoader) {
        var patient = `case`
        patient.isGapInVariants = true
        loader.media.states[.main].setEarlyFallback(nil)
        guard case .retry(let after) = planner.plan(patient) else { return }
        loader.media.states[.main].setEarlyFallback(
            EarlyFallback(
                stream: segment.stream, range: segment.range, failures: `case`.attempt, retryAt: loader.now + after,
                wasLocked: loader.selection.lockedVariant == segment.stream))
    }

    // MARK: Other sources

    /// Fills in the alternatives that could currently serve a content type.
    private func findAlternatives(_ case: inout RecoveryCase, _ contentType: ContentType, _ loader: StreamLoader) {
        let (selection, states) = (loader.selection, loader.media.states)
        switch contentType {
        case .main: `case`.hasVariant = selection.fallbackVariant(states, at: loader.now) != nil
        case .audio:
            // Another variant helps if its audio comes from elsewhere.
            `case`.hasVariant = selection.fallbackVariant(states, withOtherAudio: true, at: loader.now) != nil
            let rendition = selection.fallbackAudio(states, at: loader.now)
            `case`.hasRendition = rendition != nil
            `case`.isRenditionEquivalent = rendition.map { selection.isAlike($0, states[.audio].stream) } ?? false
        case .subtitles: return
        }
        `case`.hasPathway = selection.nextPathway(at: loader.now) != nil
    }

    private func fallBack(
        _ target: RecoveryPlan.Target, _ contentType: ContentType, _ failure: LoadFailure, _ url: String, _ loader: inout StreamLoader
    ) throws(StreamingError) {
        let found =
            switch target {
            case .pathway: takeNextPathway(&loader)
            case .variant: takeNextVariant(contentType, failure, &loader)
            case .rendition: contentType == .audio && takeNextRendition(&loader)
            }
        if !found { try lose(contentType, .unavailable, url, failure, &loader) }
    }

    private func takeNextPathway(_ loader: inout StreamLoader) -> Bool {
        guard let next = loader.selection.nextPathway(at: loader.now) else { return false }
        let failed = loader.selection.pathway
        loader.selection.exclusions.exclude(.pathway(failed), until: loader.now + policy.pathwayPenalty, at: loader.now)
        loader.note(.penalty, "pathway " + failed + " for " + decimalText(policy.pathwayPenalty, decimals: 0) + " s")
        loader.move(toPathway: next)
        return true
    }

    private func takeNextVariant(_ contentType: ContentType, _ failure: LoadFailure, _ loader: inout StreamLoader) -> Bool {
        let failed = loader.media.states[.main].stream
        guard let next = loader.selection.fallbackVariant(loader.media.states, withOtherAudio: contentType == .audio, at: loader.now)
        else {
            return false
        }
        if failure.cause == .unsupported {
            loader.exclude(failed, because: failure.message)
        } else {
            loader.selection.exclusions.exclude(.variant(failed), until: loader.now + policy.variantPenalty, at: loader.now)
            let text = loader.selection.variantText(failed)
            loader.note(.penalty, text + " for " + decimalText(policy.variantPenalty, decimals: 0) + " s")
        }
        if loader.selection.lockedVariant == failed { loader.selection.lock(nil) }
        loader.change(toVariant: next, because: failure.message)
        return true
    }

    private func takeNextRendition(_ loader: inout StreamLoader) -> Bool {
        let states = loader.media.states
        guard let next = loader.selection.fallbackAudio(states, at: loader.now) else { return false }
        if let failed = loader.selection.url(.audio, stream: states[.audio].stream, variant: states[.main].stream) {
            exclude(playlist: failed, &loader)
        }
        loader.note(.rendition, "audio falls back to " + loader.selection.catalogue.audio[next].description.name)
        loader.media.states[.audio].borrow(stream: next, track: nil)
        loader.assignTrack(.audio)
        return true
    }

    /// Gives up on subtitles; without audio or video there is nothing to play, so it throws.
    private func lose(
        _ contentType: ContentType, _ code: StreamingError.Code, _ url: String, _ failure: LoadFailure, _ loader: inout StreamLoader
    ) throws(StreamingError) {
        guard contentType == .subtitles else { throw Self.error(code, url, failure) }
        loader.note(.failure, "subtitles are given up: " + failure.message)
        loader.out.append(.lost(contentType, stream: loader.media.states[.subtitles].stream, reason: failure.message))
        loader.select(.subtitles(nil))
    }

    /// - Parameter message: nil for that of the failure.
    static func error(
        _ code: StreamingError.Code, _ url: String, _ failure: LoadFailure, message: String? = nil
    ) -> StreamingError {
        let isTransient =
            switch failure.cause {
            case .connection where failure.isUntrusted: false
            case .status(408), .status(429), .status(500...599), .connection, .timeout, .truncated: true
            default: false
            }
        return StreamingError(code, message: message ?? failure.message, url: url, underlying: failure, isTransient: isTransient)
    }

    private func exclude(playlist url: String, _ loader: inout StreamLoader) {
        loader.selection.exclusions.exclude(.playlist(url), until: loader.now + policy.variantPenalty, at: loader.now)
    }

    private func note(
        _ plan: RecoveryPlan, _ resource: RecoveryResource, _ url: String, _ failure: LoadFailure, attempt: Int,
        _ loader: inout StreamLoader
    ) {
        var text = resource.name + " " + shortName(url) + " failed (" + String(attempt) + "): " + failure.message + "; "
        switch plan {
        case .retry(let after): text += "again in " + decimalText(after, decimals: 2) + " s"
        case .fallBack(.pathway): text += "another pathway"
        case .fallBack(.variant): text += "another variant"
        case .fallBack(.rendition): text += "another rendition"
        case .skip: text += "passed over"
        case .ignore: text += "left alone"
        case .giveUp(let code): text += "given up as " + code.name
        }
        loader.note(.retry, text)
    }
}
