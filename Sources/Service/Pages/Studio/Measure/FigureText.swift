// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// How figures are written.
enum FigureText {
    static func title(_ metric: InsightMetric) -> String {
        switch metric {
        case .impressions: "Impressions"
        case .views: "Views"
        case .starts: "Starts"
        case .firstQuartile: "A quarter"
        case .midpoint: "The middle"
        case .thirdQuartile: "Three quarters"
        case .completions: "The end"
        case .watchTime: "Watch time"
        case .watchedRatio: "Watched of each video"
        case .clickRate: "Starts that led to a click"
        case .productClickRate: "Products shown that were clicked"
        case .purchases: "Purchases"
        case .revenue: "Revenue"
        case .averageOrder: "Average order"
        case .claimedPurchases: "Purchases reported by viewers"
        case .claimedRevenue: "Revenue reported by viewers"
        case .claimedAverageOrder: "Average order reported by viewers"
        case .lift: "Lift"
        case .startupTime: "Time until the first picture"
        case .rebufferRatio: "Time that playing stood still"
        case .stalls: "Stalls for each session"
        case .exitsBeforeStart: "Left before the first picture"
        case .failures: "Could not be played"
        case .renditionChanges: "Changes of quality for each session"
        case .liveLatency: "Behind the live moment"
        default: metric.rawValue
        }
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

    /// With at most two places, and thousands apart.
    static func text(_ value: Double) -> String {
        value.rounded() == value || value.magnitude >= 1000
            ? grouped(value.rounded()) : rounded(value, places: value.magnitude < 10 ? 2 : 1)
    }

    /// To the hundredth, as money is written, where the currency has hundredths: what is finer is rounded.
    /// - Parameter currency: ISO 4217.
    static func money(_ amount: Amount, _ currency: String) -> String {
        let value = Double(amount.millionths) / 1e6
        return "\(wholeCurrencies.contains(currency) ? grouped(value.rounded()) : rounded(value, places: 2)) \(currency)"
    }

    /// Those of ISO 4217 without a smaller unit.
    private static let wholeCurrencies: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF",
    ]

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
        var place = digits.count - 3
        while place > 0 {
            // A narrow space that doesn't break, as ISO 80000 has it.
            digits.insert("\u{202F}", at: place)
            place -= 3
        }
        return (value < 0 ? "−" : "") + String(digits)
    }
}
