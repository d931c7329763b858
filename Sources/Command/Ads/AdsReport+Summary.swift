// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds

extension AdsReport {
    /// The report as text.
    var summary: String {
        var lines: [String] = []
        switch markup {
        case .vast(let document): lines.append("VAST \(document.version ?? "without a version"), \(Self.count(document.ads.count, "ad"))")
        case .vmap(let schedule):
            lines.append("VMAP \(schedule.version ?? "without a version"), \(Self.count(schedule.breaks.count, "break"))")
        // The failure is reported separately.
        case nil: return ""
        }
        if !resolved.isEmpty {
            for (index, part) in resolved.enumerated() {
                if resolved.count > 1 { lines.append("break \(index + 1)") }
                for ad in part.ads { lines += describe(ad.ad, behind: ad.wrappers.count) }
                for load in part.loads { lines.append("  requested \(TerminalText.line(load))") }
                for (code, urls) in part.reports {
                    lines.append("  would report error \(code.number) to \(Self.count(urls.count, "URL"))")
                }
            }
        } else if case .vast(let document) = markup {
            for ad in document.ads { lines += describe(ad, behind: 0) }
        } else if case .vmap(let schedule) = markup {
            for adBreak in schedule.breaks {
                lines.append("break at \(TerminalText.line(adBreak.offsetText ?? "?")) \(adBreak.types.joined(separator: ","))")
                if case .tag(let url, _) = adBreak.source?.content { lines.append("  ad tag \(TerminalText.line(url))") }
                for ad in adBreak.embeddedAds { lines += describe(ad, behind: 0) }
            }
        }
        var problems = errors
        switch markup {
        case .vast(let document): problems += document.problems
        case .vmap(let schedule): problems += schedule.problems
        case nil: break
        }
        lines += problems.map { TerminalText.line($0.description) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func count(_ number: Int, _ one: String) -> String {
        "\(number) \(number == 1 ? one : one + "s")"
    }

    private func describe(_ ad: VASTAd, behind wrappers: Int) -> [String] {
        let name = [ad.id, ad.title].compactMap { $0 }.joined(separator: " ")
        var lines = [
            "\(ad.kind == .inline ? "ad" : "wrapper") \(TerminalText.line(name))\(wrappers > 0 ? ", after \(Self.count(wrappers, "wrapper"))" : "")"
        ]
        if let uri = ad.wrapper?.tagURI { lines.append("  ad tag \(TerminalText.line(uri))") }
        for creative in ad.creatives {
            if let linear = creative.linear {
                let duration = linear.duration.map { TerminalText.seconds($0) } ?? "no duration"
                let files = Self.count(linear.mediaFiles.count, "file")
                lines.append(
                    "  linear, \(duration), \(files), \(Self.count(linear.tracking.count, "tracking URL"))")
            }
            if let overlays = creative.nonLinears { lines.append("  \(Self.count(overlays.nonLinears.count, "overlay"))") }
            if let companions = creative.companions { lines.append("  \(Self.count(companions.companions.count, "companion"))") }
        }
        return lines
    }
}
