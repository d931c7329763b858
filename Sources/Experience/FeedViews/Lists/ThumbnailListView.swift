// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
public import WindowboxGTK

/// A feed as a list of thumbnails, of any length; a click leads to the player. Its subclasses say how the list looks.
@MainActor public class ThumbnailListView: Overlay {
    public let feed: Feed
    /// Called with the index of what a person chose, before anything else is done about it.
    public var onOpen: (@MainActor (Int) -> Void)?

    let host: FeedHost
    private let place = Box(.vertical)
    private(set) var list: FeedList?

    public init(_ feed: Feed, host: FeedHost) {
        (self.feed, self.host) = (feed, host)
        super.init(place.expand(.horizontal, .vertical))
        bind(to: { feed.configuration }) { view, configuration in
            if let plan = view.plan(configuration) { view.build(plan) }
        }
    }

    /// Nil where the configuration is that of another widget.
    func plan(_ configuration: WidgetConfiguration) -> FeedList.Plan? { nil }

    /// Something lies over the view, such as the player: nothing plays by itself there.
    public func setCovered(_ isCovered: Bool) { list?.setCovered(isCovered) }
    /// The program says itself whether the view is in sight, where that isn't to be seen from the window.
    public func setViewport(isEntered: Bool) { list?.setViewport(isEntered: isEntered) }

    /// As the wheel does.
    /// - Parameter pixels: of the style, to the end; negative for back.
    /// - Returns: false where there is no more that way.
    public func scroll(by pixels: Double) -> Bool { list?.scroll(by: pixels) ?? false }

    private func build(_ plan: FeedList.Plan) {
        if let list { place.remove(list) }
        let list = FeedList(feed, host: host, plan: plan) { [weak self] in self?.chose($0) }
        place.append(list.expand(.horizontal, .vertical))
        self.list = list
    }

    private func chose(_ index: Int) {
        if let details = feed.clickDetails(at: index) { host.onThumbnail?(details) }
        onOpen?(index)
    }
}
