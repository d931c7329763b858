// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// The facts of CMCD for a load; nil when switched off.
    func clientData(_ content: StreamLoad.Content) -> ClientData? {
        guard let client = configuration.commonMediaClientData else { return nil }
        var facts = ClientData(version: client.version)
        describeSession(&facts)
        facts.add("su", flag: !hasPlayed || self.facts.isStalled)
        facts.add("bs", flag: self.facts.isStalled && hasPlayed)
        switch content {
        case .playlist, .steering: facts.add("ot", token: "m")
        case .segment(let segment): describe(segment, &facts)
        case .picture: facts.add("ot", token: "v")
        }
        return facts
    }

    /// What holds for requests and reports alike.
    func describeSession(_ facts: inout ClientData) {
        let client = configuration.commonMediaClientData
        if let id = client?.contentID { facts.add("cid", text: id) }
        if let id = client?.sessionID { facts.add("sid", text: id) }
        facts.add("sf", token: "h")
        if let kind = timeline?.kind { facts.add("st", token: kind == .onDemand ? "v" : "l") }
        if self.facts.rate != 0, self.facts.rate != 1 { facts.add("pr", decimal: self.facts.rate) }
        if quality.throughput > 0 { facts.add("mtp", listedHundreds: quality.throughput / 1000) }
        guard facts.version >= 2 else { return }
        facts.add("v", number: 2)
        facts.add("sta", token: reports.state)
        facts.add("tbl", listedHundreds: configuration.bufferGoal * 1000)
        if selection.pathway != "." { facts.add("cdn", text: selection.pathway) }
        if let delay = reports.startDelay { facts.add("msd", number: delay * 1000) }
        if startPosition != nil { facts.add("pt", number: self.facts.position * 1000) }
        if let index = lanes[0].track, playlists.tracks[index].isLive, phase == .running {
            facts.add("ltc", number: max(0, playlists.liveEdge(playlists.tracks[index], at: now) - self.facts.position) * 1000)
        }
        if reports.stalls > 0 {
            facts.add("bsa", list: Double(reports.stalls))
            facts.add("bsda", list: reports.stalledSeconds * 1000)
            facts.add("bsd", list: reports.lastStall * 1000)
        }
        if self.facts.droppedFrames > 0 { facts.add("dfa", number: Double(self.facts.droppedFrames)) }
    }

    private func describe(_ segment: SegmentLoad, _ facts: inout ClientData) {
        let number = Int(segment.lane.rawValue)
        switch segment.lane {
        case .main:
            let entry = segment.stream < selection.catalogue.variants.count ? selection.catalogue.variants[segment.stream] : nil
            facts.add("ot", token: entry?.isAudioOnly == true ? "a" : lanes[1].isActive ? "v" : "av")
            if let bandwidth = entry?.description.bandwidth, bandwidth > 0 { facts.add("br", list: Double(bandwidth) / 1000) }
            var top = 0
            for variant in quality.grid?.variants ?? [] { top = max(top, selection.catalogue.variants[variant].description.bandwidth) }
            var least = Double.infinity
            for variant in quality.grid?.variants ?? [] {
                least = min(least, Double(selection.catalogue.variants[variant].description.bandwidth))
            }
            if facts.version >= 2, least > 0, least < .infinity { facts.add("lb", list: least / 1000) }
            if top > 0 { facts.add("tb", list: Double(top) / 1000) }
        case .audio: facts.add("ot", token: "a")
        case .subtitles: facts.add("ot", token: "c")
        }
        facts.add("d", number: segment.range.duration * 1000)
        guard segment.lane != .subtitles else { return }
        let buffer = max(0, lanes[number].time - self.facts.position)
        facts.add("bl", listedHundreds: buffer * 1000)
        let rate = self.facts.rate > 0 ? self.facts.rate : 1
        facts.add("dl", hundreds: buffer * 1000 / rate)
        // What would fetch this segment within half its time of play leaves room for the lanes beside it.
        if let bandwidth = presentation?.variants[min(segment.stream, max(0, selection.catalogue.variants.count - 1))].bandwidth,
            bandwidth > 0
        {
            facts.add("rtp", hundreds: Double(bandwidth) * 2 / 1000)
        }
        if let next = following(segment) { facts.add("nor", list: PercentEncoding.encoded(next)) }
    }

    /// The name of the segment after one, relative where both lie in one folder.
    private func following(_ segment: SegmentLoad) -> String? {
        guard segment.part == nil, let index = lanes[Int(segment.lane.rawValue)].track,
            let place = playlists.tracks[index].position(sequence: UInt64(clamping: segment.sequence)),
            let segments = playlists.tracks[index].playlist?.segments, place + 1 < segments.count
        else { return nil }
        let next = segments[place + 1]
        guard next.byteRange == nil else { return nil }
        let url = next.uri.url
        let here = Array(segment.location.url.utf8), there = Array(url.utf8)
        guard let slash = here.lastIndex(of: UInt8(ascii: "/")), there.count > slash, here[...slash] == there[...slash] else { return nil }
        return String(decoding: there[(slash + 1)...], as: UTF8.self)
    }
}
