// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The CSS of layers over a video: content on the video is white on a shade, drawers follow the desktop's light or dark colours.
@MainActor enum ShopStyle {
    static func install() { StyleSheet.install(css) }

    private static let css = """
        .shop-card { background: rgba(18,18,20,0.78); color: white; border-radius: 8px; padding: 8px; }
        .shop-card.light { background: rgba(255,255,255,0.92); color: #141416; }
        .shop-card .name { font-weight: 600; font-size: 10.5pt; }
        .shop-card .price, .shop-list .price { font-weight: 700; font-feature-settings: "tnum"; }
        .shop-card .cta { font-size: 9.75pt; font-weight: 600; }
        .shop-original { opacity: 0.72; text-decoration: line-through; font-feature-settings: "tnum"; }
        .shop-discount { background: #b3261e; color: white; border-radius: 4px; padding: 1px 5px; font-size: 9pt; font-weight: 700; }
        .shop-sold-out { font-weight: 600; opacity: 0.8; }
        .shop-picture { background: alpha(currentColor, 0.12); border-radius: 4px; }
        .shop-picture-missing { opacity: 0.4; }
        .feed-player button.shop-plain, button.shop-plain {
            background: none; border: none; box-shadow: none; padding: 0; min-height: 0; min-width: 0; color: inherit;
        }
        .feed-player button.shop-plain:focus-visible { outline: 2px solid white; outline-offset: 1px; }
        .feed-player button.shop-pill { background: rgba(18,18,20,0.6); color: white; border: none; box-shadow: none;
            border-radius: 16px; min-height: 32px; padding: 0 14px; font-weight: 600; }
        .feed-player button.shop-pill:hover { background: rgba(60,60,64,0.8); }
        .feed-player button.shop-pill:focus-visible { box-shadow: inset 0 0 0 2px white; }
        .shop-dot { background: #d92d3a; border-radius: 6px; min-width: 12px; min-height: 12px; }
        .shop-drawer { background: @window_bg_color; color: @window_fg_color; padding: 8px 12px 12px 12px; }
        .shop-drawer.beside { padding: 12px 16px; }
        .shop-drawer button.choice, .game-panel button.choice { margin: 2px 0; }
        .shop-drawer .drawer-title { font-weight: 700; font-size: 12pt; }
        .shop-shade { background: rgba(0,0,0,0.4); }
        .shop-drawer .product-name { font-weight: 700; font-size: 13.5pt; }
        .shop-drawer .product-price { font-weight: 700; font-size: 12.75pt; font-feature-settings: "tnum"; }
        .shop-list button.row { background: none; box-shadow: none; border-radius: 10px; padding: 8px 0; }
        .shop-list button.row:hover .name { text-decoration: underline; }
        .shop-list button.row:focus-visible { outline: 2px solid @accent_color; outline-offset: -2px; }
        .shop-terms { font-size: 9.75pt; opacity: 0.8; }
        .shop-toast { background: rgba(18,18,20,0.92); color: white; border-radius: 18px; padding: 8px 18px; font-weight: 600;
            margin: 72px 16px; }
        .shop-toast.failure { background: #8c1d18; }

        .live-badge { background: #d92d3a; color: white; border-radius: 5px; padding: 2px 8px; font-size: 9pt; font-weight: 700; }
        .live-badge.replay { background: rgba(18,18,20,0.7); }
        .live-joined { background: rgba(18,18,20,0.6); color: white; border-radius: 5px; padding: 2px 8px; font-size: 9.75pt; }
        .live-count { background: rgba(18,18,20,0.6); color: white; border-radius: 5px; padding: 2px 8px; font-size: 9pt;
            font-weight: 600; font-feature-settings: "tnum"; }
        .live-announcement { background: rgba(18,18,20,0.78); color: white; border-radius: 8px; padding: 8px 12px; font-weight: 600; }
        .live-trouble { background: rgba(18,18,20,0.78); color: white; border-radius: 8px; padding: 6px 10px; font-size: 9.75pt; }
        .live-panel { background: rgba(18,18,20,0.86); color: white; border-radius: 16px; padding: 20px 16px; }
        .live-panel.small { border-radius: 10px; padding: 8px 14px; }
        .live-panel.small .heading { font-size: 10.5pt; }
        .live-panel.light { background: rgba(255,255,255,0.94); color: #141416; }
        .live-panel .heading { font-size: 12.75pt; font-weight: 700; font-feature-settings: "tnum"; }
        .live-panel .error, .game-panel .error, .live-chat .error { color: #ffb4ab; font-weight: 600; }
        .live-panel.light .error { color: #8c1d18; }
        .live-chat { background: rgba(18,18,20,0.6); color: white; border-radius: 10px; padding: 8px; }
        .live-chat .name { font-weight: 700; font-size: 9.75pt; }
        .live-chat .host { color: #ffd166; }
        .live-chat .text { font-size: 10.5pt; }
        .live-chat .quote { font-size: 9pt; opacity: 0.82; }
        .live-chat .removed { font-style: italic; opacity: 0.76; }
        .live-chat entry { min-height: 36px; }
        .game-panel { background: rgba(18,18,20,0.9); color: white; border-radius: 12px; padding: 14px 16px; }
        .game-panel .heading { font-weight: 700; font-size: 12pt; }
        .game-panel .kind { font-size: 9pt; font-weight: 700; opacity: 0.82; }
        .game-panel progressbar trough { min-height: 6px; background: rgba(255,255,255,0.22); }
        .game-panel progressbar progress { min-height: 6px; background: white; }
        .game-panel .won { color: #ffd166; font-weight: 700; }
        .feed-player button.shop-main { background: #1f68e0; color: white; border: none; box-shadow: none; border-radius: 10px;
            min-height: 40px; padding: 0 16px; font-weight: 700; }
        .feed-player button.shop-main:disabled { opacity: 0.5; }
        .feed-player button.shop-main:focus-visible { box-shadow: inset 0 0 0 2px white; }
        .game-panel button.choice { background: rgba(255,255,255,0.12); color: white; border: none; box-shadow: none;
            border-radius: 8px; min-height: 36px; padding: 0 12px 0 8px; }
        .game-panel button.choice:focus-visible { box-shadow: inset 0 0 0 2px white; }
        """
}
