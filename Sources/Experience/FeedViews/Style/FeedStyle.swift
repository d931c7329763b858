// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The CSS of feeds and their player. Feeds follow the desktop's light or dark colours; content on video is white on a shade.
@MainActor enum FeedStyle {
    static func install() { StyleSheet.install(css) }

    private static let css = """
        .feed .items { background: transparent; }
        .feed listview.items > row, .feed gridview.items > child { padding: 0; border-radius: 12px; }
        .feed listview.items > row:focus-visible, .feed gridview.items > child:focus-visible {
            outline: 2px solid @accent_color; outline-offset: -2px;
        }
        .feed-card .still { background: alpha(currentColor, 0.12); }
        .feed-card .shade { background: \(FeedCSS.shade(FeedCSS.titleShade)); padding-top: \(FeedCSS.titleShade)px; }
        .feed-card .play { color: white; background: rgba(0,0,0,0.55); border-radius: 999px; padding: 8px; }
        .feed-card .bag { color: white; background: rgba(0,0,0,0.55); border-radius: 999px; padding: 5px; }
        .feed-card .deck-words { background: \(FeedCSS.shade(FeedCSS.wordsShade)); padding: \(FeedCSS.wordsShade)px 8px 8px 12px; }
        .feed-card .deck-products { background: @window_bg_color; color: @window_fg_color; border-radius: 10px; padding: 6px 12px; }
        .feed-card .deck-state { background: rgba(18,18,20,0.72); border-radius: 10px; padding: 8px 14px; font-weight: 600; margin: 0 12px; }
        .feed-badge { padding: 2px 7px; border-radius: 5px; font-size: 9pt; font-weight: 600; }
        .feed-badge.live { background: #d92d3a; color: white; }
        .feed-badge.plain { background: rgba(0,0,0,0.62); color: white; }
        .feed-state .heading { font-size: 12.75pt; font-weight: 700; }
        .feed-state button.pill { padding: 8px 20px; }
        .feed-state .detail { opacity: 0.76; }
        .feed-state.on-picture { background: rgba(18,18,20,0.86); color: white; border-radius: 16px; padding: 22px 26px; }
        .feed-trouble { background: rgba(18,18,20,0.92); color: white; border-radius: 14px; padding: 8px 8px 8px 16px; font-weight: 600; }
        .feed-trouble button { background: rgba(255,255,255,0.16); color: white; border: none; box-shadow: none; border-radius: 10px; }
        .feed-trouble button:focus-visible { box-shadow: inset 0 0 0 2px white; }
        .circle-card .still { border-radius: 999px; }
        .circle-card .feed-badge { font-size: 7.5pt; padding: 1px 6px; border: 2px solid @window_bg_color; border-radius: 999px; }
        .circle-card .ring { border: 2px solid @accent_color; border-radius: 999px; padding: 3px; }

        .feed-player { background: #101012; color: white; }
        .feed-card.feed-player { background: none; }
        .feed-card .slide { background: #101012; }
        .feed-player .page-top { background: linear-gradient(to bottom, rgba(0,0,0,0.55), rgba(0,0,0,0)); padding: 8px 8px 28px 12px; }
        .feed-player .page-bottom { padding: 44px 12px 12px 16px; }
        .feed-player button.round, .feed-player menubutton.round > button {
            background: rgba(18,18,20,0.55); color: white; border: none; box-shadow: none; outline: none;
            min-width: 40px; min-height: 40px; padding: 0; border-radius: 20px; -gtk-icon-size: 18px;
        }
        .feed-player button.round:hover, .feed-player menubutton.round > button:hover { background: rgba(60,60,64,0.72); }
        .feed-player button.round:focus-visible, .feed-player menubutton.round > button:focus-visible,
        .feed-player button.cta:focus-visible { box-shadow: inset 0 0 0 2px white; }
        .feed-player button.round:disabled { opacity: 0.35; }
        .feed-player .arrow button.round:disabled { opacity: 0; }
        .feed-player button.play { min-width: 56px; min-height: 56px; border-radius: 28px; -gtk-icon-size: 26px; }
        .feed-player popover > contents { background: #202124; color: white; border-radius: 12px; padding: 6px; }
        .feed-player popover > arrow { background: #202124; }
        .feed-player popover button.choice { background: none; box-shadow: none; color: white; min-height: 32px; padding: 0 12px 0 8px; }
        .feed-player popover .sheet { min-width: 200px; }
        .feed-player popover .sheet button.action { border: none; min-height: 40px; margin: 2px; font-weight: 600; }
        .feed-player popover .sheet button.action.last { margin-top: 8px; box-shadow: none; }
        .feed-player popover .sheet button.action:hover { filter: brightness(1.2); }
        .feed-player popover .sheet button.action:focus-visible { outline: 2px solid white; outline-offset: -2px; }
        .feed-player popover .sheet .branding { font-size: 9pt; opacity: 0.72; padding: 8px 0 4px 0; }
        .feed-player .logo { border-radius: 999px; background: rgba(18,18,20,0.6); }
        .feed-player button.logo-button { background: none; border: none; box-shadow: none; outline: none; padding: 0; min-width: 0; min-height: 0;
            border-radius: 999px; color: white; font-weight: 700; }
        .feed-player button.logo-button:focus-visible { box-shadow: 0 0 0 2px white; }
        .feed-player .title { font-size: 12pt; font-weight: 600; \(FeedCSS.textShadow) }
        .feed-player .detail { font-size: 9.75pt; color: rgba(255,255,255,0.86); \(FeedCSS.textShadow) }
        .feed-player button.cta { border: none; box-shadow: none; outline: none; min-height: 44px; padding: 0 18px; font-weight: 600;
            transition: background-color 250ms, color 250ms; }
        .feed-player button.attribution { background: none; border: none; box-shadow: none; outline: none; min-height: 0; padding: 0;
            text-decoration: underline; }
        .feed-player button.attribution:focus-visible { box-shadow: 0 0 0 2px white; }
        .feed-player button.enter-live { background: rgba(18,18,20,0.6); color: white; border: none; box-shadow: none; border-radius: 18px;
            min-height: 36px; padding: 0 16px; font-weight: 600; }
        .feed-player button.enter-live:hover { background: rgba(60,60,64,0.8); }
        .feed-player button.enter-live:focus-visible { box-shadow: inset 0 0 0 2px white; }
        .feed-player .busy { background: rgba(18,18,20,0.55); border-radius: 36px; padding: 16px; }
        .feed-player .busy spinner { min-width: 36px; min-height: 36px; }
        .feed-player .toast-note { background: rgba(18,18,20,0.88); border-radius: 18px; padding: 7px 16px; font-weight: 600; margin: 64px 16px; }
        .feed-player scale.seek-bar { color: white; padding: 0 4px; margin: 0; min-height: 24px; }
        .feed-player scale.seek-bar trough, .feed-player scale.seek-bar slider {
            min-width: 1px; min-height: 1px; margin: 0; padding: 0; border: none; box-shadow: none; outline: none; background: none;
        }
        .feed-player.embedded .page-top { padding: 4px 4px 16px 8px; }
        .feed-player.embedded .page-bottom { padding: 44px 8px 8px 10px; }
        """
}
