// SPDX-License-Identifier: Apache-2.0

/// How Studio looks: light and dark as the system is, narrow and wide, and with larger letters.
enum StudioStyle {
    static let text = frame + parts

    private static let frame = #"""
        /* SPDX-License-Identifier: Apache-2.0 */
        :root { color-scheme: light dark; --back: light-dark(#f6f5f8, #100e15); --card: light-dark(#fff, #1a1722);
          --ink: light-dark(#17151d, #f3f1f8); --soft: light-dark(#5b5768, #aaa4ba); --line: light-dark(#dcd9e3, #332e40);
          --accent: light-dark(#7a2be2, #b58bff); --on-accent: light-dark(#fff, #180a2e); --wash: light-dark(#efe4ff, #2d2145);
          --danger: light-dark(#b3261e, #ff9d94); --danger-wash: light-dark(#fdecea, #3a1f1d);
          --good: light-dark(#17693a, #7ddba3); --warn: light-dark(#8a5300, #f1bf68);
          --radius: 10px; font: 100%/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--ink); display: grid; grid-template-columns: 15rem minmax(0, 1fr);
          min-height: 100vh; }
        [hidden] { display: none !important; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.1rem; margin: 0 0 .6rem; }
        h3 { font-size: 1rem; margin: 0 0 .3rem; }
        p { margin: 0 0 .6rem; }
        a { color: var(--accent); }
        bdi, td, th, dd, code { overflow-wrap: anywhere; }
        code, .code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .92em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        main:focus { outline: none; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; left: -999rem; }
        .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 3; }
        .side { background: var(--card); border-right: 1px solid var(--line); padding: 1.2rem .9rem; position: sticky; top: 0;
          height: 100vh; overflow-y: auto; }
        .brand, .sign-in h1 { display: flex; align-items: center; gap: .6rem; }
        .brand { font-size: 1rem; font-weight: 600; white-space: nowrap; color: var(--ink); text-decoration: none; margin: 0 .4rem 1.1rem; }
        .brand b, .sign-in h1 b { color: var(--accent); }
        .menu { display: none; }
        nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: .9rem .6rem .15rem; }
        nav ul { list-style: none; margin: 0; padding: 0; }
        .side nav a { display: block; padding: .3rem .6rem; border-radius: 8px; color: var(--ink); text-decoration: none; }
        .side nav a:hover { background: var(--wash); }
        .side nav a[aria-current] { background: var(--wash); color: var(--accent); font-weight: 600; }
        .person { border-top: 1px solid var(--line); margin-top: 1rem; padding: .8rem .6rem 0; }
        small, .hint, .axis, .state { color: var(--soft); font-size: .875rem; }
        main { padding: 1.6rem 2rem 4rem; max-width: 82rem; width: 100%; }
        .heading { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; justify-content: space-between; margin-bottom: .4rem; }
        .actions, .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
        #said { min-height: 1.5rem; color: var(--good); margin-bottom: .3rem; }
        #said.fault { color: var(--danger); }
        .sign-in { grid-column: 1 / -1; max-width: 26rem; margin: 12vh auto; }
        .sign-in form { margin: 1.2rem 0; }
        @media (max-width: 52rem) {
          body { display: block; }
          .side { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: .7rem 1rem;
            display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; }
          .brand { margin: 0; flex: 1; }
          .menu { display: block; }
          #menu { display: none; flex-basis: 100%; }
          .menu[aria-expanded="true"] + #menu { display: block; }
          main { padding: 1.2rem 1rem 3rem; }
        }
        @media (prefers-reduced-motion: no-preference) { button, .button { transition: background-color .12s; } }

        """#

    private static let parts = #"""
        button, .button { font: inherit; font-size: .95rem; padding: .4rem .9rem; border-radius: 8px; border: 1px solid var(--line);
          background: var(--card); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-block; min-height: 2.4rem; }
        button:hover, .button:hover { background: var(--wash); }
        .primary { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600; }
        .primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
        .danger { color: var(--danger); border-color: currentColor; }
        .danger:hover { background: var(--danger-wash); }
        .small { font-size: .82rem; padding: .1rem .6rem; min-height: 1.8rem; }
        button:disabled { opacity: .5; cursor: progress; }
        .button[aria-current] { background: var(--wash); color: var(--accent); font-weight: 600; }
        .card, .columns > *, main > form, .note, .empty, .room > section, main > section, fieldset.list > ol > li, .sign-in form {
          background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.1rem 1.2rem; }
        main > section, main > form { margin-bottom: 1.2rem; }
        main > section .card { background: var(--back); }
        form.search { background: none; border: 0; padding: 0; }
        .note { background: var(--wash); border-color: transparent; }
        .empty { text-align: center; padding: 3rem 1rem; color: var(--soft); }
        .columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1.2rem; align-items: start; }
        aside form { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1rem; }
        .field { margin-bottom: 1rem; flex: 1 1 12rem; min-width: 0; }
        .field label, .finder label, .search > label, .drop > label { font-weight: 600; font-size: .92rem; display: block; margin-bottom: .2rem; }
        .row > input { flex: 1 1 12rem; width: auto; }
        .field:last-child, .card > :last-child, section > p:last-child, .drop > :last-child, .content .pair:last-child .field { margin-bottom: 0; }
        .flag label { font-weight: 400; display: flex; gap: .5rem; align-items: center; }
        .pair { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: start; }
        .pair > .field:last-child { margin-bottom: 1rem; }
        .pair .flag { align-self: center; }
        input, select, textarea { font: inherit; color: inherit; background: var(--back); border: 1px solid color-mix(in srgb, var(--soft) 65%, var(--line));
          border-radius: 8px; padding: .45rem .6rem; width: 100%; min-height: 2.5rem; }
        textarea { display: block; }
        input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; height: 1.5rem; accent-color: var(--accent); flex: none; }
        input[type=file] { padding: .35rem; }
        [aria-invalid=true] { border-color: var(--danger); border-width: 2px; }
        .field .hint { margin: .15rem 0 0; }
        .needed { font-weight: 400; font-size: .82rem; color: var(--soft); }
        main > form > .save, .columns .main > form > .save { position: sticky; bottom: 0; margin: 0 -1.2rem -1.1rem; padding: .8rem 1.2rem; z-index: 1;
          background: var(--card); border-top: 1px solid var(--line); border-radius: 0 0 var(--radius) var(--radius); }
        :root:has(form > .save) { scroll-padding-bottom: 5rem; }
        p.fault { color: var(--danger); margin: .25rem 0 0; font-weight: 500; }
        p.fault.general { background: var(--danger-wash); padding: .6rem .8rem; border-radius: 8px; margin-bottom: 1rem; }
        fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: .8rem 1rem; margin: 0 0 1.1rem; min-width: 0; }
        legend { font-weight: 600; padding: 0 .4rem; }
        fieldset.list > ol { list-style: none; padding: 0; margin: 0 0 .6rem; display: grid; gap: .5rem; }
        fieldset.list > ol > li { display: flex; gap: .6rem; align-items: center; padding: .4rem .6rem; background: var(--back); }
        .content { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: center; }
        .content .field { margin-bottom: .4rem; }
        .content > .pair, .content > .field:not(.flag) { flex: 1 1 100%; }
        .grip, .take { padding: 0; width: 2.2rem; flex: none; border-color: transparent; background: none; color: var(--soft); }
        .grip { cursor: grab; touch-action: none; }
        .dragged { opacity: .7; outline: 2px dashed var(--accent); }
        .found { list-style: none; padding: 0; margin: .5rem 0 0; display: flex; flex-wrap: wrap; gap: .4rem; max-height: 12rem; overflow-y: auto; }
        .found button::before { content: "+ "; color: var(--accent); }
        .table { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); margin-bottom: 1rem; }
        table { border-collapse: collapse; width: 100%; font-size: .95rem; }
        caption { text-align: start; font-weight: 600; padding: .7rem .9rem; }
        caption.unseen { padding: 0; }
        th, td { text-align: start; padding: .55rem .9rem; border-top: 1px solid var(--line); vertical-align: middle; font-weight: 400; }
        thead th { border-top: 0; font-size: .8rem; color: var(--soft); font-weight: 600; white-space: nowrap; }
        tbody th { min-width: 12rem; }
        .video { display: inline-flex; gap: .7rem; align-items: center; }
        .video img, .content img { border-radius: 6px; object-fit: cover; aspect-ratio: 3 / 4; background: #000; flex: none; }
        .no-picture { width: 48px; aspect-ratio: 3 / 4; border-radius: 6px; background: var(--line); flex: none; }
        .content .no-picture { width: 32px; }
        .video .square, .content .square { aspect-ratio: 1; }
        .tags { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem; padding: 0; margin: .3rem 0 0; font-size: .8rem; color: var(--soft); }
        .results, .plain { list-style: none; padding: 0; margin: 0; display: grid; gap: .7rem; }
        .plain { gap: .5rem; }
        .status { font-size: .8rem; padding: .1rem .55rem; border-radius: 99px; background: color-mix(in srgb, var(--soft) 18%, transparent);
          white-space: nowrap; }
        .status.ready, .status.connected, .status.live, .status.active, .status.delivered { color: var(--good); background: color-mix(in srgb, var(--good) 15%, transparent); }
        .status.failed { color: var(--danger); background: var(--danger-wash); }
        .status.processing, .status.pending, .status.paused { color: var(--warn); background: color-mix(in srgb, var(--warn) 16%, transparent); }
        .paging { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1rem; }
        .facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .9rem; margin: 0 0 .8rem; }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0; }
        .preview { width: 100%; max-height: 60vh; background: #000; border-radius: var(--radius); display: block; margin-bottom: .8rem; }
        aside > img { max-width: 100%; height: auto; border-radius: var(--radius); }
        .drop { border: 2px dashed var(--soft); border-radius: var(--radius); padding: 2.6rem 1.4rem; margin-bottom: 1rem; text-align: center;
          background: var(--back); }
        .drop > label { font-size: 1.15rem; } .drop > input { max-width: 26rem; margin: .4rem auto .8rem; }
        .drop.over { border-color: var(--accent); background: var(--wash); }
        .drop label { font-weight: 600; display: block; margin-bottom: .4rem; }
        #uploads { list-style: none; padding: 0; display: grid; gap: .8rem; }
        .sending { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: .9rem 1.1rem; }
        .sending { display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: 1rem; }
        .sending > * { grid-column: 2; } .sending > .poster { grid-column: 1; grid-row: 1 / span 6; width: 72px; aspect-ratio: 3 / 4;
          border-radius: 6px; overflow: hidden; background: var(--line); }
        .poster img { width: 100%; height: 100%; object-fit: cover; display: block; } .sending .field { margin: .4rem 0 .6rem; }
        .sending p { margin: 0; } .sending .row { margin-top: .5rem; }
        .state.fault { color: var(--danger); }
        progress { width: 100%; height: .7rem; accent-color: var(--accent); }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; margin-bottom: 1rem; }
        .total { font-size: 1.7rem; font-weight: 650; margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
        .chart { width: 100%; height: auto; display: block; } .chart.wide { max-width: 46rem; }
        .chart text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
        .chart .before, .chart .curve { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-linejoin: round; }
        .chart .before { stroke-dasharray: 4 3; } .chart .curve { stroke: var(--accent); stroke-width: 2.5; }
        .chart .under { fill: var(--wash); } .chart .dot { fill: var(--accent); }
        .change { color: var(--soft); font-size: .82rem; margin: 0 0 .5rem; }
        .chart .bar, svg .bar { fill: var(--accent); } .chart .area { fill: transparent; }
        .chart g:hover .area { fill: var(--wash); }
        .chart .base { stroke: var(--line); vector-effect: non-scaling-stroke; }
        .axis { display: flex; justify-content: space-between; gap: .5rem; font-size: .75rem; margin: .2rem 0 .4rem; }
        .card .table { max-height: 18rem; overflow: auto; margin: .5rem 0 0; }
        summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
        td.bar { width: 30%; min-width: 6rem; } td.bar svg { width: 100%; height: .6rem; display: block; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0; }
        mark { background: var(--danger); color: var(--card); border-radius: 3px; padding: 0 .15em; }
        dialog { border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); color: var(--ink); max-width: 30rem; padding: 1.4rem; }
        dialog::backdrop { background: #0008; }
        .room { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.1fr); gap: 1rem; align-items: start; grid-template-rows: repeat(4, auto) 1fr;
          grid-template-areas: "air picture chat" "say picture chat" "pins games chat" "show ask ask" "exports ask ask"; }
        .air { grid-area: air; } .picture { grid-area: picture; } .chat { grid-area: chat; } .say { grid-area: say; } .pins { grid-area: pins; }
        .games { grid-area: games; } .show { grid-area: show; } .ask { grid-area: ask; } .exports { grid-area: exports; }
        ul.games { grid-area: auto; }
        .games > li { border-top: 1px solid var(--line); padding-top: .6rem; } .room form + form { margin-top: 1rem; }
        .room .preview { max-height: 22rem; } .row + p { margin-top: .6rem; } .options { margin: .2rem 0 .5rem; padding-inline-start: 1.4rem; }
        .no-film { background: #000; color: #bbb; aspect-ratio: 16 / 9; display: grid; place-items: center; border-radius: var(--radius); }
        .room .chat { align-self: stretch; display: flex; flex-direction: column; }
        .messages { list-style: none; padding: 0; margin: 0; height: 0; min-height: min(34rem, 75vh); flex-grow: 1; overflow-y: auto; }
        .messages:empty::before { content: "No messages yet."; color: var(--soft); }
        .messages li { border-top: 1px solid var(--line); padding: .5rem .2rem; } .messages p { margin: 0 0 .25rem; }
        .who { font-size: .85rem; color: var(--soft); } .hidden-message { opacity: .6; }
        @media (max-width: 80rem) { .room { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
          grid-template-rows: repeat(5, auto) 1fr; grid-template-areas: "air chat" "picture chat" "say chat" "pins games" "show ask" "exports ask"; } }
        @media (max-width: 60rem) { .columns, .room { display: block; } .columns > *, .room > section { margin-bottom: 1rem; }
          .messages { height: auto; min-height: 0; max-height: 24rem; } }
        @media (max-width: 40rem) {
          .chart.wide text { font-size: 18px; } td.bar { width: 100%; }
          thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          tr, tbody th, td { display: block; width: 100%; } tr { border-top: 1px solid var(--line); padding: .5rem 0; }
          th, td { border: 0; padding: .15rem .9rem; } td[data-label]:not([data-label=""])::before { content: attr(data-label) ": "; color: var(--soft); }
        }
        @media (forced-colors: active) { .chart .bar, svg .bar, .chart text, .chart .dot { fill: CanvasText; } }

        """#
}
