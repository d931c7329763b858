// SPDX-License-Identifier: Apache-2.0

/// A row of an insight report.
public struct InsightRow: Codable, Hashable, Sendable {
    /// The grouping values by group name.
    public var group: [String: String]
    /// The figure; for money, ``amount`` is exact.
    public var value: Double
    /// The exact value, for money.
    public var amount: Amount?
    /// ISO 4217 code, for money; nil for other figures.
    public var currency: String?

    public init(group: [String: String], value: Double, amount: Amount? = nil, currency: String? = nil) {
        self.group = group
        self.value = value
        self.amount = amount
        self.currency = currency
    }
}

/// A page of an insight report.
public struct InsightPage: Codable, Hashable, Sendable {
    /// The rows of this page.
    public var data: [InsightRow]
    /// The total of all rows not in ``data``, with an empty group, per currency for money; empty if all rows are included.
    public var rest: [InsightRow]
    /// The paths of the adjacent pages.
    public var paging: Paging
    /// The time zone of the days; nil is UTC.
    public var timeZone: String?

    public init(data: [InsightRow], rest: [InsightRow] = [], paging: Paging = Paging()) {
        self.data = data
        self.rest = rest
        self.paging = paging
    }

    enum CodingKeys: String, CodingKey { case data, rest, paging, timeZone = "time_zone" }
}

/// The sort order of an insight report.
public struct InsightOrder: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By grouping values.
    public static let group = Self(rawValue: "group")
    /// Largest first. Amounts in different currencies are compared as numbers.
    public static let value = Self(rawValue: "value")
    public static let known: [Self] = [group, value]
}

/// A metric of an insight report.
public struct InsightMetric: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// How often a video was visible.
    public static let impressions = Self(rawValue: "impressions")
    /// Starts by the viewer, plus engaged views of videos that started automatically.
    public static let views = Self(rawValue: "views")
    /// Starts of playback, automatic ones included.
    public static let starts = Self(rawValue: "starts")
    /// Views in which a quarter of the video was played.
    public static let firstQuartile = Self(rawValue: "first_quartile")
    /// Views in which half of the video was played.
    public static let midpoint = Self(rawValue: "midpoint")
    /// Views in which three quarters of the video were played.
    public static let thirdQuartile = Self(rawValue: "third_quartile")
    /// Views in which the video was played to its end.
    public static let completions = Self(rawValue: "completions")
    /// Seconds.
    public static let watchTime = Self(rawValue: "watch_time")
    /// The average share of a video that was watched: 0...1.
    public static let watchedRatio = Self(rawValue: "watched_ratio")
    /// Click-through rate of the button per start: 0...1. Repeated clicks in a session are not counted.
    public static let clickRate = Self(rawValue: "ctr")
    /// Click-through rate of products per impression: 0...1.
    public static let productClickRate = Self(rawValue: "product_ctr")
    /// Orders confirmed by the shop, except fully refunded ones.
    public static let purchases = Self(rawValue: "purchases")
    /// Revenue of these orders minus refunds, by currency.
    public static let revenue = Self(rawValue: "gmv")
    /// Average value of these orders, by currency.
    public static let averageOrder = Self(rawValue: "aov")
    /// Orders reported by guests but not confirmed by a shop. These reports are not verified.
    public static let claimedPurchases = Self(rawValue: "claimed_purchases")
    /// Revenue of these orders, by currency.
    public static let claimedRevenue = Self(rawValue: "claimed_gmv")
    /// Average value of these orders, by currency.
    public static let claimedAverageOrder = Self(rawValue: "claimed_aov")
    /// How much more likely guests who saw a video in this period are to buy than those who did not: 0.5 is 50 % more likely.
    public static let lift = Self(rawValue: "lift")
    /// Average time to the first frame, in milliseconds.
    public static let startupTime = Self(rawValue: "startup_time")
    /// The share of time spent rebuffering: 0...1.
    public static let rebufferRatio = Self(rawValue: "rebuffer_ratio")
    /// Stalls per session.
    public static let stalls = Self(rawValue: "stalls")
    /// The share of sessions that ended before the first frame: 0...1.
    public static let exitsBeforeStart = Self(rawValue: "exits_before_start")
    /// The share of sessions that ended with a playback failure: 0...1.
    public static let failures = Self(rawValue: "failures")
    /// Rendition changes per session.
    public static let renditionChanges = Self(rawValue: "rendition_changes")
    /// Average latency behind the live edge, in milliseconds.
    public static let liveLatency = Self(rawValue: "live_latency")

    public static let known: [Self] = [
        impressions, views, starts, firstQuartile, midpoint, thirdQuartile, completions, watchTime, watchedRatio, clickRate,
        productClickRate, purchases, revenue, averageOrder, claimedPurchases, claimedRevenue, claimedAverageOrder, lift, startupTime,
        rebufferRatio, stalls, exitsBeforeStart, failures,
        renditionChanges, liveLatency,
    ]
}

/// A dimension that an insight report is grouped by.
public struct InsightGroup: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A day in the business's time zone, such as `2026-11-22`.
    public static let day = Self(rawValue: "day")
    /// `?` combines all ids that were not in the catalogue when their events arrived.
    public static let video = Self(rawValue: "video_id")
    /// By the channel of the video.
    public static let channel = Self(rawValue: "channel_id")
    /// `?` combines all names that matched no product when their events arrived.
    public static let product = Self(rawValue: "product_id")
    /// By the app that reported it.
    public static let app = Self(rawValue: "app_id")
    /// Whether a video led to an order.
    public static let attributed = Self(rawValue: "attributed")
    public static let known: [Self] = [day, video, channel, product, app, attributed]
}
