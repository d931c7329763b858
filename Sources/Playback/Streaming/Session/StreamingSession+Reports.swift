// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

// CMCD version 2: events and answers for a collector.
extension StreamingSession {
    var collector: ClientCollector? { configuration.commonMediaClientData?.collector }

    /// Keeps count of stalls and tells a change of state.
    mutating func reportPlaying(_ before: PlaybackFacts) {
        if facts.isStalled, hasPlayed, reports.stalledSince == nil {
            reports.stalledSince = now
            reports.stalls += 1
        }
        if !facts.isStalled, let since = reports.stalledSince {
            reports.lastStall = now - since
            reports.stalledSeconds += now - since
            reports.stalledSince = nil
        }
        if facts.rate != 0 {
            reports.wasSought = false
            if reports.startDelay == nil, let began = reports.began { reports.startDelay = now - began }
        }
        report(state: presentState)
    }

    private var presentState: String {
        if facts.rate != 0 { return "p" }
        if reports.wasSought { return "k" }
        if facts.isStalled, hasPlayed { return "r" }
        if !facts.wantsToPlay { return hasPlayed ? "a" : "d" }
        if let index = lanes[0].track, lanes[0].hasEnded, facts.position >= playlists.tracks[index].end - 0.5 { return "e" }
        return hasPlayed ? "w" : "s"
    }

    mutating func report(state: String) {
        guard state != reports.state else { return }
        reports.state = state
        report("ps")
    }

    /// Adds an event to those that wait; they go out together.
    mutating func report(_ event: String, _ more: ClientData? = nil) {
        guard let collector else { return }
        var data = more ?? status()
        data.add("e", token: event)
        reports.sequence += 1
        data.add("sn", number: Double(reports.sequence))
        if let epoch = configuration.commonMediaClientData?.epoch { data.add("ts", number: (epoch + now.seconds) * 1000) }
        reports.waiting.append(data)
        if reports.oldest == nil { reports.oldest = now }
        if reports.waiting.count >= max(1, collector.batch) { flushReports() }
    }

    /// Sends what has waited long enough, and how playing goes from time to time.
    mutating func pumpReports() {
        guard let collector, phase != .idle else { return }
        if collector.interval > 0, phase == .running {
            if let last = reports.lastInterval, now - last < max(collector.interval, 1) {
            } else {
                if reports.lastInterval != nil { report("t") }
                reports.lastInterval = now
            }
        }
        if let oldest = reports.oldest, now - oldest >= collector.patience { flushReports() }
    }

    var nextReport: Instant? {
        guard let collector else { return nil }
        let flush = reports.oldest.map { $0 + collector.patience }
        guard collector.interval > 0, let last = reports.lastInterval else { return flush }
        let interval = last + max(collector.interval, 1)
        return flush.map { $0 < interval ? $0 : interval } ?? interval
    }

    mutating func flushReports() {
        guard let collector, !reports.waiting.isEmpty else { return }
        var lines: [String] = []
        for data in reports.waiting { lines.append(collector.format == .json ? data.json : data.sorted.joined(separator: ",")) }
        reports.waiting.removeAll()
        reports.oldest = nil
        let body = collector.format == .json ? "[" + lines.joined(separator: ",") + "]" : lines.joined(separator: "\n") + "\n"
        actions.append(.report(ClientReport(url: collector.url, format: collector.format, body: body)))
    }

    /// How playing goes, without anything of a request.
    func status() -> ClientData {
        var data = ClientData(version: 2)
        describeSession(&data)
        if let variant, variant < selection.catalogue.variants.count, selection.catalogue.variants[variant].description.bandwidth > 0 {
            data.add("br", list: Double(selection.catalogue.variants[variant].description.bandwidth) / 1000)
        }
        data.add("bl", listedHundreds: buffered(.main) * 1000)
        return data
    }

    // MARK: Answers

    mutating func noteRequest(_ id: LoadID, _ content: StreamLoad.Content, _ facts: ClientData) {
        guard collector?.reportsResponses == true else { return }
        let url =
            switch content {
            case .playlist(let location), .steering(let location): location.url
            case .segment(let segment): segment.location.url
            case .picture(let picture): picture.segment.location.url
            }
        reports.requests[id] = ReportState.Request(url: url, started: now, facts: facts)
    }

    mutating func noteResponse(_ id: LoadID, _ head: ResponseHead) {
        reports.requests[id]?.firstByte = now
        reports.requests[id]?.head = head
    }

    /// A load has ended, with its failure where it has one.
    mutating func noteAnswer(_ id: LoadID, _ failure: LoadFailure? = nil) {
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
        data.add("ttlb", number: (now - request.started) * 1000)
        if let text = request.head?.server.dynamic { data.add("cmsdd", text: text) }
        if let text = request.head?.server.fixed { data.add("cmsds", text: text) }
        report("rr", data)
    }
}
