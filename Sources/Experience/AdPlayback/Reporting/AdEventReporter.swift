// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxAdMarkup
import WindowboxAds

/// Executes the tracking actions of ads: sends events in order and opens pages.
@MainActor final class AdEventReporter {
    private let sender: BeaconSender
    private let open: @MainActor (String) -> Bool
    private var sending: Task<Void, Never>?
    /// The app's information about its viewer, for tracking URLs.
    var macros = AdMacroValues()
    /// The position of the content in seconds without ads; nil if unknown.
    var contentTime: @MainActor () -> Double? = { nil }

    init(sender: BeaconSender, open: @escaping @MainActor (String) -> Bool) {
        self.sender = sender
        self.open = open
    }

    /// - Parameters:
    ///   - ad: the ad's identifier.
    ///   - impression: identifies the break and the position in it.
    /// - Returns: whether a page was opened.
    @discardableResult func perform(_ actions: [AdTracking.Action], of ad: String, in impression: String) -> Bool {
        var isOpened = false
        var beacons: [AdBeacon] = []
        for action in actions {
            switch action {
            case .open(let url): isOpened = open(filled(url, at: Date().timeIntervalSince1970)) || isOpened
            case .send(let event, let url, let macros): beacons.append(beacon(event, url, macros, of: ad, in: impression))
            }
        }
        send(beacons)
        return isOpened
    }

    func report(_ code: VASTErrorCode, _ urls: [String]) {
        send(urls.map { beacon("error", $0, ["ERRORCODE": .number(code.number)], of: "", in: "") })
    }

    private func beacon(_ event: String, _ url: String, _ macros: [String: AdMacroValue], of ad: String, in impression: String) -> AdBeacon
    {
        let moment = Date().timeIntervalSince1970
        return AdBeacon(
            id: UUID().uuidString, event: event, url: filled(url, macros, at: moment), adID: ad, breakID: impression, at: moment)
    }

    private func filled(_ url: String, _ macros: [String: AdMacroValue] = [:], at moment: Double) -> String {
        var values = self.macros.ofMoment(moment)
        values.values.merge(macros) { $1 }
        let playhead = contentTime().map { AdMacroValue.playhead($0) }
        for name in ["MEDIAPLAYHEAD", "CONTENTPLAYHEAD"] where values[name] == nil { values[name] = playhead }
        return values.fill(url)
    }

    private func send(_ beacons: [AdBeacon]) {
        guard !beacons.isEmpty else { return }
        sending = Task { [sending, sender] in
            await sending?.value
            await sender.send(beacons)
        }
    }
}

extension AdMacroValues {
    /// Adds the values that a player must always provide (VAST 4.3, 6).
    ///
    /// - Parameter moment: seconds since 1970.
    func ofMoment(_ moment: Double) -> AdMacroValues {
        var values = self
        values["CACHEBUSTING"] = .cacheBusting(.random(in: 0...99_999_999))
        values["TIMESTAMP"] = .timestamp(Int64(moment * 1000))
        values["SERVERSIDE"] = .number(0)
        // Ad tracking is limited unless the app allows it for its viewer.
        values["LIMITADTRACKING"] = values["LIMITADTRACKING"] ?? .number(1)
        return values
    }
}
