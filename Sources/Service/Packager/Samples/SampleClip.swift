// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A clip of the sample library, from which everything is generated.
struct SampleClip: Sendable {
    var id: String
    var caption: String
    var hashtags: [String]
    /// Ids of ``SampleProducts``.
    var products: [String] = []
    /// ffmpeg's video source at WIDTHxHEIGHT; HALFW and HALFH are half of that.
    var picture: String
    /// Two background tones in hertz.
    var tones: (low: Int, high: Int)
    /// The spoken sentences, one caption each.
    var sentences: [String]
    var isPortrait = true

    /// In pixels.
    var size: (width: Int, height: Int) { isPortrait ? (720, 1280) : (1280, 720) }
}

extension SampleClip {
    static let all: [SampleClip] = [
        SampleClip(
            id: "sample01", caption: "Slow light over the bay", hashtags: ["calm", "colour", "sea"], products: ["lamp"],
            picture: gradients(1, "0x0b1026:c1=0x1b3a6b:c2=0x2a9d8f:c3=0xe9c46a"), tones: (220, 330),
            sentences: ["Look at the light.", "It changes slowly, like the evening.", "Stay for a moment."]),
        SampleClip(
            id: "sample02", caption: "Cells at play", hashtags: ["science", "life"],
            picture:
                "life=size=90x160:rate=30:mold=10:ratio=0.3:seed=7:death_color=0x264653:life_color=0xe9c46a,scale=WIDTH:HEIGHT:flags=neighbor",
            tones: (196, 294), sentences: ["Each square is a cell.", "Two or three neighbours keep it alive.", "More, and it is gone."]),
        SampleClip(
            id: "sample03", caption: "Down into the fractal", hashtags: ["science", "mathematics", "colour"],
            picture: "mandelbrot=size=360x640:rate=30:end_scale=0.02:end_pts=400,scale=WIDTH:HEIGHT", tones: (147, 220),
            sentences: ["This picture has no end.", "However close you come, there is more of it."]),
        SampleClip(
            id: "sample04", caption: "A jacket for the rain", hashtags: ["fashion", "rain", "sale"], products: ["jacket", "boots"],
            picture: gradients(4, "0x1d3557:c1=0x457b9d:c2=0xa8dadc:c3=0xf1faee"), tones: (165, 247),
            sentences: ["It rains again.", "This jacket does not mind.", "Neither do you."]),
        SampleClip(
            id: "sample05", caption: "Boots that walk", hashtags: ["fashion", "walk"], products: ["boots"],
            picture: gradients(5, "0x3d2c1e:c1=0x8d5524:c2=0xc68642:c3=0xe0ac69"), tones: (131, 196),
            sentences: ["Ten thousand steps a day.", "These boots count along."]),
        SampleClip(
            id: "sample06", caption: "Triangles all the way down", hashtags: ["mathematics", "calm"],
            picture: "sierpinski=size=360x640:rate=30:seed=3:type=triangle,scale=WIDTH:HEIGHT", tones: (262, 392),
            sentences: ["Every triangle holds three smaller ones.", "Count them, if you can."]),
        SampleClip(
            id: "sample07", caption: "Coffee in one minute", hashtags: ["food", "coffee", "morning"], products: ["mug"],
            picture: gradients(7, "0x2b1a10:c1=0x6f4e37:c2=0xc8a27a:c3=0xfff4e6"), tones: (175, 262),
            sentences: ["Good morning.", "Water, coffee, and a minute of patience.", "That is all it takes."]),
        SampleClip(
            id: "sample08", caption: "Soup for a cold day", hashtags: ["food", "winter"], products: ["mug", "lamp"],
            picture: gradients(8, "0x7f1d1d:c1=0xdc2626:c2=0xf59e0b:c3=0xfde68a"), tones: (185, 277),
            sentences: ["Carrots, onions, ginger.", "Half an hour on a small flame.", "Enjoy it hot."]),
        SampleClip(
            id: "sample09", caption: "One rule, many patterns", hashtags: ["science", "pattern"],
            picture: "cellauto=size=180x320:rate=30:rule=110:seed=9:scroll=1,scale=WIDTH:HEIGHT:flags=neighbor", tones: (208, 311),
            sentences: ["One rule draws every line.", "It looks at three cells above.", "Nobody plans the rest."]),
        SampleClip(
            id: "sample10", caption: "The wide view", hashtags: ["calm", "sea", "wide"],
            picture: gradients(10, "0x03045e:c1=0x0077b6:c2=0x00b4d8:c3=0xcaf0f8"), tones: (110, 165),
            sentences: ["Turn your screen.", "Some pictures need room."], isPortrait: false),
        SampleClip(
            id: "sample11", caption: "Test your eyes", hashtags: ["test", "colour"], picture: "testsrc2=size=WIDTHxHEIGHT:rate=30",
            tones: (247, 370), sentences: ["Colours, lines and a running clock.", "Is every picture there?"], isPortrait: false),
        SampleClip(
            id: "sample12", caption: "Good night", hashtags: ["calm", "evening"], products: ["lamp"],
            picture: gradients(12, "0x10002b:c1=0x3c096c:c2=0x7b2cbf:c3=0xe0aaff"), tones: (98, 147),
            sentences: ["The day is over.", "Put the light out, and sleep well."]),
    ]

    private static func gradients(_ seed: Int, _ colours: String) -> String {
        // Generated at half the size and scaled up: a third of the time, without visible loss.
        "gradients=size=HALFWxHALFH:rate=30:seed=\(seed):speed=0.015:nb_colors=4:c0=\(colours),scale=WIDTH:HEIGHT:flags=bilinear"
    }
}
