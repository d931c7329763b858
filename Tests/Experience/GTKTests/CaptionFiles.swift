// SPDX-License-Identifier: Apache-2.0

/// Captions of all formats for the gallery, each shown for a minute.
enum CaptionFiles {
    private static let span = "00:00.000 --> 01:00.000"

    static let all: [String: String] = [
        "positioned": """
        WEBVTT

        STYLE
        ::cue(.warm) { color: #ffb060 }
        ::cue(v[voice="Anna"]) { color: cyan }

        \(span)
        The plain cue stands at the bottom,
        in <i>two</i> lines with <b>bold</b> and <u>underlined</u> words.

        \(span) line:0 position:0 align:left
        At the top left

        \(span) line:0 position:100% align:right
        <c.yellow.bg_blue>Top right, yellow on blue</c>

        \(span) line:45% position:20% align:center size:30%
        <v Anna>Anna speaks, in a box that is narrow enough to break her words.</v>

        \(span) line:60% position:80% align:center size:30%
        <c.warm>A warm colour by a class of the sheet</c>
        """,
        "vertical": """
        WEBVTT

        \(span) vertical:rl line:0 align:start
        吾輩は猫である。
        名前はまだ無い。

        \(span) vertical:lr line:0 align:center
        「縦書き」とLatin。
        """,
        "ruby": """
        WEBVTT

        \(span)
        <ruby>東京<rt>とうきょう</rt></ruby>の<ruby>夜<rt>よる</rt></ruby>は<ruby>静<rt>しず</rt></ruby>かだ。
        <ruby>Windowbox<rt>with words above</rt></ruby> and a line below

        \(span) vertical:rl line:0 align:start position:5% size:50%
        <ruby>東京<rt>とうきょう</rt></ruby>の夜
        """,
        "right-to-left": """
        WEBVTT

        \(span)
        אמר לי: "ראית את Windowbox 2.0?"
        <i>לא</i>, עניתי.

        \(span) line:0 align:right
        السلام عليكم، هذا نص <c.yellow>ملوّن</c> من اليمين.

        \(span) line:50% align:end
        Latin with עברית and العربية in it.
        """,
        "roll-up": """
        WEBVTT

        REGION
        id:live
        width:60%
        lines:3
        regionanchor:0%,100%
        viewportanchor:10%,90%
        scroll:up

        00:00.000 --> 01:00.000 region:live align:left
        THE FIRST LINE HAS ROLLED OUT

        00:00.100 --> 01:00.000 region:live align:left
        >> GOOD EVENING.

        00:00.200 --> 01:00.000 region:live align:left
        HERE ARE THE NEWS, WORD BY WORD

        00:00.300 --> 01:00.000 region:live align:left
        AS THEY ARE SPOKEN
        """,
        "karaoke": """
        WEBVTT

        STYLE
        ::cue(:past) { color: yellow }
        ::cue(:future) { color: rgba(255,255,255,0.6) }

        \(span)
        <00:01.000><c>Sing</c> <00:02.000><c>along</c> <00:09.000><c>with</c> <00:10.000><c>me</c>
        """,
        "ttml": """
        <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
        <head><layout>
        <region xml:id="box" tts:origin="10% 10%" tts:extent="40% 30%" tts:backgroundColor="#20408080" tts:displayAlign="center"/>
        <region xml:id="low" tts:origin="10% 75%" tts:extent="80% 20%" tts:displayAlign="after"/>
        </layout></head>
        <body><div>
        <p begin="0s" end="60s" region="box" tts:textAlign="center">In a region<br/>with a <span tts:color="lime">colour</span></p>
        <p begin="0s" end="60s" region="low" tts:textAlign="center" tts:backgroundColor="transparent">
        <span tts:textOutline="black 4px" tts:backgroundColor="transparent">Outlined, without a background</span></p>
        </div></body></tt>
        """,
    ]
}
