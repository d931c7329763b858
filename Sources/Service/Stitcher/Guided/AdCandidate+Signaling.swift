// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension AdCandidate {
    /// The ad's tracking events with their times as creative signaling (SVTA 2053).
    func signaling(duration: Double) -> JSONValue {
        var tracking = schedule(duration: duration).map { item -> JSONValue in
            .record([("type", .string(item.event)), ("offset", .seconds(item.offset)), ("urls", .array([.string(item.url)]))])
        }
        let timed = Set(schedule(duration: duration).map(\.event))
        for tracker in trackers where !timed.contains(tracker.event) {
            tracking.append(.record([("type", .string(tracker.event)), ("urls", .array([.string(tracker.url)]))]))
        }
        if !clickTracking.isEmpty {
            tracking.append(.record([("type", .string("clickTracking")), ("urls", .array(clickTracking.map { .string($0) }))]))
        }
        if !errors.isEmpty { tracking.append(.record([("type", .string("error")), ("urls", .array(errors.map { .string($0) }))])) }
        let slot = JSONValue.record([
            ("type", .string("linear")), ("start", .seconds(0)), ("duration", .seconds(duration)),
            ("identifiers", .array([.record([("scheme", .string("urn:windowbox:ad")), ("value", .string(id))])])),
            ("title", .text(title)), ("skipOffset", skipOffset.map { .seconds($0) }), ("clickThrough", .text(clickThrough)),
            ("tracking", .array(tracking)), ("companions", companionsJSON),
            ("icons", iconsJSON), ("verifications", verificationsJSON),
        ])
        return .record([("version", .number(2)), ("type", .string("slot")), ("payload", .array([slot]))])
    }
}
