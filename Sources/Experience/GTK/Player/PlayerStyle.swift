// SPDX-License-Identifier: Apache-2.0

/// The CSS of the player's widgets: white on the video, with a shade below.
enum PlayerStyle {
    static let css = """
        .player { background: black; color: white; }
        .player .shade-bottom {
            background: linear-gradient(to top, rgba(0,0,0,0.78), rgba(0,0,0,0.5) 45%, rgba(0,0,0,0));
            padding: 44px 16px 10px 16px;
        }
        .player .shade-top {
            background: linear-gradient(to bottom, rgba(0,0,0,0.62), rgba(0,0,0,0));
            padding: 0 6px 36px 6px;
        }
        .player headerbar {
            background: none; box-shadow: none; border: none; color: white; min-height: 48px;
        }
        .player headerbar .title { font-weight: 600; font-size: 11.25pt; }
        .player button, .player menubutton > button {
            background: none; box-shadow: none; border: none; outline: none; color: rgba(255,255,255,0.92);
            min-width: 40px; min-height: 40px; padding: 0; border-radius: 20px; -gtk-icon-size: 18px;
            transition: background-color 120ms, color 120ms;
        }
        .player button:hover { background: rgba(255,255,255,0.14); color: white; }
        .player button:active { background: rgba(255,255,255,0.24); }
        .player button:focus-visible { box-shadow: inset 0 0 0 2px rgba(255,255,255,0.85); }
        .player button.play { -gtk-icon-size: 24px; min-width: 44px; min-height: 44px; border-radius: 22px; }
        .player menubutton.speed > button { min-width: 52px; font-weight: 600; font-size: 10.5pt; }
        .player windowcontrols button { min-width: 30px; min-height: 30px; -gtk-icon-size: 16px; }
        .player windowcontrols button > image { background: none; box-shadow: none; }
        .player .time { font-size: 10.5pt; font-feature-settings: "tnum"; margin: 0 8px; }
        .player scale.seek-bar { color: white; padding: 0 8px; margin: 0; min-height: 24px; font-size: 9pt; font-feature-settings: "tnum"; }
        .player scale.seek-bar trough, .player scale.seek-bar slider {
            min-width: 1px; min-height: 1px; margin: 0; padding: 0; border: none; box-shadow: none; outline: none; background: none;
        }
        .player scale.volume { padding: 0 6px 0 2px; min-width: 104px; }
        .player scale.volume marks { color: rgba(255,255,255,0.6); margin: 0; }
        .player scale.volume mark indicator { min-height: 4px; min-width: 1px; }
        .player scale.volume trough { min-height: 4px; background: rgba(255,255,255,0.25); border-radius: 2px; outline: none; }
        .player scale.volume highlight { background: rgba(255,255,255,0.95); border-radius: 2px; }
        .player scale.volume slider {
            min-width: 12px; min-height: 12px; margin: -4px; background: white; border: none; box-shadow: none; border-radius: 6px;
        }
        .player scale.volume:focus-visible slider { box-shadow: 0 0 0 4px rgba(255,255,255,0.35); }
        .player popover > contents { background: #202124; color: white; border-radius: 12px; padding: 6px; }
        .player popover > arrow { background: #202124; }
        .player popover .heading { font-size: 9.75pt; color: rgba(255,255,255,0.76); padding: 4px 8px 2px 8px; }
        .player popover .settings { min-width: 250px; }
        .player popover button.entry { min-height: 36px; padding: 0 10px; border-radius: 8px; font-size: 10.5pt; font-weight: 500; }
        .player popover button.entry .value, .player popover .section { color: rgba(255,255,255,0.66); font-weight: 400; }
        .player popover .section { font-size: 9pt; padding: 6px 8px 0 8px; }
        .player popover button.back { padding: 0 6px; }
        .player popover button.back .heading { padding: 0; }
        .player popover .detail { font-size: 9.75pt; color: rgba(255,255,255,0.76); padding: 4px 8px 6px 8px; }
        .player popover spinner { margin: 4px 8px; }
        .player menubutton.casting > button { color: #8ab4f8; }
        .player popover button.choice { min-height: 32px; padding: 0 12px 0 8px; border-radius: 8px; font-size: 10.5pt; font-weight: 400; }
        .player button.live { min-width: 0; padding: 0 12px; min-height: 28px; border-radius: 14px; font-weight: 700; font-size: 9pt;
            color: rgba(255,255,255,0.92); background: rgba(255,255,255,0.2); }
        .player button.live.at-edge { color: white; background: #d92d3a; }
        .player .note { background: rgba(18,18,20,0.82); border-radius: 18px; padding: 7px 16px; font-weight: 600; font-size: 11.25pt; }
        .player .notice { margin-top: 60px; }
        .player.compact .notice { margin-top: 44px; }
        .player .busy { background: rgba(18,18,20,0.55); border-radius: 36px; padding: 16px; color: white; }
        .player .busy spinner { min-width: 40px; min-height: 40px; }
        .player .panel { background: rgba(18,18,20,0.9); border-radius: 16px; padding: 24px 28px; }
        .player .panel .heading { font-size: 13.5pt; font-weight: 700; }
        .player .panel .detail { font-size: 10.5pt; color: rgba(255,255,255,0.76); }
        .player .panel .countdown { font-size: 11.25pt; font-weight: 600; font-feature-settings: "tnum"; }
        .player .panel .caption-heading { font-size: 9.75pt; font-feature-settings: "tnum"; color: rgba(255,255,255,0.76); }
        .player .panel .answers { margin-top: 10px; }
        .player .panel.up-next { padding: 18px 20px; }
        .player .sound-only { background: #1c1c1f; color: rgba(255,255,255,0.3); }
        .player .failure-page { background: #1c1c1f; }
        .player .panel.failure { background: none; }
        .player .failure .name { font-size: 10.5pt; font-weight: 600; }
        .player .failure expander title { color: rgba(255,255,255,0.76); font-size: 9.75pt; }
        .player .failure .technical { font-size: 9.75pt; color: rgba(255,255,255,0.76); padding: 6px 0 0 0; }
        .player .failure image { color: rgba(255,255,255,0.75); }
        .player .copyright { font-size: 9pt; color: rgba(255,255,255,0.72); }
        .player .credits { font-size: 10.5pt; color: rgba(255,255,255,0.86); }
        .player button.suggested, .player button.contextual {
            background: white; color: #141416; font-weight: 600; padding: 0 22px; min-height: 36px; border-radius: 18px; font-size: 10.5pt;
        }
        .player button.suggested:hover, .player button.contextual:hover { background: rgba(255,255,255,0.86); color: #141416; }
        .player button.suggested:focus-visible, .player button.contextual:focus-visible {
            box-shadow: 0 0 0 2px #141416, 0 0 0 4px rgba(255,255,255,0.9);
        }
        .player .break {
            background: rgba(18,18,20,0.82); border-radius: 6px; padding: 3px 9px; font-size: 9.75pt; font-weight: 600;
            font-feature-settings: "tnum";
        }
        .player .break-panel { margin-left: 20px; margin-right: 20px; min-height: 36px; }
        .player .shutter { background: black; }
        .player .companion-place { margin: 0 20px; }
        .player button.companion { padding: 0; margin: 0; border-radius: 6px; }
        .player .ad-overlay { margin-top: 64px; }
        .player button.ad-icon { padding: 0; margin: 0; border: none; background: none; min-width: 0; min-height: 0; border-radius: 2px; }
        .player .break-panel button.contextual { margin: 0; }
        .player.compact .break-panel { margin-left: 10px; margin-right: 10px; min-height: 30px; }
        .player button.contextual { margin: 0 20px; box-shadow: 0 1px 6px rgba(0,0,0,0.45); }
        .player button.plain { background: rgba(255,255,255,0.16); font-weight: 600; padding: 0 18px; min-height: 36px; font-size: 10.5pt; }
        .player .skip-bubble .note { margin: 0 48px; font-feature-settings: "tnum"; }
        .player toast { background: #2a2b2f; color: white; }
        .player.compact .shade-bottom { padding: 28px 8px 4px 8px; }
        .player.compact .shade-top { padding-bottom: 18px; }
        .player.compact headerbar { min-height: 38px; }
        .player.compact .time { font-size: 9.75pt; margin: 0 4px; }
        .player.compact .panel { padding: 10px 16px; margin: 36px 12px 0 12px; }
        .player.compact .panel image { -gtk-icon-size: 22px; }
        .player.compact .panel .heading { font-size: 11.25pt; }
        .player.compact .panel .detail { font-size: 9pt; }
        .player.compact .panel button { min-height: 30px; font-size: 9.75pt; }
        .player.compact .panel.up-next { margin: 0 8px; padding: 10px 12px; }
        .player.compact .skip-bubble .note { margin: 0 16px; }
        .player.compact .break-panel button.contextual { margin: 0; }
        .player.compact button.contextual { margin: 0 10px; min-height: 30px; padding: 0 14px; font-size: 9.75pt; }
        .player.tiny .shade-bottom { padding: 8px; }
        .player.tiny .panel .heading { font-size: 9.75pt; }
        .player.tiny .panel { margin: 40px 6px 0 6px; padding: 6px 10px; }
        .player.tiny .panel .answers { margin-top: 2px; }
        """
}
