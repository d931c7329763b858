// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
public import WindowboxGTK

/// A feed as a row or a grid of thumbnails, of any length; a click leads to the player.
///
/// The layout and the look are those of the feed's `configuration`, which may be assigned at any time.
@MainActor public final class VideoFeedView: Overlay {
    public let feed: Feed
    /// Called with the index of what a person chose, before anything else is done about it.
    public var onOpen: (@MainActor (Int) -> Void)?

    private let host: FeedHost
    private let place = Box(.vertical)
    private(set) var list: FeedList?

    public init(_ feed: Feed, host: FeedHost) {
        (self.feed, self.host) = (feed, host)
        super.init(place.expand(.horizontal, .vertical))
        bind(to: { feed.configuration }) { view, configuration in
            if case .videoFeed(let look, let layout) = configuration { view.build(look, layout) }
        }
    }

    /// Something lies over the view, such as the player: nothing plays by itself there.
    public func setCovered(_ isCovered: Bool) { list?.setCovered(isCovered) }
    /// The program says itself whether the view is in sight, where that isn't to be seen from the window.
    public func setViewport(isEntered: Bool) { list?.setViewport(isEntered: isEntered) }

    /// As the wheel does.
    /// - Parameter pixels: of the style, to the end; negative for back.
    /// - Returns: false where there is no more that way.
    public func scroll(by pixels: Double) -> Bool { list?.scroll(by: pixels) ?? false }

    private func build(_ look: VideoFeedConfiguration, _ layout: FeedLayout) {
        if let list { place.remove(list) }
        let arrangement: ItemArrangement =
            switch layout.arrangement {
            case .horizontal: .row
            case .grid(let columns): .grid(columns: columns)
            }
        // Set on one feed, it holds for all of them; one that was left as it is sets nothing.
        if look.adBadge != AdBadgeConfiguration() { host.sdk.adBadge = look.adBadge }
        let isRow = arrangement == .row
        var plan = FeedList.Plan(arrangement: arrangement) { [host] in FeedCard(host, look, layout, isRow: isRow) }
        plan.autoplay.isEnabled = look.itemView.autoplay.isEnabled
        (plan.insets, plan.spacing, plan.backgroundColor) = (layout.contentInsets, layout.itemSpacing, look.backgroundColor)
        let list = FeedList(feed, host: host, plan: plan) { [weak self] in self?.chose($0) }
        place.append(list.expand(.horizontal, .vertical))
        self.list = list
    }

    private func chose(_ index: Int) {
        if let details = feed.clickDetails(at: index) { host.onThumbnail?(details) }
        onOpen?(index)
    }
}
