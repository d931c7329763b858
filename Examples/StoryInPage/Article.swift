// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK

/// A scrolling page of text with a story block in the middle. Full screen resumes where the block was, and vice versa.
@MainActor final class Article: Overlay {
    private let host: FeedHost
    private let feed: Feed
    private let stage = Stage()
    private let block: StoryBlockView
    private let reading: Scrolled

    init(_ host: FeedHost, channel: String) {
        self.host = host
        var look = StoryBlockConfiguration()
        look.cornerRadius = 16
        feed = Feed(.channelVideos(channel), configuration: .storyBlock(look), sdk: host.sdk)
        block = StoryBlockView(feed, host: host)
        let text = Box(.vertical, spacing: 18) {
            Label("A walk along the river").leading().cssClass("title-1")
            Label("Before the film, somebody says what there is to be seen.").lines(4).leading()
        }
        text.append(block.minimumSize(height: 480))
        for number in 1...12 { text.append(Label("And behind it the page goes on: paragraph \(number).").lines(4).leading()) }
        reading = Scrolled(text.margins(start: 24, end: 24, top: 24, bottom: 24))
        super.init(stage.expand(.horizontal, .vertical))
        stage.add(reading)
        // The block pauses automatically when it is not visible.
        block.onFullScreen = { [weak self] in self?.open(at: $0, position: $1) }
    }

    private func open(at index: Int, position: Double?) {
        let page = FeedPlayerPage(feed, at: index, position: position, host: host)
        page.onClose = { [weak self, weak page] in
            guard let self, let page else { return }
            stage.show(reading, .fromAbove)
            block.comeBack(at: page.place?.index, position: page.place?.position)
            stage.remove(page)
        }
        stage.add(page)
        stage.show(page, .fromBelow)
    }
}
