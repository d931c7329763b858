// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Formats a feed item as two lines of text.
enum FeedLines {
    static func text(_ item: FeedItem, number: Int) -> String {
        let count = String(repeating: " ", count: max(0, 3 - String(number).count)) + "\(number)  "
        if let playlist = item.playlist { return "\(count)\(plain(playlist.name)), a playlist of \(playlist.count) (\(playlist.id))" }
        guard let video = item.video else { return "\(count)an item of an unknown type" }
        var words = [padded(plain(video.caption), to: 30), length(video)]
        words += video.hashtags.map { "#" + plain($0) }
        if !video.products.isEmpty { words.append("· " + video.products.map { plain($0.id) }.joined(separator: ", ")) }
        let location =
            video.regionBlocked
            ? "not available in your region" : video.locked ? "needs an access code" : video.hlsURL ?? "not playable now"
        let reasons = item.explanation.map { "\n     " + text($0) } ?? ""
        return count + words.joined(separator: " ") + "\n     " + plain(location) + reasons
    }

    private static func text(_ explanation: FeedExplanation) -> String {
        let parts = explanation.factors.map { factor in
            switch factor {
            case .hashtags: "you like " + explanation.hashtags.prefix(3).map { "#" + plain($0) }.joined(separator: ", ")
            case .channel: "you like this channel"
            case .popular: "others watched more of it than usual"
            case .new: "new"
            case .exploration: "few have seen it yet"
            default: plain(factor.rawValue)
            }
        }
        return "because: " + (parts.isEmpty ? "nothing better is left" : parts.joined(separator: "; "))
    }

    private static func length(_ video: FeedVideo) -> String {
        if let status = video.liveStatus, video.type == .liveStream { return padded(status.rawValue, to: 6) }
        let seconds = Int((Double(video.durationMS) / 1000).rounded())
        return padded("\(seconds / 60):" + String(format: "%02d", seconds % 60), to: 6)
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
    }

    /// Replaces control characters, so that text from a service cannot control the terminal.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
