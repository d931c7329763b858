// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
public import WindowboxGTK

/// A feed as a list of thumbnails of any length; a click opens the player. Subclasses define the appearance.
@MainActor public class ThumbnailListView: Overlay {
    /// The feed that is shown.
    public let feed: Feed
    /// Called with the index that the user chose, before anything else happens.
    public var onOpen: (@MainActor (Int) -> Void)?

    let host: FeedHost
    private let container = Box(.vertical)
    private(set) var list: FeedList?

    /// Creates a view that is built when the feed's configuration is loaded, and rebuilt when it changes.
    public init(_ feed: Feed, host: FeedHost) {
        (self.feed, self.host) = (feed, host)
        super.init(container.expand(.horizontal, .vertical))
        bind(to: { feed.configuration }) { view, configuration in
            if let plan = view.plan(configuration) { view.build(plan) }
        }
    }

    /// Nil if the configuration belongs to another kind of widget.
    func plan(_ configuration: WidgetConfiguration) -> FeedList.Plan? { nil }

    /// Whether something covers the view, such as the player; inline playback stops then.
    public func setCovered(_ isCovered: Bool) { list?.setCovered(isCovered) }
    /// Reports whether the view is visible, if that can't be determined from the window.
    public func setViewport(isEntered: Bool) { list?.setViewport(isEntered: isEntered) }

    /// Scrolls like the wheel.
    /// - Parameter pixels: logical pixels towards the end; negative scrolls back.
    /// - Returns: false if the list is already at that end.
    public func scroll(by pixels: Double) -> Bool { list?.scroll(by: pixels) ?? false }

    private func build(_ plan: FeedList.Plan) {
        if let list { container.remove(list) }
        let list = FeedList(feed, host: host, plan: plan) { [weak self] in self?.chose($0) }
        container.append(list.expand(.horizontal, .vertical))
        self.list = list
    }

    private func chose(_ index: Int) {
        if let details = feed.clickDetails(at: index) { host.onThumbnail?(details) }
        onOpen?(index)
    }
}
