// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Feeds and players.
    static let viewerStyle = #"""
        /* SPDX-License-Identifier: Apache-2.0 */
        .cards { list-style: none; margin: 0; padding: 0; display: grid; gap: clamp(10px, 1.6vw, 22px);
          grid-template-columns: repeat(auto-fill, minmax(min(46%, 190px), 1fr)); }
        .card a { display: block; color: inherit; text-decoration: none; border-radius: var(--round); }
        .poster { position: relative; display: block; aspect-ratio: 3 / 4; overflow: hidden; border-radius: var(--round); background: var(--sunken);
          box-shadow: var(--shadow); }
        .poster img { width: 100%; height: 100%; object-fit: cover; transition: transform .35s; }
        .poster .moving { position: absolute; inset: 0; }
        .card a:hover .poster img { transform: scale(1.045); }
        .poster::after { content: ""; position: absolute; inset: 55% 0 0; background: linear-gradient(transparent, rgb(8 5 14 / .55)); pointer-events: none; }
        .blank { display: grid; place-items: center; width: 100%; height: 100%; color: var(--soft); background: linear-gradient(140deg, var(--accent-soft), var(--sunken)); }
        .blank .icon { width: min(44px, 40%); height: min(44px, 40%); opacity: .55; }
        .poster:has(.blank)::after { content: none; }
        .card a:has([data-preview]) { -webkit-touch-callout: none; -webkit-user-select: none; user-select: none; }
        .stack { box-shadow: 6px -6px 0 -2px var(--line), var(--shadow); }
        .marks { position: absolute; inset-block-start: 9px; inset-inline: 9px; display: flex; gap: 6px; flex-wrap: wrap; z-index: 1; }
        .marks .badge { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .length { position: absolute; inset-block-end: 9px; inset-inline-end: 9px; z-index: 1; font-variant-numeric: tabular-nums; }
        .badge.live::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; animation: pulse 1.6s infinite; }
        @keyframes pulse { 50% { opacity: .35; } }
        .title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; margin-block-start: 9px; font-weight: 600;
          line-height: 1.35; overflow-wrap: anywhere; min-height: 2.7em; text-align: start; }
        .more { display: grid; justify-items: center; gap: 10px; margin-block-start: 32px; }
        .row .cards { display: flex; overflow-x: auto; scroll-snap-type: x proximity; padding: 4px 4px 12px; }
        .row .card { flex: 0 0 clamp(120px, 28vw, 190px); scroll-snap-align: start; }
        .row.embedded .more { margin-block-start: 4px; }
        .row .tail { display: grid; align-items: center; flex-basis: auto; }
        body.row { display: block; min-height: 0; }

        .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(300px, 380px); gap: clamp(18px, 2.5vw, 36px); align-items: start; }
        @media (max-width: 900px) { .columns { grid-template-columns: minmax(0, 1fr); } .watch main { padding-block-start: 0; } }
        @media (min-width: 1120px) {
          .columns { grid-template-columns: minmax(0, 1fr) minmax(280px, 340px); }
          .film.tall { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px clamp(20px, 2.5vw, 40px); align-items: start; }
          .film.tall .stage { height: min(80vh, 860px); width: auto; max-width: none; margin: 0; }
          .film.tall .about { margin-block: 4px 0; }
          .film.tall .products { grid-template-columns: minmax(0, 1fr); margin-block-start: 18px; }
        }
        .stage { position: relative; background: #08060c; border-radius: var(--round); overflow: hidden; margin-inline: auto; width: 100%; color: #fff;
          container-type: inline-size; isolation: isolate; }
        .stage video { width: 100%; height: 100%; object-fit: contain; }
        .stage.landscape { aspect-ratio: 16 / 9; max-height: 78vh; }
        .stage.square { aspect-ratio: 1; max-height: 74vh; max-width: 74vh; }
        .stage.portrait { aspect-ratio: 9 / 16; max-height: 80vh; max-width: calc(80vh * 9 / 16); }
        @media (max-width: 900px) {
          .watch .stage { border-radius: 0; width: calc(100% + 2 * clamp(12px, 3vw, 32px)); margin-inline: calc(-1 * clamp(12px, 3vw, 32px)); max-width: none; }
          .watch .stage.portrait { max-height: 72vh; aspect-ratio: auto; height: 72vh; }
        }
        body.embedded:not(.row) { background: #08060c; }
        body.embedded:not(.row) main { padding: 0; max-width: none; display: grid; }
        body.embedded:not(.row) .stage { border-radius: 0; aspect-ratio: auto; height: 100vh; max-height: none; max-width: none; }
        .stage:fullscreen { border-radius: 0; max-height: none; max-width: none; width: 100vw; height: 100vh; }
        .stage :focus-visible { outline-color: #fff; box-shadow: 0 0 0 5px #0b5fff; }
        .veil { position: absolute; inset-block-start: 8px; inset-inline: 8px; margin: 0; }
        .controls { position: absolute; inset-inline: 0; inset-block-end: 0; padding: 34px 12px 8px; direction: ltr;
          background: linear-gradient(transparent, rgb(0 0 0 / .72)); opacity: 0; transition: opacity .2s; z-index: 2; }
        .stage.awake .controls, .stage.paused .controls, .stage:focus-within .controls { opacity: 1; }
        .stage video::-webkit-media-text-track-container { transition: translate .2s; }
        .stage:is(.awake, .paused, :focus-within) video::-webkit-media-text-track-container { translate: 0 -84px; }
        ::cue { background: rgb(0 0 0 / .78); color: #fff; font-family: system-ui, sans-serif; }
        .buttons { display: flex; align-items: center; gap: 2px; }
        .gap { flex: 1; }
        .control { width: 42px; padding: 0; border: 0; background: none; color: #fff; border-radius: 50%; }
        .control:hover { background: rgb(255 255 255 / .18); }
        .control[aria-pressed=true] { background: #fff; color: #17151d; }
        .time { font-size: .85rem; font-variant-numeric: tabular-nums; padding-inline: 6px; white-space: nowrap; }
        .bar { -webkit-appearance: none; appearance: none; width: 100%; height: 22px; min-height: 0; margin: 0; padding: 0; border: 0; background: none; cursor: pointer; }
        .bar::-webkit-slider-runnable-track { height: 5px; border-radius: 9px; background: linear-gradient(to right, #fff var(--played, 0%), rgb(255 255 255 / .35) 0); }
        .bar::-moz-range-track { height: 5px; border-radius: 9px; background: rgb(255 255 255 / .35); }
        .bar::-moz-range-progress { height: 5px; border-radius: 9px; background: #fff; }
        .bar::-webkit-slider-thumb { -webkit-appearance: none; width: 15px; height: 15px; margin-top: -5px; border-radius: 50%; background: #fff; }
        .big { position: absolute; inset: 0; margin: auto; width: 76px; height: 76px; border-radius: 50%; border: 0; background: rgb(12 10 18 / .62); color: #fff;
          font-size: 1.6rem; backdrop-filter: blur(6px); z-index: 1; }
        .big:hover { background: rgb(12 10 18 / .85); }
        .loud { position: absolute; inset-block-start: 12px; inset-inline-start: 12px; z-index: 2; border: 0; border-radius: 99px; background: rgb(12 10 18 / .78); color: #fff; }
        .loud:hover { background: #000; }
        .volume { padding: 0; min-height: 28px; border: 0; background: none; accent-color: var(--accent); }
        .menu { position: absolute; right: 12px; inset-block-end: 64px; width: min(300px, calc(100% - 24px)); z-index: 4; color: var(--text);
          max-height: calc(100% - 76px); overflow: auto; }
        .menu .field { display: grid; grid-template-columns: 7em minmax(0, 1fr); align-items: center; gap: 10px; margin-block-end: 8px; }
        .menu label { margin: 0; overflow-wrap: anywhere; } .menu select { min-height: 36px; padding-block: 4px; } .menu .field:last-child { margin: 0; }
        @container (max-width: 520px) { .menu { inset: 0 0 56px; width: auto; max-height: none; border-radius: 0; border-width: 0; } }
        .spinner { position: absolute; inset: 0; margin: auto; width: 52px; height: 52px; border: 4px solid rgb(255 255 255 / .3); border-block-start-color: #fff;
          border-radius: 50%; animation: turn 1s linear infinite; pointer-events: none; }
        @keyframes turn { to { rotate: 1turn; } }
        .cover { position: absolute; inset: 0; margin: 0; display: flex; flex-direction: column; gap: 14px; align-items: center; justify-content: center; z-index: 3;
          padding: 20px; text-align: center; background: rgb(8 5 14 / .78); font-weight: 600; }
        .stage:has(.cover) :is(.big, .controls, .cta, .loud, .spinner) { visibility: hidden; }
        .cover p { margin: 0; } .cover .count { font-size: clamp(1.1rem, 6cqi, 1.8rem); font-variant-numeric: tabular-nums; }
        .code { display: grid; gap: 10px; width: min(260px, 100%); }
        .stage .cta { position: absolute; inset-inline: 16px; inset-block-end: 92px; margin-inline: auto; width: fit-content; max-width: calc(100% - 32px); z-index: 2;
          background: rgb(255 255 255 / .92); color: #17151d; border: 0; transition: background .4s, color .4s; animation: rise .3s; }
        .stage .cta.lit { background: #7a2be2; color: #fff; }
        @keyframes rise { from { opacity: 0; translate: 0 12px; } }
        .flying { position: absolute; inset-block-end: 90px; inset-inline-end: 24px; color: #ff5d8f; font-size: 1.9rem; animation: fly 1.6s ease-out forwards; pointer-events: none; z-index: 2; }
        .flying .icon { fill: currentColor; }
        @keyframes fly { to { translate: -14px -190px; opacity: 0; } }
        .about { margin-block: 18px 26px; }
        .about h1 { margin-block-end: 8px; }
        .facts { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; color: var(--soft); margin-block-end: 14px; }
        .actions { margin-block-end: 14px; }
        .tags { list-style: none; padding: 0; margin: 0 0 14px; display: flex; flex-wrap: wrap; gap: 8px; min-width: 0; }
        .tags li { max-width: 100%; display: flex; }
        .products, .list, .messages, .results { list-style: none; margin: 0; padding: 0; }
        .products { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 330px), 1fr)); }
        .product { display: flex; align-items: center; gap: 14px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); padding: 12px; }
        .product.pinned { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent-soft); }
        .product img, .product .blank { width: 72px; height: 72px; object-fit: cover; border-radius: 10px; flex: none; background: var(--sunken); }
        .product:has(.buy) { flex-wrap: wrap; } .product .buy { flex: 1 0 100%; display: flex; gap: 10px; justify-content: end; }
        .buy select { flex: 1; min-width: 0; } .buy button { white-space: nowrap; }
        .cart { margin-block-start: 14px; } .cart ul { list-style: none; margin: 0; padding: 0; } .cart .total { font-weight: 700; }
        .cart li { display: grid; grid-template-columns: auto 1fr auto; align-items: center; gap: 4px 12px; padding-block: 8px;
          border-block-end: 1px solid var(--line); }
        .cart .name { grid-column: 1 / -1; overflow-wrap: anywhere; } .cart .cost { text-align: end; font-variant-numeric: tabular-nums; }
        .cart .total { margin-block-start: 12px; }
        .open-cart { margin-inline-start: auto; }
        .cart .count { display: inline-flex; align-items: center; gap: 4px; } .cart .count output { min-width: 1.6em; text-align: center; }
        .cart .count button { width: 32px; height: 32px; min-height: 0; }
        dialog .cart { border: 0; padding: 0; margin: 0; box-shadow: none; background: none; }
        #cart-dialog { width: min(480px, 94vw); max-height: 86vh; } #cart-dialog > .round { position: absolute; inset-block-start: 10px; inset-inline-end: 10px; }
        .product .words { flex: 1; min-width: 0; } .product h3, .product p { margin: 0; } .product .button { white-space: nowrap; }
        .price { font-weight: 700; }
        .list { display: grid; gap: 12px; }
        .list .card a { display: grid; grid-template-columns: 84px 1fr; gap: 14px; align-items: center; }
        .list .poster { aspect-ratio: 4 / 5; border-radius: 11px; box-shadow: none; } .list .title { -webkit-line-clamp: 3; margin-block-start: 2px; min-height: 0; }
        .list .badge { font-size: .7rem; padding: 0 6px; } .list .length { inset-block-end: 6px; inset-inline-end: 6px; } .list .marks { inset: 6px 6px auto; }
        .side { display: grid; gap: 20px; }
        .chat { display: flex; flex-direction: column; gap: 10px; }
        .chat-head { justify-content: space-between; } .chat-head h2 { margin: 0; }
        .messages { height: clamp(180px, 42vh, 420px); overflow-y: auto; overscroll-behavior: contain; display: flex; flex-direction: column; gap: 8px; }
        .messages:empty { height: 0; }
        .messages li { overflow-wrap: anywhere; } .messages .host { color: var(--accent); }
        .announcement { background: var(--accent-soft); border-radius: 10px; padding: 8px 12px; margin: 0; display: flex; gap: 10px; align-items: center; }
        .interaction { margin-block-end: 4px; display: grid; gap: 6px; } .interaction h3, .interaction p { margin: 0; }
        .interaction form { display: grid; gap: 8px; margin-block-start: 6px; }
        .option { justify-content: flex-start; text-align: start; }
        .results { display: grid; gap: 8px; } .results li { display: grid; grid-template-columns: 1fr auto; gap: 2px 10px; }
        .results .mine { font-weight: 700; } meter { grid-column: 1 / -1; width: 100%; height: 10px; }
        meter::-webkit-meter-optimum-value { background: var(--accent); } meter::-moz-meter-bar { background: var(--accent); }
        #interactions { display: grid; gap: 14px; } #interactions:empty { display: none; }
        #share-address { flex: 1; min-width: 200px; }
        """#
}
