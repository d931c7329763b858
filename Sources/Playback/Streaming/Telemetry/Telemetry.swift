// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Playback data for servers and collectors (CMCD, CTA-5004): sent along with requests, and in reports of events and responses.
struct Telemetry: Sendable {
    private(set) var reports = ReportState()
    private let client: CommonMediaClientData?
    /// Seconds of media that playback keeps ahead.
    private let bufferGoal: Double

    init(_ configuration: StreamingConfiguration) {
        client = configuration.commonMediaClientData
        bufferGoal = configuration.bufferGoal
    }

    var collector: ClientCollector? { client?.collector }
    /// Whether requests carry CMCD data.
    var sendsClientData: Bool { client != nil }
    var reportsResponses: Bool { collector?.reportsResponses == true }

    mutating func began(at now: Instant) { reports.began = now }
    mutating func didSeek() { reports.hasSeeked = true }
    mutating func forget(_ id: LoadID) { reports.requests[id] = nil }

    /// Counts stalls and reports a change of state.
    mutating func played(_ playing: PlaybackStatus, _ actions: inout [StreamingAction]) {
        if playing.facts.isStalled, playing.hasPlayed, reports.stalledSince == nil {
            reports.stalledSince = playing.now
            reports.stalls += 1
        }
        if !playing.facts.isStalled, let since = reports.stalledSince {
            reports.lastStall = playing.now - since
            reports.stalledSeconds += playing.now - since
            reports.stalledSince = nil
        }
        if playing.facts.rate != 0 {
            reports.hasSeeked = false
            if reports.startDelay == nil, let began = reports.began { reports.startDelay = playing.now - began }
        }
        report(state: presentState(playing), playing, &actions)
    }

    private func presentState(_ playing: PlaybackStatus) -> String {
        if playing.facts.rate != 0 { return "p" }
        if reports.hasSeeked { return "k" }
        if playing.facts.isStalled, playing.hasPlayed { return "r" }
        if !playing.facts.wantsToPlay { return playing.hasPlayed ? "a" : "d" }
        if playing.hasEnded { return "e" }
        return playing.hasPlayed ? "w" : "s"
    }

    mutating func report(state: String, _ playing: PlaybackStatus, _ actions: inout [StreamingAction]) {
        guard state != reports.state else { return }
        reports.state = state
        report("ps", nil, playing, &actions)
    }

    /// Adds an event to the pending ones, which are sent together.
    mutating func report(_ event: String, _ more: ClientData? = nil, _ playing: PlaybackStatus, _ actions: inout [StreamingAction]) {
        guard let collector else { return }
        var data = more ?? status(playing)
        data.add("e", token: event)
        reports.sequence += 1
        data.add("sn", number: Double(reports.sequence))
        if let epoch = client?.epoch { data.add("ts", number: (epoch + playing.now.seconds) * 1000) }
        reports.waiting.append(data)
        if reports.oldest == nil { reports.oldest = playing.now }
        if reports.waiting.count >= max(1, collector.batch) { flush(&actions) }
    }

    /// Sends events that have waited long enough, and periodic playback reports.
    mutating func pump(_ playing: PlaybackStatus, _ actions: inout [StreamingAction]) {
        guard let collector else { return }
        if collector.interval > 0, playing.isRunning {
            if let last = reports.lastInterval, playing.now - last < max(collector.interval, 1) {
            } else {
                if reports.lastInterval != nil { report("t", nil, playing, &actions) }
                reports.lastInterval = playing.now
            }
        }
        if let oldest = reports.oldest, playing.now - oldest >= collector.maxDelay { flush(&actions) }
    }

    var nextReport: Instant? {
        guard let collector else { return nil }
        let flush = reports.oldest.map { $0 + collector.maxDelay }
        guard collector.interval > 0, let last = reports.lastInterval else { return flush }
        let interval = last + max(collector.interval, 1)
        return flush.map { $0 < interval ? $0 : interval } ?? interval
    }

    mutating func flush(_ actions: inout [StreamingAction]) {
        guard let collector, !reports.waiting.isEmpty else { return }
        var lines: [String] = []
        for data in reports.waiting { lines.append(collector.format == .json ? data.json : data.sorted.joined(separator: ",")) }
        reports.waiting.removeAll()
        reports.oldest = nil
        let body = collector.format == .json ? "[" + lines.joined(separator: ",") + "]" : lines.joined(separator: "\n") + "\n"
        actions.append(.report(ClientReport(url: collector.url, format: collector.format, body: body)))
    }

    /// The playback status without anything about a request.
    func status(_ playing: PlaybackStatus) -> ClientData {
        var data = ClientData(version: 2)
        describeSession(&data, playing)
        if let bandwidth = playing.bandwidth, bandwidth > 0 { data.add("br", list: Double(bandwidth) / 1000) }
        data.add("bl", listedHundreds: playing.buffered * 1000)
        return data
    }

    // MARK: Responses

    mutating func noteRequest(_ id: LoadID, _ content: StreamLoad.Content, _ facts: ClientData, at now: Instant) {
        guard collector?.reportsResponses == true else { return }
        let url =
            switch content {
            case .playlist(let location), .steering(let location): location.url
            case .segment(let segment), .subtitles(let segment): segment.location.url
            case .picture(let picture): picture.segment.location.url
            }
        reports.requests[id] = ReportState.Request(url: url, started: now, facts: facts)
    }

    mutating func noteResponse(_ id: LoadID, _ head: ResponseHead, at now: Instant) {
        reports.requests[id]?.firstByte = now
        reports.requests[id]?.head = head
    }

    /// A load has ended, possibly with a failure.
    mutating func recordResponse(
        _ id: LoadID, _ failure: LoadFailure?, _ playing: PlaybackStatus, _ actions: inout [StreamingAction]
    ) {
        guard let request = reports.requests.removeValue(forKey: id) else { return }
        var data = request.facts
        data.add("url", text: request.url)
        if let head = request.head {
            data.add("rc", number: Double(head.status))
        } else if case .status(let code)? = failure?.cause {
            data.add("rc", number: Double(code))
        } else {
            data.add("rc", number: 0)
        }
        if let first = request.firstByte { data.add("ttfb", number: (first - request.started) * 1000) }
        data.add("ttlb", number: (playing.now - request.started) * 1000)
        if let text = request.head?.server.dynamic { data.add("cmsdd", text: text) }
        if let text = request.head?.server.fixed { data.add("cmsds", text: text) }
        report("rr", data, playing, &actions)
    }

    // MARK: Requests

    /// The CMCD data of a load; nil if CMCD is off.
    func clientData(_ content: StreamLoad.Content, _ segmentStatus: SegmentStatus?, _ playing: PlaybackStatus) -> ClientData? {
        guard let client = client else { return nil }
        var facts = ClientData(version: client.version)
        describeSession(&facts, playing)
        facts.add("su", flag: !playing.hasPlayed || playing.facts.isStalled)
        facts.add("bs", flag: playing.facts.isStalled && playing.hasPlayed)
        switch content {
        case .playlist, .steering: facts.add("ot", token: "m")
        case .segment(let segment): if let segmentStatus { describe(segment, segmentStatus, &facts, playing) }
        case .picture: facts.add("ot", token: "v")
        case .subtitles: facts.add("ot", token: "av")
        }
        return facts
    }

    /// Adds what requests and reports have in common.
    func describeSession(_ facts: inout ClientData, _ playing: PlaybackStatus) {
        if let id = client?.contentID { facts.add("cid", text: id) }
        if let id = client?.sessionID { facts.add("sid", text: id) }
        facts.add("sf", token: "h")
        if let kind = playing.kind { facts.add("st", token: kind == .onDemand ? "v" : "l") }
        if playing.facts.rate != 0, playing.facts.rate != 1 { facts.add("pr", decimal: playing.facts.rate) }
        if playing.throughput > 0 { facts.add("mtp", listedHundreds: playing.throughput / 1000) }
        guard facts.version >= 2 else { return }
        facts.add("v", number: 2)
        facts.add("sta", token: reports.state)
        facts.add("tbl", listedHundreds: bufferGoal * 1000)
        if playing.pathway != "." { facts.add("cdn", text: playing.pathway) }
        if let delay = reports.startDelay { facts.add("msd", number: delay * 1000) }
        if playing.hasBegun { facts.add("pt", number: playing.facts.position * 1000) }
        if let latency = playing.liveLatency { facts.add("ltc", number: latency * 1000) }
        if reports.stalls > 0 {
            facts.add("bsa", list: Double(reports.stalls))
            facts.add("bsda", list: reports.stalledSeconds * 1000)
            facts.add("bsd", list: reports.lastStall * 1000)
        }
        if playing.facts.droppedFrames > 0 { facts.add("dfa", number: Double(playing.facts.droppedFrames)) }
    }

    private func describe(_ segment: SegmentLoad, _ status: SegmentStatus, _ facts: inout ClientData, _ playing: PlaybackStatus) {
        switch segment.contentType {
        case .main:
            facts.add("ot", token: status.isAudioOnly ? "a" : status.hasSeparateAudio ? "v" : "av")
            if let bandwidth = status.bandwidth, bandwidth > 0 { facts.add("br", list: Double(bandwidth) / 1000) }
            if facts.version >= 2, let lowest = status.ladder.min(), lowest > 0 { facts.add("lb", list: Double(lowest) / 1000) }
            if let top = status.ladder.max(), top > 0 { facts.add("tb", list: Double(top) / 1000) }
        case .audio: facts.add("ot", token: "a")
        case .subtitles: facts.add("ot", token: "c")
        }
        facts.add("d", number: segment.range.duration * 1000)
        guard segment.contentType != .subtitles else { return }
        facts.add("bl", listedHundreds: status.buffered * 1000)
        let rate = playing.facts.rate > 0 ? playing.facts.rate : 1
        facts.add("dl", hundreds: status.buffered * 1000 / rate)
        // Twice the bandwidth fetches the segment in half its duration and leaves capacity for the other content types.
        if let bandwidth = status.announcedBandwidth, bandwidth > 0 { facts.add("rtp", hundreds: Double(bandwidth) * 2 / 1000) }
        if let next = status.next { facts.add("nor", list: PercentEncoding.encoded(next)) }
    }
}
