// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxPackager

@Suite("Source probe") struct ProbeTests {
    private func read(_ json: String) throws -> SourceProbe { try SourceProbe(ffprobe: Data(json.utf8)) }

    @Test("A probe reports video, audio and text tracks, and the rotation") func whole() throws {
        let probe = try read(
            """
            {"streams": [
              {"index": 0, "codec_type": "video", "codec_name": "png", "width": 5, "height": 5, "disposition": {"attached_pic": 1}},
              {"index": 1, "codec_type": "video", "codec_name": "hevc", "width": 1920, "height": 1080, "sample_aspect_ratio": "4:3",
               "r_frame_rate": "30/1", "avg_frame_rate": "2997/100", "color_transfer": "smpte2084", "field_order": "tt",
               "side_data_list": [{"side_data_type": "x"}, {"rotation": -90}]},
              {"index": 2, "codec_type": "audio", "codec_name": "aac", "channels": 6, "tags": {"language": "deu", "title": "Ton"},
               "disposition": {"default": 1, "visual_impaired": 1}},
              {"index": 3, "codec_type": "audio", "codec_name": "aac"},
              {"index": 4, "codec_type": "subtitle", "codec_name": "mov_text", "tags": {"language": "und"}, "disposition": {"forced": 1}},
              {"index": 5, "codec_type": "data"}],
             "format": {"duration": "12.500000"}}
            """)
        let picture = try #require(probe.picture)
        #expect(picture.index == 1)
        #expect(picture.rotation == 90)
        #expect(picture.isHDR)
        #expect(picture.isInterlaced)
        #expect(!picture.isVariable)
        #expect(picture.displaySize == (1080, 2560))
        #expect(
            probe.audioTracks.count == 1 && probe.audioTracks[0].language == "deu" && probe.audioTracks[0].isDescription
                && probe.audioTracks[0].isDefault)
        #expect(
            probe.texts == [
                {
                    var text = SourceProbe.Text(index: 4, codec: "mov_text"); text.isForced = true; return text
                }()
            ])
        #expect(probe.duration == 12.5)
    }

    @Test("Unusual reports are accepted as they are") func strange() throws {
        #expect(try read("{}") == SourceProbe())
        let odd = try read(
            """
            {"streams": [{"index": 0, "codec_type": "video", "width": 8, "height": 8, "r_frame_rate": "0/0", "avg_frame_rate": "x",
              "sample_aspect_ratio": "0:1", "side_data_list": [{"rotation": 1e300}], "duration": "nan"},
              {"index": 1, "codec_type": "audio", "channels": 1, "tags": {"language": "a\\nb"}}], "format": {"duration": "N/A"}}
            """)
        #expect(odd.picture?.frameRate == nil)
        #expect(odd.picture?.rotation == 0)
        #expect(odd.picture?.pixelAspect == 1)
        #expect(odd.duration == nil)
        #expect(odd.audioTracks.first?.language == nil)
        #expect(throws: PackagerError.self) { _ = try read("[1") }
        let turned = try read(#"{"streams": [{"index": 0, "codec_type": "video", "width": 8, "height": 8, "tags": {"rotate": "270"}}]}"#)
        #expect(turned.picture?.rotation == 270)
    }
}
