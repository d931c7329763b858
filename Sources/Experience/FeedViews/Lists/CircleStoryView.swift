// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
public import WindowboxGTK

/// A feed as a row of round thumbnails; a click leads to the player.
@MainActor public final class CircleStoryView: Overlay {
    public let feed: Feed
    /// Called with the index of what a person chose.
    public var onOpen: (@MainActor (Int) -> Void)?

    private let host: FeedHost
    private let place = Box(.vertical)
    private(set) var list: FeedList?

    public init(_ feed: Feed, host: FeedHost) {
        (self.feed, self.host) = (feed, host)
        super.init(place.expand(.horizontal, .vertical))
        bind(to: { feed.configuration }) { view, configuration in
            if case .circleStory(let look) = configuration { view.build(look) }
        }
    }

    /// Something lies over the view, such as the player.
    public func setCovered(_ isCovered: Bool) { list?.setCovered(isCovered) }

    private func build(_ look: CircleStoryConfiguration) {
        if let list { place.remove(list) }
        var plan = FeedList.Plan(arrangement: .row) { [host] in CircleCard(host, look) }
        plan.autoplay.isEnabled = look.autoplay.isEnabled
        (plan.insets, plan.spacing, plan.backgroundColor) = (FeedInsets(all: look.padding), 0, look.backgroundColor)
        let list = FeedList(feed, host: host, plan: plan) { [weak self] index in
            guard let self else { return }
            if let details = feed.clickDetails(at: index) { host.onThumbnail?(details) }
            onOpen?(index)
        }
        place.append(list.expand(.horizontal, .vertical))
        self.list = list
    }
}
