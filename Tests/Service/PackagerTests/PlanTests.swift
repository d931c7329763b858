// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxPackager

@Suite("Packaging plans") struct PlanTests {
    private static func source(
        _ width: Int, _ height: Int, rate: FrameRate? = FrameRate(30), audioTracks: Int = 1,
        _ change: (inout SourceProbe.Picture) -> Void = { _ in }
    ) -> SourceProbe {
        var picture = SourceProbe.Picture(index: 0, codec: "h264", width: width, height: height, frameRate: rate)
        change(&picture)
        let audioTracks = (0..<audioTracks).map { SourceProbe.AudioTrack(index: 1 + $0, codec: "aac", channels: 2) }
        return SourceProbe(duration: 12, picture: picture, audioTracks: audioTracks)
    }

    private static func sizes(_ source: SourceProbe) throws -> [String] {
        try PackagingPlan(source).rungs.map { "\($0.width)x\($0.height)" }
    }

    @Test(
        "No rung of the ladder is larger than the source",
        arguments: [
            (1920, 1080, ["426x240", "640x360", "960x540", "1280x720", "1920x1080"]),
            (1080, 1920, ["240x426", "360x640", "540x960", "720x1280", "1080x1920"]),
            (3840, 2160, ["426x240", "640x360", "960x540", "1280x720", "1920x1080"]),
            (1280, 720, ["426x240", "640x360", "960x540", "1280x720"]),
            (1000, 600, ["400x240", "600x360", "1000x600"]),
            (640, 480, ["320x240", "480x360", "640x480"]),
            (320, 180, ["320x180"]),
            (101, 99, ["102x100"]),
            (2, 2, ["16x16"]),
        ]) func ladder(width: Int, height: Int, sizes: [String]) throws
    {
        #expect(try Self.sizes(Self.source(width, height)) == sizes)
    }

    @Test("Rotation and pixel aspect are applied before the size is chosen") func shape() throws {
        let turned = Self.source(1920, 1080) { $0.rotation = 90 }
        #expect(try Self.sizes(turned).last == "1080x1920")
        let stretched = Self.source(720, 576) { $0.pixelAspect = 64.0 / 45 }
        #expect(try Self.sizes(stretched).last == "1024x576")
    }

    @Test("A constant frame rate is kept, a high one divided, and a variable one made constant") func rates() throws {
        func rate(_ rate: FrameRate?, isVariable: Bool = false) throws -> String {
            try PackagingPlan(Self.source(640, 360, rate: rate) { $0.isVariable = isVariable }).frameRate?.description ?? ""
        }
        #expect(try rate(FrameRate(30000, 1001)) == "30000/1001")
        #expect(try rate(FrameRate(12)) == "12")
        #expect(try rate(FrameRate(120)) == "120/2")
        #expect(try rate(FrameRate(60000, 1001)) == "60000/1001")
        #expect(try rate(FrameRate(1000)) == "1000/17")
        #expect(try rate(FrameRate(2717, 100), isVariable: true) == "30000/1001")
        #expect(try rate(FrameRate(2_999_999, 100_000), isVariable: true) == "30")
        #expect(try rate(FrameRate(3002, 100), isVariable: true) == "30")
        #expect(try rate(FrameRate(26), isVariable: true) == "30000/1001")
        #expect(try rate(FrameRate(90), isVariable: true) == "30")
        #expect(try rate(nil) == "30")
        #expect(try rate(FrameRate(90000)) == "90000/1500")
    }

    @Test("All rungs have keyframes at the same frames, and segments have a whole number of GOPs") func keyFrames() throws {
        let plan = try PackagingPlan(Self.source(640, 360, rate: FrameRate(30000, 1001)))
        #expect(plan.keyFrames == 60)
        #expect(abs(plan.segmentDuration - 4.004) < 1e-9)
        let arguments = plan.arguments(source: "/in", folder: "/out")
        #expect(arguments.indices(of: "-g").ranges.count == plan.rungs.count)
        let slow = try PackagingPlan(Self.source(640, 360, rate: FrameRate(1)))
        #expect(slow.keyFrames == 2)
        #expect(slow.segmentDuration == 4)
    }

    @Test("The bit rate grows with pixels and frame rate, and the level matches") func rungs() {
        #expect(LadderRung(width: 1280, height: 720, frameRate: FrameRate(30)).peakBitrate == 2_800_000)
        #expect(LadderRung(width: 1280, height: 720, frameRate: FrameRate(60)).peakBitrate == 4_250_000)
        #expect(LadderRung(width: 640, height: 360, frameRate: FrameRate(30)).codecs == "avc1.64001e")
        #expect(LadderRung(width: 1280, height: 720, frameRate: FrameRate(30)).codecs == "avc1.64001f")
        #expect(LadderRung(width: 1280, height: 720, frameRate: FrameRate(60)).codecs == "avc1.640020")
        #expect(LadderRung(width: 1080, height: 1920, frameRate: FrameRate(30)).codecs == "avc1.640028")
        #expect(LadderRung(width: 1920, height: 1080, frameRate: FrameRate(60)).codecs == "avc1.64002a")
        let rates = [240, 360, 540, 720, 1080].map { LadderRung(width: $0 * 16 / 9, height: $0, frameRate: FrameRate(30)).peakBitrate }
        #expect(rates == rates.sorted())
        #expect(zip(rates, rates.dropFirst()).allSatisfy { Double($1) / Double($0) < 2.1 })
    }

    @Test("Each audio track is kept once, with one default") func audioTracks() throws {
        var source = Self.source(640, 360, audioTracks: 3)
        source.audioTracks[0].language = "ger"
        source.audioTracks[0].isDefault = true
        source.audioTracks[0].isDescription = true
        source.audioTracks[1].language = "eng"
        source.audioTracks[1].channels = 6
        source.audioTracks[2].channels = 1
        let plan = try PackagingPlan(source)
        #expect(plan.audioTracks.map(\.language) == ["de", "en", nil])
        #expect(plan.audioTracks.map(\.channels) == [2, 2, 1])
        #expect(plan.audioTracks.map(\.bitrate) == [128_000, 128_000, 80_000])
        #expect(plan.audioTracks.map(\.isDefault) == [true, false, false])
        #expect(Set(plan.audioTracks.map(\.label)).count == 3)
        source.audioTracks[1].isDefault = true
        #expect(try PackagingPlan(source).audioTracks.map(\.isDefault) == [false, true, false])
        source.audioTracks = (0..<20).map { SourceProbe.AudioTrack(index: $0, codec: "aac", channels: 2) }
        #expect(try PackagingPlan(source).audioTracks.count == 8)
    }

    @Test("A plan may lack video or audio, but not both") func missing() throws {
        let silent = try PackagingPlan(Self.source(640, 360, audioTracks: 0))
        #expect(silent.audioTracks.isEmpty)
        #expect(!silent.arguments(source: "/in", folder: "/out").contains("aac"))
        var source = Self.source(640, 360)
        source.picture = nil
        let heard = try PackagingPlan(source)
        #expect(heard.rungs.isEmpty)
        #expect(heard.sprites == nil)
        #expect(heard.segmentDuration == 4)
        #expect(!heard.arguments(source: "/in", folder: "/out").contains("-filter_complex"))
        source.audioTracks = []
        #expect { _ = try PackagingPlan(source) } throws: { ($0 as? PackagerError)?.isOfSource == true }
    }

    @Test("Sources that are too long or too large are refused") func bounds() {
        for source in [
            Self.source(30000, 30000), Self.source(.max, .max),
            SourceProbe(duration: 1e9, audioTracks: [.init(index: 0, codec: "aac", channels: 2)]),
        ] {
            #expect { _ = try PackagingPlan(source) } throws: { ($0 as? PackagerError)?.isSizeLimit == true }
        }
    }

    @Test("ffmpeg does everything in one run") func golden() throws {
        var source = Self.source(640, 360)
        source.texts = [SourceProbe.Text(index: 2, codec: "mov_text", language: "fra"), SourceProbe.Text(index: 3, codec: "dvd_subtitle")]
        var settings = PackagerSettings()
        settings.shortSides = [240, 360]
        let arguments = try PackagingPlan(source, settings: settings).arguments(source: "/in/a:b.mp4", folder: "/out")
        let plain = "-map_metadata -1 -map_chapters -1 -fflags +bitexact -t 21600"
        func picture(_ rung: Int, _ level: String, _ peak: Int, _ name: String) -> String {
            "-map [v\(rung)] -c:v libx264 -preset veryfast -profile:v high -level:v \(level) -crf 22 -maxrate \(peak) -bufsize \(peak * 2)"
                + " -g 60 -keyint_min 60 -sc_threshold 0 -bf 2 -x264-params open-gop=0 -video_track_timescale 30000 \(plain)"
                + " -movflags +cmaf+frag_keyframe -f mp4 file:/out/\(name).mp4"
        }
        let graph =
            "[0:0]fps=30:start_time=0,split=3[s0][s1][s];[s0]scale=426:240:flags=bicubic,setsar=1,format=yuv420p[v0];"
            + "[s1]scale=640:360:flags=bicubic,setsar=1,format=yuv420p[v1];"
            + "[s]select=gte(t\\,selected_n*1-0.001),scale=160:90,setsar=1,format=yuvj420p,tile=5x5[thumbs]"
        let expected = [
            "-hide_banner -nostdin -nostats -loglevel error -y -progress pipe:1 -protocol_whitelist file",
            "-format_whitelist \(FFmpegInput.containers.joined(separator: ",")) -max_streams 64 -max_pixels 37748736 -i file:/in/a:b.mp4",
            "-filter_complex \(graph)", picture(0, "3.0", 550_000, "240p"), picture(1, "3.0", 1_000_000, "360p"),
            "-map 0:1 -af aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=stereo -c:a aac -b:a 128000",
            "-bsf:a noise=drop=eq(n\\,0) -frag_duration 500000 \(plain) -movflags +cmaf+frag_keyframe -f mp4 file:/out/sound-1.mp4",
            "-map 0:2 -c:s webvtt \(plain) -f webvtt file:/out/text-1.vtt",
            "-map [thumbs] -c:v mjpeg -q:v 5 \(plain) -f image2 file:/out/sprites-%03d.jpg",
        ].joined(separator: " ")
        #expect(arguments.joined(separator: " ") == expected)
    }

    @Test("Only formats that refer to no other files are opened, by the file protocol") func isolation() {
        let options = FFmpegInput.options(PackagerSettings())
        #expect(options[1] == "file")
        for name in ["hls", "concat", "dash", "image2", "sdp", "lavfi", "imf", "rtsp", "webm_dash_manifest", "tee", "mpegtsraw"] {
            #expect(!FFmpegInput.containers.contains(name))
        }
        #expect(FFmpegInput.address("-evil") == "file:-evil")
    }

    @Test("HDR is tone mapped to SDR, and interlaced video is deinterlaced") func preparation() throws {
        let hdr = try PackagingPlan(Self.source(1920, 1080) { $0.isHDR = true }).arguments(source: "/in", folder: "/out")
        #expect(hdr.contains { $0.contains("tonemap=tonemap=hable") })
        let interlaced = try PackagingPlan(Self.source(1920, 1080) { $0.isInterlaced = true }).arguments(source: "/in", folder: "/out")
        #expect(interlaced.contains { $0.contains("[0:0]bwdif=mode=send_frame,fps=30") })
    }
}
