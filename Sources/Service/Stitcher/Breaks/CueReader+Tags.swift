// SPDX-License-Identifier: Apache-2.0

extension CueReader {
    /// `EXT-X-CUE-OUT` without a value, with a number, or with `DURATION=` and other attributes.
    func out(_ value: String, _ time: Double, _ reading: inout Reading) -> BreakCue {
        let attributes = MarkerAttributes(value)
        var cue = BreakCue(.out, source: .cueOut, time: time, id: Self.id(attributes))
        cue.duration = attributes.bare.first.flatMap(MarkerAttributes.seconds) ?? attributes.seconds("DURATION", "BREAKDURATION")
        if !value.isEmpty, cue.duration == nil, attributes.values.isEmpty {
            reading.problems.append("The duration \(value.prefix(60)) of a break is not a number.")
        }
        apply(attributes, into: &cue, &reading)
        return cue
    }

    /// `EXT-X-CUE-OUT-CONT` as `10/30` or `ElapsedTime=10,Duration=30,SCTE35=…`; `EXT-X-CUE-SPAN` as `TIMEFROMSIGNAL=10`.
    func proceeding(_ value: String, _ source: BreakCue.Source, _ time: Double, _ reading: inout Reading) -> BreakCue {
        let attributes = MarkerAttributes(value)
        var cue = BreakCue(.proceeding, source: source, time: time, id: Self.id(attributes))
        let parts = attributes.bare.first?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
        if parts.count == 2 {
            cue.elapsed = MarkerAttributes.seconds(parts[0])
            cue.duration = MarkerAttributes.seconds(parts[1])
        } else {
            cue.elapsed = attributes.seconds("ELAPSEDTIME", "ELAPSED", "TIMEFROMSIGNAL") ?? parts.first.flatMap(MarkerAttributes.seconds)
            cue.duration = attributes.seconds("DURATION")
        }
        apply(attributes, into: &cue, &reading)
        return cue
    }

    /// `EXT-X-SCTE35` whose section isn't about breaks, by its CUE-OUT and CUE-IN attributes.
    func flagged(_ attributes: MarkerAttributes, _ time: Double) -> BreakCue? {
        let out = attributes.values["CUE-OUT"]?.uppercased()
        let kind: BreakCue.Kind
        if out == "CONT" {
            kind = .proceeding
        } else if out == "YES" {
            kind = .out
        } else if attributes.values["CUE-IN"]?.uppercased() == "YES" {
            kind = .back
        } else {
            return nil
        }
        var cue = BreakCue(kind, source: .splice, time: time, id: Self.id(attributes), duration: attributes.seconds("DURATION"))
        cue.elapsed = attributes.seconds("ELAPSED", "ELAPSEDTIME")
        return cue
    }

    /// `EXT-X-CUE` with a `TYPE`.
    func named(_ attributes: MarkerAttributes, _ time: Double) -> BreakCue? {
        let type = attributes.values["TYPE"]?.lowercased() ?? ""
        let kind: BreakCue.Kind? =
            ["spliceout", "cue-out", "out"].contains(type) ? .out : ["splicein", "cue-in", "in"].contains(type) ? .back : nil
        return kind.map { BreakCue($0, source: .cue, time: time, id: Self.id(attributes), duration: attributes.seconds("DURATION")) }
    }

    private func apply(_ attributes: MarkerAttributes, into cue: inout BreakCue, _ reading: inout Reading) {
        cue.metadata = attributes.values.filter { !["DURATION", "ELAPSEDTIME", "SCTE35", "CUE"].contains($0.key) }
        guard let text = attributes.values["SCTE35"] ?? attributes.values["CUE"] else { return }
        guard let section = splice(text, cue.source, cue.time, &reading).first(where: { $0.kind == .out }) else { return }
        cue.id = cue.id ?? section.id
        cue.duration = cue.duration ?? section.duration
        cue.returnsAutomatically = section.returnsAutomatically
        cue.splice = section.splice
    }

    private static func id(_ attributes: MarkerAttributes) -> String? {
        for name in ["ID", "BREAKID", "EVENTID", "EVENT-ID"] { if let id = attributes.values[name], !id.isEmpty { return id } }
        return nil
    }
}
