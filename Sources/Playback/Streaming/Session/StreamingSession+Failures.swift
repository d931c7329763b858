// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func failed(_ id: LoadID, _ failure: LoadFailure) {
        heads[id] = nil
        noteAnswer(id, failure)
        guard let purpose = loads.removeValue(forKey: id) else { return }
        switch purpose {
        case .root:
            root.load = nil
            rootFailed(id, failure)
        case .track(let index):
            playlists.tracks[index].load = nil
            trackFailed(index, id, failure)
        case .segment(let lane): segmentFailed(lane, id, failure)
        case .replacement: replacementFailed(id)
        case .picture: pictureFailed(id, failure)
        case .preview: previewFailed(failure)
        case .steering: steeringFailed(failure)
        }
    }

    mutating func rootFailed(_ id: LoadID, _ failure: LoadFailure) {
        root.failures += 1
        let first = root.firstFailure ?? now
        root.firstFailure = first
        let plan = recovery.plan(
            RecoveryCase(
                resource: .multivariant, failure: failure, load: id, attempt: root.failures, hostFailures: root.failures,
                distress: now - first, buffered: 0))
        notePlan(.multivariant, source.url, failure, plan, attempt: root.failures)
        switch plan {
        case .retry(let after): root.retryAt = now + after
        case .giveUp(let code): giveUp(code, source.url, failure)
        case .fallBack, .skip, .ignore: giveUp(.unavailable, source.url, failure)
        }
    }

    mutating func trackFailed(_ index: Int, _ id: LoadID, _ failure: LoadFailure) {
        let url = playlists.tracks[index].url
        playlists.tracks[index].row.failures += 1
        let first = playlists.tracks[index].row.firstFailure ?? now
        playlists.tracks[index].row.firstFailure = first
        let lane = laneUsing(index)
        let inUse = lane != nil
        var `case` = RecoveryCase(
            resource: .mediaPlaylist, failure: failure, load: id, attempt: playlists.tracks[index].row.failures,
            hostFailures: selection.exclusions.failed(.host(host(url)), at: now),
            pathwayFailures: selection.exclusions.failed(.pathway(selection.pathway), at: now),
            distress: now - first, buffered: buffered(lane ?? .main))
        `case`.isAtLiveEdge = playlists.tracks[index].isLive
        describeAlternatives(&`case`, lane ?? .main)
        if !inUse {
            // A playlist that was only wished for costs nothing but the wish.
            penalisePlaylist(index)
            lanes[0].pendingStream = nil
            note(.penalty, shortName(url) + " for " + decimalText(recovery.policy.variantPenalty, decimals: 0) + " s: " + failure.message)
            return
        }
        var plan = recovery.plan(`case`)
        if case .retry = plan, playlists.tracks[index].playlist != nil, playlists.tracks[index].isEnded { plan = .ignore }
        notePlan(.mediaPlaylist, url, failure, plan, attempt: playlists.tracks[index].row.failures)
        switch plan {
        case .retry(let after): playlists.tracks[index].nextReload = now + after
        case .ignore, .skip: return
        case .fallBack(let target):
            penalisePlaylist(index)
            fallBack(target, lane ?? .main, failure, url)
        case .giveUp(let code): loseLane(lane ?? .main, code, url, failure)
        }
    }

    private mutating func segmentFailed(_ lane: Lane, _ id: LoadID, _ failure: LoadFailure) {
        let number = Int(lane.rawValue)
        guard let flight = lanes[number].flight, flight.id == id else { return }
        lanes[number].flight = nil
        quality.rule.handle(.cancelled(id), at: now)
        if let track = lanes[number].track, track != flight.track {
            // The lane has moved on while this was under way: its failure says nothing of where the lane is now.
            return note(.retry, "segment " + shortName(flight.segment.location.url) + " failed where the lane has left; asked for anew")
        }
        lanes[number].failures += 1
        let first = lanes[number].firstFailure ?? now
        lanes[number].firstFailure = first
        let url = flight.segment.location.url
        var `case` = RecoveryCase(
            resource: .segment, failure: failure, load: id, attempt: lanes[number].failures,
            hostFailures: selection.exclusions.failed(.host(host(url)), at: now),
            pathwayFailures: selection.exclusions.failed(.pathway(selection.pathway), at: now),
            distress: now - first, buffered: buffered(lane))
        `case`.isAtLiveEdge =
            playlists.tracks[flight.track].isLive
            && playlists.tracks[flight.track].end - flight.segment.range.end < 2 * playlists.tracks[flight.track].targetDuration
        `case`.skips = lanes[number].skips
        describeAlternatives(&`case`, lane)
        if lane == .main {
            `case`.isGapInVariants = selection.isGapElsewhere(flight.segment.range, than: lanes[0].stream, in: playlists, at: now)
        }
        let plan = recovery.plan(`case`)
        notePlan(.segment, url, failure, plan, attempt: lanes[number].failures)
        if failure.cause == .key, !plan.isRetry { return loseKeys(lane, flight, failure) }
        switch plan {
        case .retry(let after): lanes[number].retryAt = now + after
        case .ignore: return
        case .skip: skip(lane, flight)
        case .fallBack(let target):
            if lane == .main, target == .variant { noteHaste(`case`, flight.segment) }
            lanes[number].failures = 0
            fallBack(target, lane, failure, url)
        case .giveUp(let code): loseLane(lane, code, url, failure)
        }
    }

    /// Keys that cannot be had lock their segments only, and for a while; the session ends when nothing else comes soon.
    private mutating func loseKeys(_ lane: Lane, _ flight: LaneState.Flight, _ failure: LoadFailure) {
        for encryption in flight.segment.encryption {
            selection.exclusions.penalise(.key(encryption.keyURL), until: now + recovery.policy.keyPenalty)
        }
        let track = playlists.tracks[flight.track]
        lanes[Int(lane.rawValue)].failures = 0
        guard let segments = track.playlist?.segments else { return }
        var position = track.position(at: flight.segment.range.start) ?? 0
        while position < segments.count, segments[position].start + track.shift < flight.segment.range.start + recovery.policy.patience {
            if !selection.exclusions.isLocked(segments[position], at: now) { return }
            position += 1
        }
        var `case` = RecoveryCase(
            resource: .segment, failure: failure, load: flight.id, attempt: recovery.policy.attempts, hostFailures: 0, distress: 0,
            buffered: 0)
        describeAlternatives(&`case`, lane)
        switch recovery.plan(`case`) {
        case .fallBack(let target): fallBack(target, lane, failure, failure.message)
        default: loseLane(lane, .key, flight.segment.encryption.first?.keyURL ?? "", failure)
        }
    }

    /// Leaves a hole where a segment cannot be had.
    private mutating func skip(_ lane: Lane, _ flight: LaneState.Flight) {
        let number = Int(lane.rawValue)
        let range = flight.segment.range
        lanes[number].skips += 1
        lanes[number].failures = 0
        lanes[number].time = range.end
        lanes[number].next = flight.track == lanes[number].track ? flight.following : nil
        lanes[number].startsRun = true
        lanes[number].sampleEnd = nil
        actions.append(.gap(lane, range))
        note(.gap, lane.name + " " + spanText(range.start, range.end) + " could not be had")
    }

    /// Subtitles may go missing; without sound or picture there is nothing to play.
    mutating func loseLane(_ lane: Lane, _ code: StreamingError.Code, _ url: String, _ failure: LoadFailure) {
        guard lane == .subtitles else { return giveUp(code, url, failure) }
        note(.failure, "subtitles are given up: " + failure.message)
        actions.append(.lost(lane, stream: lanes[2].stream, reason: failure.message))
        select(.subtitles(nil))
    }

    mutating func giveUp(_ code: StreamingError.Code, _ url: String, _ failure: LoadFailure) {
        let isTransient =
            switch failure.cause {
            case .status(408), .status(429), .status(500...599), .connection, .timeout, .truncated: true
            default: false
            }
        fail(StreamingError(code, message: failure.message, url: url, underlying: failure, isTransient: isTransient))
    }

    /// What came ends the row of failures of where it came from.
    mutating func noteSuccess(_ url: String) {
        selection.exclusions.succeeded(.host(host(url)))
        selection.exclusions.succeeded(.pathway(selection.pathway))
    }

    func laneUsing(_ index: Int) -> Lane? {
        for lane in lanes where lane.isActive && lane.track == index { return lane.lane }
        return nil
    }

    /// Seconds until the lane starves.
    func buffered(_ lane: Lane) -> Double {
        guard phase == .running else { return 0 }
        return max(0, (facts.bufferedEnd[lane] ?? facts.position) - facts.position)
    }

    private mutating func penalisePlaylist(_ index: Int) {
        selection.exclusions.penalise(.playlist(playlists.tracks[index].url), until: now + recovery.policy.variantPenalty)
    }

    mutating func notePlan(_ resource: RecoveryResource, _ url: String, _ failure: LoadFailure, _ plan: RecoveryPlan, attempt: Int) {
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
        note(.retry, text)
    }
}
