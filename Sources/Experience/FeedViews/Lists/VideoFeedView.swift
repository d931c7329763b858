// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A feed as a row or grid of thumbnails of any length; a click opens the player.
///
/// Layout and appearance come from the feed's `configuration`, which can be changed at any time.
@MainActor public final class VideoFeedView: ThumbnailListView {
    override func plan(_ configuration: WidgetConfiguration) -> FeedList.Plan? {
        guard case .videoFeed(let look, let layout) = configuration else { return nil }
        let arrangement: ItemArrangement =
            switch layout.arrangement {
            case .horizontal: .row
            case .grid(let columns): .grid(columns: columns)
            }
        // Setting it on one feed applies it to all; the default changes nothing.
        if look.adBadge != AdBadgeConfiguration() { host.sdk.adBadge = look.adBadge }
        let isRow = arrangement == .row
        var plan = FeedList.Plan(arrangement: arrangement) { [host] in FeedCard(host, look, layout, isRow: isRow) }
        plan.autoplay.isEnabled = look.itemView.autoplay.isEnabled
        (plan.insets, plan.spacing, plan.backgroundColor) = (layout.contentInsets, layout.itemSpacing, look.backgroundColor)
        return plan
    }
}
