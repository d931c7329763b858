// SPDX-License-Identifier: Apache-2.0

/// Names of tracking events, as VAST 2.0 to 4.3 and VMAP write them.
enum VASTEventName {
    private static let names: Set = [
        "acceptInvitation", "acceptInvitationLinear", "adCollapse", "adExpand", "breakEnd", "breakStart", "close", "closeLinear",
        "collapse",
        "complete", "creativeView", "error", "exitFullscreen", "expand", "firstQuartile", "fullscreen", "interactiveStart", "loaded",
        "midpoint", "minimize", "mute", "notUsed", "otherAdInteraction", "overlayViewDuration", "pause", "playerCollapse", "playerExpand",
        "progress", "resume", "rewind", "skip", "start", "thirdQuartile", "timeSpentViewing", "unmute", "verificationNotExecuted",
    ]
    private static let byFolding = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }

    /// The canonical spelling of an event name, matched case-insensitively; unknown names are returned unchanged.
    static func known(_ name: String) -> String { names.contains(name) ? name : byFolding[name.lowercased()] ?? name }
}
