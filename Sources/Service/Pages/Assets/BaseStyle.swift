// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Colours, text, buttons, fields and cards of all pages, light and dark.
    static let baseStyle = #"""
        /* SPDX-License-Identifier: Apache-2.0 */
        :root {
          color-scheme: light dark;
          --ground: #f6f5f8; --surface: #ffffff; --raised: #ffffff; --sunken: #ecebf0;
          --text: #17151d; --soft: #5b5768; --line: #dcd9e3;
          --accent: #7a2be2; --accent-text: #ffffff; --accent-soft: #efe4ff;
          --live: #c8102e; --good: #11713f; --bad: #b3141f; --focus: #0b5fff;
          --shadow: 0 1px 2px rgb(20 10 40 / .08), 0 6px 20px rgb(20 10 40 / .07);
          --round: 14px; --gap: 16px;
          font: 100%/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #100e15; --surface: #1a1722; --raised: #231f2d; --sunken: #0b0a0f;
            --text: #f3f1f8; --soft: #aaa4ba; --line: #332e40;
            --accent: #b58bff; --accent-text: #180a2e; --accent-soft: #2d2145;
            --live: #ff5468; --good: #5fd39a; --bad: #ff7a84; --focus: #8ab4ff;
            --shadow: 0 1px 2px rgb(0 0 0 / .5), 0 8px 24px rgb(0 0 0 / .35);
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block-start: 72px; }
        body { margin: 0; background: var(--ground); color: var(--text); min-height: 100vh; display: flex; flex-direction: column; }
        main { flex: 1; width: 100%; max-width: 1440px; margin-inline: auto; padding: 20px clamp(12px, 3vw, 32px) 48px; outline: none; }
        h1, h2, h3 { line-height: 1.25; margin: 0 0 .5em; text-wrap: balance; overflow-wrap: anywhere; }
        h1 { font-size: clamp(1.35rem, 1.1rem + 1.2vw, 1.9rem); letter-spacing: -.01em; }
        h2 { font-size: 1.12rem; } h3 { font-size: 1rem; }
        p { margin: 0 0 1em; overflow-wrap: anywhere; }
        a { color: var(--accent); text-underline-offset: .15em; }
        img, video { display: block; max-width: 100%; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
        .sprite { position: absolute; width: 0; height: 0; }
        .icon { width: 1.35em; height: 1.35em; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round;
          stroke-linejoin: round; flex: none; vertical-align: -.3em; }
        [dir=rtl] .icon:has(use[href="#icon-send"]) { scale: -1 1; }
        .icon .fill, .fill { fill: currentColor; stroke-width: 1; }
        .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; inset-inline-start: 12px; inset-block-start: -80px; z-index: 20; background: var(--surface);
          padding: 10px 16px; border-radius: 10px; }
        .skip:focus { inset-block-start: 12px; }
        .soft { color: var(--soft); } .small { font-size: .875rem; }
        .bad { color: var(--bad); } .good { color: var(--good); }

        .banner { position: sticky; inset-block-start: 0; z-index: 10; display: flex; align-items: center; gap: 8px 20px; flex-wrap: wrap;
          padding: 10px clamp(12px, 3vw, 32px); background: color-mix(in srgb, var(--ground) 86%, transparent);
          backdrop-filter: blur(14px); border-block-end: 1px solid var(--line); }
        .brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 700; font-size: 1.06rem; color: var(--text);
          text-decoration: none; letter-spacing: -.01em; }
        .brand img { width: 30px; height: 30px; }
        .banner nav { display: flex; gap: 4px; flex-wrap: wrap; margin-inline-start: auto; }
        .banner nav a { color: var(--text); text-decoration: none; padding: 7px 12px; border-radius: 10px; font-weight: 550; }
        .banner nav a:hover { background: var(--sunken); }
        .banner nav a[aria-current] { background: var(--accent-soft); color: var(--accent); }
        .footer { padding: 20px clamp(12px, 3vw, 32px); color: var(--soft); font-size: .875rem; border-block-start: 1px solid var(--line); }

        button, .button { font: inherit; font-weight: 600; display: inline-flex; align-items: center; justify-content: center; gap: 8px;
          min-height: 42px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 11px; background: var(--surface);
          color: var(--text); text-decoration: none; cursor: pointer; transition: background .15s, border-color .15s, transform .1s; }
        button:hover, .button:hover { background: var(--sunken); }
        button:active, .button:active { transform: scale(.98); }
        button[disabled] { opacity: .55; cursor: default; transform: none; }
        .primary { background: var(--accent); border-color: var(--accent); color: var(--accent-text); }
        .primary:hover { background: color-mix(in srgb, var(--accent) 86%, var(--text)); }
        .danger { color: var(--bad); border-color: color-mix(in srgb, var(--bad) 50%, var(--line)); }
        .link { min-height: 24px; padding: 0 2px; border: 0; background: none; color: var(--accent); font-size: .875rem; text-decoration: underline; }
        .plain { background: none; border-color: transparent; }
        .round { padding: 0; width: 42px; height: 42px; border-radius: 50%; }
        input, select, textarea { font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--line);
          border-radius: 11px; padding: 9px 12px; min-height: 42px; width: 100%; }
        input::placeholder, textarea::placeholder { color: var(--soft); opacity: 1; }
        input[type=checkbox], input[type=radio] { width: 20px; height: 20px; min-height: 0; accent-color: var(--accent); flex: none; }
        input[aria-invalid=true] { border-color: var(--bad); }
        label { font-weight: 600; display: block; margin-block-end: 4px; }
        .field { margin-block-end: 14px; }
        .choice { display: flex; gap: 10px; align-items: center; font-weight: 500; margin: 0 0 8px; }
        .row { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
        .row > input { flex: 1; width: auto; min-width: 0; }
        .panel { background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); padding: 16px; box-shadow: var(--shadow); }
        .chip { display: inline-flex; align-items: center; gap: 6px; padding: 4px 12px; border-radius: 99px; background: var(--accent-soft);
          color: var(--accent); text-decoration: none; font-size: .9rem; font-weight: 600; max-width: 100%; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; }
        .chip:hover { text-decoration: underline; }
        .badge { display: inline-flex; align-items: center; gap: 6px; padding: 2px 9px; border-radius: 7px; font-size: .78rem; font-weight: 700;
          background: rgb(12 10 18 / .78); color: #fff; max-width: 100%; }
        .badge.live { background: #c8102e; }
        .notice { padding: 28px 18px; text-align: center; color: var(--soft); }
        .notice > .icon { width: 48px; height: 48px; opacity: .6; }
        .notice h1, .notice h2 { color: var(--text); }
        table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: 10px 12px; border-block-end: 1px solid var(--line); }
        th { font-size: .82rem; color: var(--soft); font-weight: 650; }
        progress { width: 100%; height: 10px; accent-color: var(--accent); }
        dialog { border: 1px solid var(--line); border-radius: var(--round); background: var(--raised); color: var(--text);
          padding: 20px; max-width: min(560px, 94vw); box-shadow: var(--shadow); }
        dialog::backdrop { background: rgb(8 5 14 / .55); }
        #toasts { position: fixed; inset-block-start: 72px; inset-inline: 12px; display: grid; justify-items: center; gap: 8px; z-index: 30;
          pointer-events: none; }
        .toast { background: #17151d; color: #fff; padding: 10px 18px; border-radius: 12px; box-shadow: var(--shadow); max-width: 100%; }
        @media (prefers-contrast: more) { :root { --soft: var(--text); --line: var(--text); } }
        @media (prefers-reduced-motion: reduce) {
          *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
        }
        """#
}
