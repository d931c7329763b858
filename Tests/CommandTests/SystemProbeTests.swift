// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxMedia

@testable import WindowboxCodec
@testable import windowbox

@Suite struct SystemProbeTests {
    @Test func `The machine's decoders are those of its FFmpeg, and each GPU interface can be used or says why not`() throws {
        let support = DecodingSupport.examine()
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(SystemReport(support: support).json.bytes)) as? [String: Any])
        #expect(object["kind"] as? String == "system")
        let codecs = try #require(object["codecs"] as? [[String: Any]])
        let h264 = try #require(codecs.first { $0["name"] as? String == "h264" })
        #expect(h264["decoder"] as? String == "h264")
        #expect(h264["kind"] as? String == "video")
        #expect((h264["interfaces"] as? [String])?.contains("vaapi") == true)
        let interfaces = try #require(object["interfaces"] as? [[String: Any]])
        #expect(interfaces.compactMap { $0["name"] as? String } == ["vaapi", "cuda", "vdpau"])
        for interface in support.interfaces { #expect(interface.problem != "", "\(interface.name)") }
        #expect((object["gpuFrames"] as? String)?.hasPrefix("copied to main memory: ") == true)
    }

    @Test func `The text marks a GPU only for codecs that a usable interface decodes`() {
        let support = DecodingSupport(
            version: "5.1",
            codecs: [
                .init(name: "h264", kind: .video, decoder: "h264", interfaces: ["vaapi", "cuda"]),
                .init(name: "av1", kind: .video, decoder: "libdav1d", interfaces: []),
                .init(name: "dts", kind: .audio, decoder: nil, interfaces: []),
            ],
            interfaces: [.init(name: "vaapi", problem: nil), .init(name: "cuda", problem: "there is no NVIDIA GPU")])
        let lines = SystemReport(support: support).summary.split(separator: "\n").map(String.init)
        #expect(lines[0] == "FFmpeg 5.1")
        #expect(lines[1].contains("h264"))
        #expect(lines[1].hasSuffix("GPU by vaapi"))
        #expect(lines[2].contains("libdav1d"))
        #expect(!lines[2].contains("GPU"))
        #expect(lines[3].contains("no decoder"))
        #expect(lines.dropLast().last?.contains("cuda") == true)
        #expect(lines.dropLast().last?.contains("no: there is no NVIDIA GPU") == true)
        #expect(lines.last?.hasPrefix("GPU frames are copied to main memory: ") == true)
    }

    @Test func `Either an address or the machine is examined, and not both`() {
        #expect(throws: Never.self) { try Probe.parse(["--system"]) }
        #expect(throws: Never.self) { try Probe.parse(["a.m3u8"]) }
        #expect(throws: (any Error).self) { try Probe.parse([]) }
        #expect(throws: (any Error).self) { try Probe.parse(["--system", "a.m3u8"]) }
        #expect(throws: (any Error).self) { try Probe.parse(["--system", "--strict"]) }
    }
}
