// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// The facts of CMCD version 1 (CTA-5004) for a load, sorted by key; empty when switched off.
    func clientData(_ content: StreamLoad.Content) -> [String] {
        guard let client = configuration.commonMediaClientData else { return [] }
        var facts = ClientData()
        if let id = client.contentID { facts.add("cid", text: id) }
        if let id = client.sessionID { facts.add("sid", text: id) }
        facts.add("sf", token: "h")
        if let kind = timeline?.kind { facts.add("st", token: kind == .onDemand ? "v" : "l") }
        facts.add("su", flag: !hasPlayed || self.facts.isStalled)
        facts.add("bs", flag: self.facts.isStalled && hasPlayed)
        if self.facts.rate > 0, self.facts.rate != 1 { facts.add("pr", decimal: self.facts.rate) }
        if throughput > 0 { facts.add("mtp", hundreds: throughput / 1000) }
        switch content {
        case .playlist, .steering: facts.add("ot", token: "m")
        case .segment(let segment): describe(segment, &facts)
        }
        return facts.sorted
    }

    private func describe(_ segment: SegmentLoad, _ facts: inout ClientData) {
        let number = Int(segment.lane.rawValue)
        switch segment.lane {
        case .main:
            let entry = segment.stream < catalogue.variants.count ? catalogue.variants[segment.stream] : nil
            facts.add("ot", token: entry?.isAudioOnly == true ? "a" : lanes[1].isActive ? "v" : "av")
            if let bandwidth = entry?.description.bandwidth, bandwidth > 0 { facts.add("br", number: Double(bandwidth) / 1000) }
            var top = 0
            for variant in grid?.variants ?? [] { top = max(top, catalogue.variants[variant].description.bandwidth) }
            if top > 0 { facts.add("tb", number: Double(top) / 1000) }
        case .audio: facts.add("ot", token: "a")
        case .subtitles: facts.add("ot", token: "c")
        }
        facts.add("d", number: segment.range.duration * 1000)
        guard segment.lane != .subtitles else { return }
        let buffer = max(0, lanes[number].time - self.facts.position)
        facts.add("bl", hundreds: buffer * 1000)
        let rate = self.facts.rate > 0 ? self.facts.rate : 1
        facts.add("dl", hundreds: buffer * 1000 / rate)
        // What would fetch this segment within half its time of play leaves room for the lanes beside it.
        if let bandwidth = presentation?.variants[min(segment.stream, max(0, catalogue.variants.count - 1))].bandwidth, bandwidth > 0 {
            facts.add("rtp", hundreds: Double(bandwidth) * 2 / 1000)
        }
        if let next = following(segment) { facts.add("nor", text: QueryParameters.encoded(next)) }
    }

    /// The name of the segment after one, relative where both lie in one folder.
    private func following(_ segment: SegmentLoad) -> String? {
        guard segment.part == nil, let index = lanes[Int(segment.lane.rawValue)].track,
            let place = tracks[index].position(sequence: UInt64(clamping: segment.sequence)),
            let segments = tracks[index].playlist?.segments, place + 1 < segments.count
        else { return nil }
        let next = segments[place + 1]
        guard next.byteRange == nil else { return nil }
        let url = next.uri.url
        let here = Array(segment.location.url.utf8), there = Array(url.utf8)
        guard let slash = here.lastIndex(of: UInt8(ascii: "/")), there.count > slash, here[...slash] == there[...slash] else { return nil }
        return String(decoding: there[(slash + 1)...], as: UTF8.self)
    }
}
