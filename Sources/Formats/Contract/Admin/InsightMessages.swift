// SPDX-License-Identifier: Apache-2.0

/// One line of an insight.
public struct InsightRow: Codable, Hashable, Sendable {
    /// What it is about, by the names of what was grouped by.
    public var group: [String: String]
    public var value: Double
    /// The same exactly, where it is money.
    public var amount: Amount?
    public var currency: String?

    public init(group: [String: String], value: Double, amount: Amount? = nil, currency: String? = nil) {
        self.group = group
        self.value = value
        self.amount = amount
        self.currency = currency
    }
}

/// One page of the rows of an insight.
public struct InsightPage: Codable, Hashable, Sendable {
    public var data: [InsightRow]
    /// The figure over all rows that are not in ``data``, with an empty group, by currency where it is money; empty where all are there.
    public var rest: [InsightRow]
    public var paging: Paging
    /// Whose days these are; nil: those of UTC.
    public var timeZone: String?

    public init(data: [InsightRow], rest: [InsightRow] = [], paging: Paging = Paging()) {
        self.data = data
        self.rest = rest
        self.paging = paging
    }

    enum CodingKeys: String, CodingKey { case data, rest, paging, timeZone = "time_zone" }
}

/// How the rows of an insight are ordered.
public struct InsightOrder: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By the values of what was grouped by.
    public static let group = Self(rawValue: "group")
    /// The largest first. Amounts of different currencies are compared as numbers.
    public static let value = Self(rawValue: "value")
    public static let known: [Self] = [group, value]
}

/// A figure over time.
public struct InsightMetric: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let impressions = Self(rawValue: "impressions")
    /// Starts by the viewer, and engaged views of what began by itself.
    public static let views = Self(rawValue: "views")
    public static let starts = Self(rawValue: "starts")
    public static let firstQuartile = Self(rawValue: "first_quartile")
    public static let midpoint = Self(rawValue: "midpoint")
    public static let thirdQuartile = Self(rawValue: "third_quartile")
    public static let completions = Self(rawValue: "completions")
    /// Seconds.
    public static let watchTime = Self(rawValue: "watch_time")
    /// How much of a video was played when watching it ended, on average: 0...1.
    public static let watchedRatio = Self(rawValue: "watched_ratio")
    /// The part of the starts that led to a click on the button: 0...1. A second click in a session is not counted.
    public static let clickRate = Self(rawValue: "ctr")
    /// The part of the impressions of products that led to a click on one: 0...1.
    public static let productClickRate = Self(rawValue: "product_ctr")
    /// Orders that the shop confirmed, without those that were refunded in full.
    public static let purchases = Self(rawValue: "purchases")
    /// What was spent in them and not refunded, by currency.
    public static let revenue = Self(rawValue: "gmv")
    /// The same for each of them, by currency.
    public static let averageOrder = Self(rawValue: "aov")
    /// Orders that guests reported and no shop confirmed. Anybody can report anything.
    public static let claimedPurchases = Self(rawValue: "claimed_purchases")
    /// What was spent in them, by currency.
    public static let claimedRevenue = Self(rawValue: "claimed_gmv")
    /// The same for each of them, by currency.
    public static let claimedAverageOrder = Self(rawValue: "claimed_aov")
    /// By how much likelier those who saw a video in this time buy than those who didn't: 0.5 is half as likely again.
    public static let lift = Self(rawValue: "lift")
    /// Milliseconds until the first picture, on average.
    public static let startupTime = Self(rawValue: "startup_time")
    /// The part of the time for which playing stood still: 0...1.
    public static let rebufferRatio = Self(rawValue: "rebuffer_ratio")
    /// How often playing stood still, for each session.
    public static let stalls = Self(rawValue: "stalls")
    /// The part of the sessions that ended before a picture was seen: 0...1.
    public static let exitsBeforeStart = Self(rawValue: "exits_before_start")
    /// The part of the sessions that ended because the video couldn't be played: 0...1.
    public static let failures = Self(rawValue: "failures")
    /// For each session.
    public static let renditionChanges = Self(rawValue: "rendition_changes")
    /// Milliseconds behind the live moment, on average.
    public static let liveLatency = Self(rawValue: "live_latency")

    public static let known: [Self] = [
        impressions, views, starts, firstQuartile, midpoint, thirdQuartile, completions, watchTime, watchedRatio, clickRate,
        productClickRate, purchases, revenue, averageOrder, claimedPurchases, claimedRevenue, claimedAverageOrder, lift, startupTime,
        rebufferRatio, stalls, exitsBeforeStart, failures,
        renditionChanges, liveLatency,
    ]
}

/// What the rows of an insight are told apart by.
public struct InsightGroup: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Of the business's time zone, such as `2026-11-22`.
    public static let day = Self(rawValue: "day")
    /// `?` stands for all ids that were not in the catalogue when their events came.
    public static let video = Self(rawValue: "video_id")
    public static let channel = Self(rawValue: "channel_id")
    /// `?` stands for all names that no product had when their events came.
    public static let product = Self(rawValue: "product_id")
    public static let app = Self(rawValue: "app_id")
    /// Whether a video led to an order.
    public static let attributed = Self(rawValue: "attributed")
    public static let known: [Self] = [day, video, channel, product, app, attributed]
}
