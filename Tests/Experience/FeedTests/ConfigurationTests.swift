// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxMedia

@testable import WindowboxFeed

@Suite("Feed configurations") struct ConfigurationTests {
    @Test("Defaults follow the specification") func defaults() {
        let feed = VideoFeedConfiguration()
        #expect(feed.backgroundColor == .clear)
        #expect(feed.replayBadge.isHidden)
        #expect(feed.adBadge.text == .sponsored)
        let item = feed.itemView
        #expect(item.cornerRadius == 10)
        #expect(item.title.font.size == 12)
        #expect(item.title.numberOfLines == 2)
        #expect(item.title.alignment == .center)
        #expect(item.title.textColor == Color(0xFFFFFF, alpha: 0.98))
        #expect(item.title.insets == FeedInsets(all: 8))
        #expect(item.title.position == .nested)
        #expect(!item.title.isHidden)
        #expect(item.sponsored.isHidden)
        #expect(!item.autoplay.isEnabled)
        #expect(item.playIcon.width == 40)
        #expect(!item.playIcon.isHidden)
        #expect(item.replayBadge.isHidden)
        let player = feed.playerView
        #expect(player.playerStyle == .fullBleed)
        #expect(player.videoCompleteAction == .advanceToNext)
        #expect(player.feedCompleteAction == .dismiss)
        #expect(player.scrollDirection == .horizontal)
        #expect(player.onFirstLaunch == .standard)
        #expect(player.countdownTimer.isHidden)
        #expect(player.sharePosition == .videoDetailPage)
        #expect(player.logo == .disabled)
        #expect(!player.isHorizontalLayoutEnabled)
        #expect(player.pictureInPicturePlacement == .bottomRight)
        #expect(player.isArrowButtonVisible)
        #expect(player.isReplayBadgeHidden)
        #expect(player.dialogButtons.backgroundColor == Color(0x404040))
        #expect(PlayerButtons.frame == 40)
        let cta = player.ctaButton
        #expect(cta.backgroundColor == Color(0x3A86FF))
        #expect(cta.textColor == .white)
        #expect(cta.font.size == 14)
        #expect(cta.shape == .roundRectangle)
        #expect(cta.delay == .constant(3))
        #expect(cta.highlightDelay == .constant(2))
        #expect(cta.width == .fullWidth)
        let deck = PlayerDeckConfiguration()
        #expect(deck.cornerRadius == 8)
        #expect(deck.autoplay.isEnabled)
        #expect(deck.playIcon.width == 50)
        #expect(deck.isFullScreenEnabled)
        let story = StoryBlockConfiguration()
        #expect(story.isAutoplayEnabled)
        #expect(!story.isAutopauseEnabled)
        #expect(story.isFullScreenEnabled)
        #expect(!story.handlesAppearanceManually)
        let circle = CircleStoryConfiguration()
        #expect(circle.padding == 10)
        #expect(circle.spacing == 10)
        #expect(!circle.autoplay.isEnabled)
        let ads = AdLoadingConfiguration()
        #expect(!ads.requiresAds)
        #expect(ads.fetchTimeout == 10)
        #expect(FeedLayout.horizontal.itemSpacing == 10)
        #expect(FeedLayout.horizontal.itemAspectRatio == 4.0 / 6)
        #expect(FeedLayout.grid().arrangement == .grid(columns: 2))
        #expect(FeedLayout.vertical.arrangement == .grid(columns: 1))
        #expect(CartIcon().isHidden)
        #expect(AddToCart(hasCartProvider: true).limit == 2)
    }

    @Test("Values out of range are clamped") func clamping() {
        #expect(CTADelay.constant(99).clamped == .constant(10))
        #expect(CTADelay.constant(-1).clamped == .constant(0))
        #expect(CTADelay.constant(.nan).clamped == .constant(0))
        #expect(CTADelay.percentage(-1).clamped == .percentage(0))
        #expect(CTADelay.percentage(7).seconds(of: 10) < 10)
        #expect(CTADelay.percentage(0.25).seconds(of: 40) == 10)
        #expect(CTADelay.percentage(0.5).seconds(of: nil) == 0)
        #expect(CTADelay.percentage(0.5).seconds(of: .infinity) == 0)
        #expect(FeedLayout.grid(columns: -3).arrangement == .grid(columns: 1))
        var layout = FeedLayout.horizontal
        (layout.itemSpacing, layout.itemAspectRatio) = (-1, 0)
        #expect(layout.itemSpacing == 0)
        #expect(layout.itemAspectRatio == 4.0 / 6)
        #expect(Color(red: 2, green: -1, blue: .nan, alpha: 9) == Color(red: 1, green: 0, blue: 0))
        var ads = AdLoadingConfiguration()
        ads.fetchTimeout = -5
        #expect(ads.fetchTimeout == 0)
        var title = ThumbnailConfiguration.Title()
        title.numberOfLines = 0
        #expect(title.numberOfLines == 1)
    }

    @Test("A grid's height follows from its rows, columns and width") func height() {
        var grid = FeedLayout.grid(columns: 2)
        grid.itemAspectRatio = 0.5
        // 10 + 45 + 10 + 45 + 10 wide; each item is twice as high as wide.
        let size = grid.itemSize(width: 120, height: 0)
        #expect(size.width == 45)
        #expect(size.height == 90)
        #expect(grid.height(rows: 3, width: 120) == 310)
        #expect(FeedLayout.horizontal.height(rows: 3, width: 120) == nil)
        #expect(FeedLayout.horizontal.itemSize(width: 1, height: 80).height == 60)
    }

    @Test("A button has its configured width, but is never wider than its view") func buttonWidth() {
        var button = CTAButtonConfiguration()
        #expect(button.width(inView: 400, content: 90) == 368)
        button.width = .compact
        #expect(button.width(inView: 400, content: 90) == 200)
        #expect(button.width(inView: 400, content: 300) == 300)
        #expect(button.width(inView: 400, content: 999) == 368)
        button.width = .sizeToFit
        #expect(button.width(inView: 400, content: 90) == 90)
        #expect(button.width(inView: 10, content: 90) == 0)
    }

    @Test("Full screen uses its own settings, then the block's, then the defaults") func layers() {
        var story = StoryBlockConfiguration()
        #expect(story.effectiveFullScreen.feedCompleteAction == .loop)
        #expect(story.effectiveFullScreen.playerStyle == .fullBleed)
        story.playerView.playerStyle = .fit
        story.playerView.ctaButton.shape = .oval
        story.playerView.isMuteButtonHidden = true
        story.fullScreenPlayerView.isMuteButtonHidden = false
        story.fullScreenPlayerView.ctaButton.delay = .constant(1)
        let full = story.effectiveFullScreen
        #expect(full.playerStyle == .fit)
        #expect(full.ctaButton.shape == .oval)
        #expect(full.ctaButton.delay == .constant(1))
        // An explicitly chosen default takes precedence over the block's value.
        #expect(!full.isMuteButtonHidden)
        #expect(story.effectiveEmbedded.isMuteButtonHidden)
    }

    @Test("Settings of full screen or the block alone do not affect the other") func apart() {
        var story = StoryBlockConfiguration()
        story.playerView.videoCompleteAction = .loop
        story.playerView.feedCompleteAction = .dismiss
        story.playerView.isStatusBarHidden = true
        story.isEmbeddedArrowVisible = false
        #expect(story.effectiveFullScreen.videoCompleteAction == .advanceToNext)
        #expect(story.effectiveFullScreen.feedCompleteAction == .loop)
        #expect(!story.effectiveFullScreen.isStatusBarHidden)
        #expect(!story.effectiveEmbedded.isArrowButtonVisible)
        #expect(story.effectiveFullScreen.isArrowButtonVisible)
        story.isFullScreenArrowVisible = false
        #expect(!story.effectiveFullScreen.isArrowButtonVisible)
        story.fullScreenPlayerView.feedCompleteAction = .dismiss
        #expect(story.effectiveFullScreen.feedCompleteAction == .dismiss)
    }

    @Test("An equal value changes nothing, and an explicit default differs only where it matters") func sameness() {
        var one = StoryBlockConfiguration()
        one.playerView.playerStyle = .fit
        #expect(one.isSame(as: one))
        var other = one
        other.fullScreenPlayerView.playerStyle = .fit
        #expect(one.isSame(as: other))
        #expect(one != other)
        other.fullScreenPlayerView.playerStyle = .fullBleed
        #expect(!one.isSame(as: other))
    }

    @Test("A video of five minutes has a seek bar") func seekBar() {
        #expect(PlayerViewConfiguration.hasSeekBar(duration: 300))
        #expect(!PlayerViewConfiguration.hasSeekBar(duration: 299.9))
        #expect(!PlayerViewConfiguration.hasSeekBar(duration: nil))
    }

    @Test("The first launch is muted if configured and reversible, and the user's choice is kept") func sound() {
        var player = PlayerViewConfiguration()
        player.onFirstLaunch = .muteOnFirstLaunch
        var rule = SoundRule(player)
        #expect(rule.isMuted)
        #expect(rule.choose(isMuted: false) == false)
        #expect(!rule.isMuted)
        #expect(!SoundRule(player, choice: false).isMuted)
        player.isMuteButtonHidden = true
        #expect(!SoundRule(player).isMuted)
        #expect(SoundRule(player).isMuted(embedded: .standard))
        #expect(!SoundRule(player).isMuted(embedded: .unmuted))
    }
}
