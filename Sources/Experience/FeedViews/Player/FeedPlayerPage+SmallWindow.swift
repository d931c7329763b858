// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// A change of the picture-in-picture window that concerns a page.
public enum SmallWindowChange: Hashable, Sendable {
    /// It now shows the page's video. The page may be hidden, but must stay in its window.
    case entered
    /// The user or the application returns to the page.
    case restored
    /// It was closed without a request for the page.
    case left
}

extension FeedPlayerPage {
    func enterSmallWindow() {
        do throws(FeedPictureInPictureError) {
            try host.startPictureInPicture(of: playback.feed.feedID)
        } catch { explainNoSmallWindow(error.description) }
    }

    /// - Parameter reason: in English.
    func explainNoSmallWindow(_ reason: String) {
        let (language, known) = (host.sdk.language, host.sdk.language.inEnglish(reason))
        note.show(known.isEmpty ? language.text(.smallWindowMissing) : language.text(.smallWindowFailed, ["reason": known]))
    }

    /// The page as a candidate for picture in picture; nil if it shows no video.
    var smallWindowCandidate: PictureInPictureRule.Candidate? {
        guard !isClosed, let video = state.shown?.video else { return nil }
        let location: PictureInPictureRule.Candidate.Location =
            context.isFullScreen && isMapped ? .fullScreen : .widget(visible: presence.isSeen ? 1 : 0)
        var candidate = PictureInPictureRule.Candidate(feedID: playback.feed.feedID, location: location)
        candidate.isEnabled = playback.feed.isPictureInPictureEnabled
        candidate.isLoaded = playback.player != nil && state.hasPicture
        candidate.isPlaying = playback.player?.shouldPlay == true && playback.player?.error == nil
        candidate.isPausedByUser = !candidate.isPlaying && !presence.isPausedUnseen && playback.player?.error == nil
        candidate.videoType = video.type
        (candidate.isLocked, candidate.isRegionBlocked) = (video.locked, video.regionBlocked)
        candidate.lastPlayed = presence.lastShown
        return candidate
    }

    func smallWindowOpened() {
        update(.smallWindow(true))
        playback.setFullScreen(false)
        onSmallWindow?(.entered)
    }

    func smallWindowClosed(isRestored: Bool) {
        update(.smallWindow(false))
        playback.setFullScreen(context.isFullScreen)
        onSmallWindow?(isRestored ? .restored : .left)
        update(.returned)
    }
}
