// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A feed as a row of round thumbnails; a click opens the player.
@MainActor public final class CircleStoryView: ThumbnailListView {
    override func plan(_ configuration: WidgetConfiguration) -> FeedList.Plan? {
        guard case .circleStory(let look) = configuration else { return nil }
        var plan = FeedList.Plan(arrangement: .row) { [host] in CircleCard(host, look) }
        plan.autoplay.isEnabled = look.autoplay.isEnabled
        (plan.insets, plan.spacing, plan.backgroundColor) = (FeedInsets(all: look.padding), 0, look.backgroundColor)
        return plan
    }
}
