// SPDX-License-Identifier: Apache-2.0

import Testing

/// Caption files of all kinds, each with the times at which it is looked at.
struct CaptionSample: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var times: [Double] = [2]

    var testDescription: String { name }

    private init(_ name: String, _ text: String, times: [Double] = [2]) { (self.name, self.text, self.times) = (name, text, times) }

    static let all: [CaptionSample] = [
        CaptionSample(
            "regions.vtt",
            """
            WEBVTT

            STYLE
            ::cue-region(#left) { background-color: rgba(0, 64, 128, 0.5) }
            ::cue(.loud) { color: orange; font-weight: bold }

            REGION
            id:left
            width:45%
            lines:3
            regionanchor:0%,100%
            viewportanchor:5%,60%
            scroll:up

            REGION
            id:right
            width:30%
            lines:2
            regionanchor:100%,0%
            viewportanchor:95%,10%

            00:00.000 --> 00:08.000 region:left align:left
            Rolled out of the region

            00:00.500 --> 00:08.000 region:left align:left
            First line in a region

            00:01.000 --> 00:08.000 region:left align:left
            <c.loud>Second</c> line

            00:01.500 --> 00:08.000 region:left align:left
            Third line, which pushes the first out

            00:01.500 --> 00:08.000 region:right align:right
            At the right
            """, times: [1.2, 2]),
        CaptionSample(
            "vertical.vtt",
            """
            WEBVTT

            00:00.000 --> 00:08.000 vertical:rl line:0 align:start
            吾輩は猫である。
            名前はまだ<b>無い</b>。

            00:00.000 --> 00:08.000 vertical:lr line:0 align:center
            <c.yellow>「縦書き」</c>とLatin。

            00:00.000 --> 00:08.000 vertical:rl line:-1 size:60% align:end
            <ruby>東京<rt>とうきょう</rt></ruby>の夜
            """),
        CaptionSample(
            "ruby.vtt",
            """
            WEBVTT

            00:00.000 --> 00:08.000
            <ruby>東京<rt>とうきょう</rt></ruby>の<ruby>夜<rt>よる</rt></ruby>は<i>静か</i>だ。
            <ruby>Windowbox<rt>with words above</rt></ruby> and a line below
            """),
        CaptionSample(
            "positions.vtt",
            """
            WEBVTT

            STYLE
            ::cue(:past) { color: yellow }
            ::cue(:future) { color: rgba(255, 255, 255, 0.6) }
            ::cue(#soft) { background-color: transparent; text-shadow: 4px 4px 18px red, 0 0 40px lime }

            00:00.000 --> 00:08.000
            <00:01.000><c>Sing</c> <00:02.500><c>along</c> <00:07.000><c>with</c> <00:07.500><c>me</c>

            00:00.000 --> 00:08.000 line:0 position:0 align:left
            At the <u>top left</u> &amp; long

            00:00.000 --> 00:08.000 line:0 position:100% align:right
            <c.yellow.bg_blue>Top right, yellow on blue</c>

            soft
            00:00.000 --> 00:08.000 line:45% position:20% align:center size:30%
            A soft shadow, in a box that is narrow enough to break its words.

            00:00.000 --> 00:08.000 line:60% position:80%,line-right align:center size:30%
            Two
            lines
            """, times: [2, 3]),
        CaptionSample(
            "subrip.srt",
            """
            1
            00:00:00,500 --> 00:00:02,500
            <b>Bold</b>, <i>italic</i> and <u>underlined</u>

            2
            00:00:03,000 --> 00:00:05,000
            <font color="#00ff80">Green</font> words, and so many of them that they do not fit on a single line of the frame
            {\\an8}

            3
            00:00:03,000 --> 00:00:05,000
            {\\an8}At the top
            """, times: [1, 4]),
        CaptionSample(
            "imsc.ttml",
            """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en"
              xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:profile="http://www.w3.org/ns/ttml/profile/imsc1/text">
            <head><styling><style xml:id="s" tts:color="white" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%"/></styling>
            <layout>
            <region xml:id="box" tts:origin="10% 10%" tts:extent="40% 30%" tts:backgroundColor="#20408080"
              tts:displayAlign="center" tts:padding="2% 3%"/>
            <region xml:id="low" tts:origin="10% 75%" tts:extent="80% 20%" tts:displayAlign="after" tts:overflow="visible"/>
            </layout></head>
            <body style="s"><div>
            <p begin="0s" end="8s" region="box" tts:textAlign="center">In a region<br/>with a <span tts:color="lime">colour</span></p>
            <p begin="1s" end="8s" region="low" tts:textAlign="start" tts:backgroundColor="transparent">
            <span tts:textOutline="black 4px" tts:backgroundColor="transparent" tts:fontStyle="italic">Outlined</span>
            <span tts:textDecoration="underline" tts:color="yellow">and underlined</span></p>
            </div></body></tt>
            """),
        CaptionSample(
            "substation.ass",
            """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: 640
            PlayResY: 360

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, \
            Alignment, MarginL, MarginR, MarginV
            Style: Default,Sans,24,&H00FFFFFF,&H00000000,&H80000000,0,0,1,2,1,2,20,20,20
            Style: Sign,Serif,30,&H0000C0FF,&H00400000,&H00000000,-1,0,3,4,0,8,10,10,10

            [Events]
            Format: Layer, Start, End, Style, MarginL, MarginR, MarginV, Text
            Dialogue: 0,0:00:00.00,0:00:08.00,Default,0,0,0,Outlined {\\i1}dialogue{\\i0}\\Nin two lines
            Dialogue: 1,0:00:01.00,0:00:08.00,Sign,0,0,0,A {\\c&H00FF00&}sign
            Dialogue: 2,0:00:01.00,0:00:08.00,Default,0,0,0,{\\pos(120,180)}Placed
            """),
        CaptionSample("pop-on.scc", popOn, times: [2, 4]),
        CaptionSample("roll-up.scc", rollUp, times: [1.5, 3.5]),
        CaptionSample("digital.mcc", digital, times: [2, 4]),
        CaptionSample(
            "right-to-left.vtt",
            """
            WEBVTT

            00:00.000 --> 00:08.000
            אמר לי: "ראית את Windowbox 2.0?"
            <i>לא</i>, עניתי.

            00:00.000 --> 00:08.000 line:0 align:right
            السلام عليكم، هذا نص <c.yellow>ملوّن</c> من اليمين.

            00:00.000 --> 00:08.000 line:50% align:end
            Latin with <c.bg_blue>עברית</c> and العربية in it.
            """),
        CaptionSample(
            "ideographs.srt",
            """
            1
            00:00:00,000 --> 00:00:08,000
            我是猫，还没有名字。这一行太长了，在画面上放不下，所以它必须在某个地方换行，不会超出画面。

            2
            00:00:00,000 --> 00:00:08,000
            {\\an8}한국어 자막 <i>기울임</i>
            """),
        CaptionSample(
            "overlapping.vtt",
            """
            WEBVTT

            00:00.000 --> 00:08.000
            The first cue stays at the bottom

            00:00.500 --> 00:07.000
            the second above it

            00:01.000 --> 00:06.000
            the third
            in two lines

            00:01.000 --> 00:06.000 line:50%
            In the middle

            00:01.500 --> 00:06.000 line:50%
            moved out of its way

            00:05.000 --> 00:08.000
            later
            """, times: [0.2, 2, 5.5]),
        CaptionSample("pictures.ttml", pictures),
    ]

    // MARK: Closed captions

    /// Pairs of bytes with odd parity, as in a Scenarist file.
    private static func words(_ codes: [UInt8]) -> String {
        let codes = codes.count % 2 == 0 ? codes : codes + [0]
        let bytes = codes.map { code -> String in
            let byte: UInt8 = code.nonzeroBitCount % 2 == 0 ? code | 0x80 : code
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] + bytes[$0 + 1] }.joined(separator: " ")
    }

    private static func line(_ time: String, _ codes: [UInt8]) -> String { "\(time)\t\(words(codes))\n\n" }

    /// Two captions that pop on: at the bottom, and in colour further up.
    private static let popOn: String = {
        let (load, end): ([UInt8], [UInt8]) = ([0x14, 0x20], [0x14, 0x2F])
        // Row 15, indented by 8.
        let first: [UInt8] = load + [0x14, 0x74] + Array("POPPED ON AT ONCE.".utf8) + end
        // Row 4 in green, and row 5 in italics.
        var second: [UInt8] = load + [0x12, 0x42]
        second += Array("GREEN TEXT".utf8)
        second += [0x12, 0x6E]
        second += Array("in italics".utf8) + end
        return "Scenarist_SCC V1.0\n\n" + line("00:00:00:10", first) + line("00:00:02:10", second) + line("00:00:06:00", [0x14, 0x2C])
    }()

    private static let rollUp: String = {
        // Three rows, then a carriage return and the base row before each text.
        let rows = ["GOOD EVENING.", "HERE ARE THE NEWS,", "WORD BY WORD", "AS THEY ARE SPOKEN"]
        var file = "Scenarist_SCC V1.0\n\n"
        for (second, row) in rows.enumerated() {
            let codes: [UInt8] = [0x14, 0x26, 0x14, 0x2D, 0x14, 0x70]
            file += line("00:00:0\(second):05", codes + Array(row.utf8))
        }
        return file + line("00:00:07:00", [0x14, 0x2C])
    }()

    private static let digital: String = {
        func hexadecimal(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
        func line(_ time: String, _ codes: [UInt8], _ sequence: UInt8) -> String {
            var data: [UInt8] = [1 << 5 | UInt8(codes.count)]
            data += codes
            if data.count % 2 == 0 { data.append(0) }
            let pairs = UInt8((data.count + 1) / 2)
            let packet: [UInt8] = [sequence << 6 | pairs] + data
            var triplets: [UInt8] = []
            for index in stride(from: 0, to: packet.count, by: 2) {
                triplets.append(index == 0 ? 0xFF : 0xFE)
                triplets += packet[index...index + 1]
            }
            let count = UInt8(triplets.count / 3)
            var whole: [UInt8] = [0x96, 0x69, 0, 0x4F, 0xC3, 0, 1, 0x71, 0xC0, 0x80, 0x80, 0x80, 0x72, 0xE0 | count]
            whole += triplets
            whole += [0x73, 0xD1, 0xE1]
            whole += Array("eng".utf8)
            whole += [0x7E, 0x3F, 0xFF, 0x74, 0, 1, 0]
            whole[2] = UInt8(whole.count)
            return "\(time)\t\(hexadecimal([0x61, 0x01, UInt8(whole.count)] + whole + [0]))\n"
        }
        // A window of two rows at the bottom with a grey background, a yellow pen, and text.
        let window: [UInt8] = [0x98, 0x38, 74, 20, 0x61, 31, 0x09, 0x97, 0x2A, 0x00, 0x04, 0x00]
        let pen: [UInt8] = [0x91, 0x3C, 0x00, 0x00]
        let (next, end): ([UInt8], [UInt8]) = ([0x0D], [0x03])
        let header = "File Format=MacCaption_MCC V1.0\n\n////////\nUUID=1234\nTime Code Rate=30\n\n"
        let lines: [(time: String, codes: [UInt8])] = [
            ("00:00:00:00", window + pen + Array("Hello".utf8)), ("00:00:00:15", Array(" digital world".utf8)),
            ("00:00:03:00", next + Array("Second row".utf8) + end), ("00:00:06:00", [0x88, 0x01]),
        ]
        return lines.enumerated().reduce(header) { $0 + line($1.element.time, $1.element.codes, UInt8($1.offset)) }
    }()

    /// A bitmap of one colour, enlarged.
    private static let pictures: String = {
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
        return """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" \
            xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt">
            <head><metadata><smpte:image xml:id="i" encoding="Base64">\(png)</smpte:image></metadata>
            <layout><region xml:id="r" tts:origin="25% 70%" tts:extent="50.3% 19.7%"/></layout></head>
            <body><div region="r" begin="0s" end="8s" smpte:backgroundImage="#i"/></body></tt>
            """
    }()
}
