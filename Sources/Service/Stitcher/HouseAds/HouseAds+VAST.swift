// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxXML

extension HouseAds {
    /// VAST 4.2 for the chosen ads; a pod if there are several.
    ///
    /// - Parameters:
    ///   - choices: in order.
    ///   - address: returns the tracking URL for the ids of a campaign and a creative, and an event
    ///     name; that of `error` may contain `[ERRORCODE]`.
    public static func vast(_ choices: [Choice], address: (_ campaign: String, _ creative: String, _ event: String) -> String) -> String {
        let ads = choices.enumerated().map { index, choice -> String in
            let (campaign, creative) = (choice.campaign, choice.creative)
            func url(_ event: String) -> String { escaped(address(campaign.id, creative.id, event)) }
            let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "skip"].map {
                "<Tracking event=\"\($0)\">\(url($0))</Tracking>"
            }.joined()
            // Required by VAST; 0 for audio and if unknown.
            let size = "width=\"\(creative.width ?? 0)\" height=\"\(creative.height ?? 0)\""
            let attributes = size + (creative.bitrate.map { " bitrate=\"\($0)\"" } ?? "")
            let clicks = creative.clickThrough.map {
                "<VideoClicks><ClickThrough>\(escaped($0))</ClickThrough><ClickTracking>\(url("click"))</ClickTracking></VideoClicks>"
            }
            let sequence = choices.count > 1 ? " sequence=\"\(index + 1)\"" : ""
            let skip = creative.skipOffset.map { " skipoffset=\"\(ClockTime.text($0))\"" } ?? ""
            return "<Ad id=\"\(escaped(campaign.id))\"\(sequence)><InLine><AdSystem>Windowbox</AdSystem>"
                + "<AdTitle>\(escaped(creative.title))</AdTitle><AdServingId>\(escaped(campaign.id + "/" + creative.id))</AdServingId>"
                + "<Impression>\(url("impression"))</Impression>"
                + (campaign.category.map { "<Category authority=\"house\">\(escaped($0))</Category>" } ?? "")
                + (campaign.advertiser.map { "<Advertiser>\(escaped($0))</Advertiser>" } ?? "")
                + "<Error>\(url("error"))</Error><Creatives><Creative id=\"\(escaped(creative.id))\">"
                + "<UniversalAdId idRegistry=\"house\">\(escaped(creative.id))</UniversalAdId>"
                + "<Linear\(skip)><Duration>\(ClockTime.text(creative.duration))</Duration><TrackingEvents>\(events)</TrackingEvents>\(clicks ?? "")"
                + "<MediaFiles><MediaFile delivery=\"\(creative.type.contains("mpegurl") ? "streaming" : "progressive")\" "
                + "type=\"\(escaped(creative.type))\" \(attributes)>\(escaped(creative.url))</MediaFile></MediaFiles>"
                + "</Linear></Creative></Creatives></InLine></Ad>"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><VAST version=\"4.2\">\(ads.joined())</VAST>"
    }

    private static func escaped(_ text: String) -> String { text.escapedForAttribute }
}
