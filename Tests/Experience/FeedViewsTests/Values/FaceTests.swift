// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxFeed
import WindowboxMedia

@testable import WindowboxFeedViews

@Suite("Item captions")
struct FaceTests {
    private func video(_ change: (inout FeedVideo) -> Void = { _ in }) -> FeedItem {
        var source = Video(id: "v1", channelID: "c1")
        source.caption = "A walk"
        source.hlsURL = "https://example.org/v1.m3u8"
        var video = FeedVideo(source)
        change(&video)
        return .video(video, reason: .channel)
    }

    @Test("Hostile text has no markup, line breaks or direction changes")
    func hostile() {
        let item = video { $0.caption = "<b>Buy</b>\u{202E}\n\n&amp; \u{0}more\t" + String(repeating: "x", count: 100_000) }
        let face = ItemFace(item, ad: nil, showsReplay: false)
        #expect(face.title.hasPrefix("<b>Buy</b> &amp; more x"))
        #expect(face.title.count <= 150)
        #expect(face.title.hasSuffix("…"))
    }

    @Test("Badges follow the configuration, in a fixed order")
    func badges() {
        let ad = video { ($0.type, $0.badge) = (.ad, "New") }
        #expect(ItemFace(ad, ad: .sponsored, showsReplay: true).badges == [.sponsored, .other("New")])
        #expect(ItemFace(ad, ad: .ad, showsReplay: true).badges == [.ad, .other("New")])
        #expect(ItemFace(ad, ad: nil, showsReplay: true).badges == [.other("New")])
        let live = video { ($0.type, $0.liveStatus) = (.liveStream, .live) }
        #expect(ItemFace(live, ad: nil, showsReplay: true).badges == [.live])
        let replay = video { ($0.type, $0.liveStatus, $0.isReplay) = (.liveStream, .replay, true) }
        #expect(ItemFace(replay, ad: nil, showsReplay: true).badges == [.replay])
        #expect(ItemFace(replay, ad: nil, showsReplay: false).badges == [])
    }

    @Test("The accessibility label has the title and badges, with a fallback")
    func spoken() {
        #expect(ItemFace(video { $0.type = .ad }, ad: .sponsored, showsReplay: false).spoken(.english) == "A walk, Sponsored")
        #expect(ItemFace(video { $0.caption = "\u{200B}" }, ad: nil, showsReplay: false).spoken(.german) == "Abspielen")
    }

    @Test("An unplayable item says so")
    func playable() {
        #expect(ItemFace(video(), ad: nil, showsReplay: false).isPlayable)
        for change in [{ $0.locked = true }, { $0.regionBlocked = true }, { $0.hlsURL = nil }] as [(inout FeedVideo) -> Void] {
            #expect(!ItemFace(video(change), ad: nil, showsReplay: false).isPlayable)
        }
    }

    @Test("A configuration's values become CSS safe from injection")
    func css() {
        #expect(
            FeedCSS.font(FeedFont(family: "Sans\"; } * { color: red", size: 14, weight: .bold)).hasSuffix(
                "font-family: \"Sans  *  color: red\";"))
        #expect(FeedCSS.thousandths(-0.25) == "-0.250")
        #expect(FeedCSS.thousandths(1e-9) == "0")
        #expect(FeedCSS.thousandths(.infinity) == "0")
    }

    @Test("Chat text has the colour and shadow of its style") func chat() {
        var style = ChatStyle()
        #expect(style.css == "color: rgba(255, 255, 255, 1); text-shadow: 0 1px 1px rgba(0,0,0,0.6);")
        style.textColor = Color(0x00FF00)
        (style.shadow.opacity, style.shadow.offset.x, style.shadow.offset.y) = (0.5, 1, -2)
        #expect(style.css.hasPrefix("color: rgba(0, 255, 0, 1); text-shadow: 1px -2px 1px rgba(0, 0, 0, 0.5"))
    }

    @Test("The reason for a missing feed is in the viewer's language") func reasons() {
        let dead = FeedError(ServiceError(.network, "Nobody answers.", canRetry: true))
        for language in FeedLanguage.known { #expect(language.reason(dead) == language.text(.noConnection)) }
        let wrong = FeedError(ServiceError(APIError(.invalidFilterExpression, "no")))
        #expect(FeedLanguage.german.reason(wrong) == FeedLanguage.german.text(.expressionWrong))
        let placed = FeedError(
            ServiceError(APIError(.invalidFilterExpression, "A space is missing.", field: "source.filter", offset: 7)),
            of: .hashtagPlaylist(channel: "c", filter: "(and é(or a))"))
        #expect(placed.position?.character == 7)
        #expect(placed.position?.mark == "(")
        #expect(FeedLanguage.english.reason(placed) == "This hashtag expression has an error at character 7. A space is missing.")
        for language in FeedLanguage.known where language != .english {
            #expect(language.reason(placed).contains("7"))
            #expect(!language.reason(placed).contains("space"))
        }
        #expect(FeedLanguage.french.reason(FeedError(ServiceError(APIError(.notFound, "no")))) == FeedLanguage.french.text(.sourceGone))
        #expect(FeedLanguage.english.reason(FeedError(ServiceError(APIError(.insufficientScope, "no")))).contains("insufficient_scope"))
        #expect(FeedLanguage.arabic.reason(FeedError(ServiceError(APIError(.insufficientScope, "no")))).isEmpty)
        #expect(FeedLanguage.spanish.reason(FeedSDKError(.authenticationFailure, "x")) == FeedLanguage.spanish.text(.appUnknown))
    }

    @Test("An empty feed view shows its state and what to do")
    func states() {
        typealias State = FeedStatePanel.State
        #expect(State(nil, isLoading: true, isEmpty: true) == .loading)
        #expect(State(.loaded, isLoading: true, isEmpty: false) == .hidden)
        #expect(State(.empty, isLoading: false, isEmpty: true) == .empty)
        let error = FeedError(ServiceError(.network, "Nobody answers.", canRetry: true))
        #expect(State(.failed(error), isLoading: false, isEmpty: true) == .failed(error))
        // A failed refresh keeps the current content.
        #expect(State(.failed(error), isLoading: false, isEmpty: false) == .hidden)
    }
}
