// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension StitchedSession {
    /// The session variables for the ad server's URL.
    public var sessionVariables: [String: String] {
        var variables = ["session.id": id, "session.uuid": id]
        variables["session.client_ip"] = viewer.address
        variables["session.user_agent"] = viewer.userAgent
        variables["session.referer"] = viewer.referrer
        for (name, value) in parameters { variables["player_params.\(name)"] = value }
        return variables
    }

    /// The session's variables and those of a break.
    public func variables(of entry: SessionBreak) -> [String: String] {
        var variables = sessionVariables
        // A marker may state any duration.
        let seconds = min(max(entry.available ?? configuration.unknownDuration, 0), 1e9)
        variables["session.avail_duration_secs"] = "\(Int(seconds.rounded()))"
        variables["session.avail_duration_ms"] = "\(Int((seconds * 1000).rounded()))"
        variables["avail.index"] = "\(entry.index)"
        variables["avail.random"] = "\(randomNumber(of: entry))"
        for (name, value) in entry.opportunity.metadata { variables["asset.\(name.lowercased())"] = value }
        if let bytes = entry.opportunity.splice, let reading = try? SpliceInfo.read(bytes) {
            variables.merge(Self.variables(of: reading.info)) { $1 }
        }
        return variables
    }

    private static func variables(of info: SpliceInfo) -> [String: String] {
        var variables: [String: String] = [:]
        if case .insert(let event) = info.command {
            variables["scte.event_id"] = "\(event.id)"
            variables["scte.unique_program_id"] = "\(event.uniqueProgramID)"
            variables["scte.avail_num"] = "\(event.availNumber)"
            variables["scte.avails_expected"] = "\(event.availsExpected)"
        }
        if let segmentation = info.segmentations.first {
            variables["scte.event_id"] = variables["scte.event_id"] ?? "\(segmentation.eventID)"
            variables["scte.segmentation_type_id"] = "\(segmentation.type.rawValue)"
            variables["scte.segmentation_upid"] = segmentation.upid.text
            variables["scte.segmentation_upid_type"] = "\(segmentation.upid.type)"
            variables["scte.segment_num"] = "\(segmentation.segmentNumber)"
            variables["scte.segments_expected"] = "\(segmentation.segmentsExpected)"
        }
        return variables
    }

    /// A pseudo-random number per break that never changes (FNV-1a).
    private func randomNumber(of entry: SessionBreak) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(id)/\(entry.id)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash % 10_000_000_000
    }
}
