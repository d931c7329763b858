// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

import struct Foundation.Date

/// Formats figures.
enum FigureFormatter {
    static func title(_ metric: InsightMetric) -> String {
        switch metric {
        case .impressions: "Impressions"
        case .views: "Views"
        case .starts: "Starts"
        case .firstQuartile: "25 % watched"
        case .midpoint: "50 % watched"
        case .thirdQuartile: "75 % watched"
        case .completions: "Watched to the end"
        case .watchTime: "Watch time"
        case .watchedRatio: "Average share watched"
        case .clickRate: "Click rate"
        case .productClickRate: "Product click rate"
        case .purchases: "Purchases"
        case .revenue: "Revenue"
        case .averageOrder: "Average order value"
        case .claimedPurchases: "Viewer-reported purchases"
        case .claimedRevenue: "Viewer-reported revenue"
        case .claimedAverageOrder: "Viewer-reported average order value"
        case .lift: "Lift"
        case .startupTime: "Startup time"
        case .rebufferRatio: "Rebuffering ratio"
        case .stalls: "Stalls per session"
        case .exitsBeforeStart: "Abandoned before start"
        case .failures: "Playback failures"
        case .renditionChanges: "Quality changes per session"
        case .liveLatency: "Live latency"
        default: metric.rawValue
        }
    }

    /// The change from the preceding period.
    static func change(from before: Double?, to now: Double?, days: Int) -> String {
        guard let before else { return "No data for the previous \(days) days" }
        guard before > 0 else {
            return (now ?? 0) > 0 ? "0 in the previous \(days) days" : "No change vs. previous \(days) days"
        }
        let percent = ((now ?? 0) - before) / before * 100
        let size = text(percent.magnitude.rounded())
        let sign = percent.rounded() == 0 ? "±" : percent > 0 ? "+" : "−"
        return "\(sign)\(size) % vs. previous \(days) days"
    }

    /// - Parameter day: such as `2026-11-22`.
    static func day(_ day: String, minus days: Int) -> String? {
        Timestamp.date("\(day)T00:00:00Z").map { String(Timestamp.text($0.addingTimeInterval(Double(-days) * 86400)).prefix(10)) }
    }

    static func text(_ row: InsightRow, of metric: InsightMetric) -> String {
        row.amount.map { money($0, row.currency ?? "") } ?? text(row.value, of: metric)
    }

    static func text(_ value: Double, of metric: InsightMetric) -> String {
        switch metric {
        case .watchTime: duration(value)
        case .watchedRatio, .clickRate, .productClickRate, .rebufferRatio, .exitsBeforeStart, .failures: "\(text(value * 100)) %"
        case .startupTime, .liveLatency: value >= 1000 ? "\(text(value / 1000)) s" : "\(text(value)) ms"
        case .revenue, .averageOrder, .claimedRevenue, .claimedAverageOrder: rounded(value, places: 2)
        default: text(value)
        }
    }

    /// With at most two decimal places and grouped thousands.
    static func text(_ value: Double) -> String {
        value.rounded() == value || value.magnitude >= 1000
            ? grouped(value.rounded()) : rounded(value, places: value.magnitude < 10 ? 2 : 1)
    }

    /// Rounded to hundredths if the currency has them.
    /// - Parameter currency: ISO 4217.
    static func money(_ amount: Amount, _ currency: String) -> String {
        let value = Double(amount.millionths) / 1e6
        return "\(wholeCurrencies.contains(currency) ? grouped(value.rounded()) : rounded(value, places: 2)) \(currency)"
    }

    /// ISO 4217 currencies without a minor unit.
    private static let wholeCurrencies: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF",
    ]

    /// The unit for a figure's values, depending on the largest one.
    static func unit(of metric: InsightMetric, upTo most: Double) -> Double {
        guard metric == .watchTime else { return 1 }
        return most < 120 ? 1 : most < 7200 ? 60 : 3600
    }

    private static func duration(_ seconds: Double) -> String {
        if seconds < 120 { return "\(text(seconds)) s" }
        if seconds < 7200 { return "\(text(seconds / 60)) min" }
        return "\(text(seconds / 3600)) h"
    }

    static func rounded(_ value: Double, places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "–" }
        let scale = places == 1 ? 10.0 : 100.0
        let parts = Int64((value.magnitude * scale).rounded())
        let (whole, rest) = parts.quotientAndRemainder(dividingBy: Int64(scale))
        let tail = places == 2 && rest < 10 ? "0\(rest)" : "\(rest)"
        return "\(value < 0 && parts > 0 ? "−" : "")\(grouped(Double(whole))).\(tail)"
    }

    private static func grouped(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "–" }
        var digits = Array(String(Int64(value.magnitude)))
        var index = digits.count - 3
        while index > 0 {
            // A narrow no-break space, according to ISO 80000.
            digits.insert("\u{202F}", at: index)
            index -= 3
        }
        return (value < 0 ? "−" : "") + String(digits)
    }
}
