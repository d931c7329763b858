// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("What a machine can decode") struct DecodingSupportTests {
    @Test("VA-API without a render node, without access, and without a driver have causes of their own") func vaapi() {
        func problem(_ nodes: [RenderNode]) -> String { DecodingSupport.problem(of: "vaapi", status: -5, nodes: nodes) }
        #expect(problem([]).contains("no render node"))
        #expect(problem([RenderNode(path: "/dev/dri/renderD128", isUsable: false)]).contains("can't be opened by this user"))
        let driver = problem([
            RenderNode(path: "/dev/dri/renderD128", isUsable: false), RenderNode(path: "/dev/dri/renderD129", isUsable: true),
        ])
        #expect(driver.contains("/dev/dri/renderD129"))
        #expect(driver.contains("mesa-va-drivers"))
    }

    @Test("Other interfaces name what is missing") func others() {
        #expect(DecodingSupport.problem(of: "cuda", status: -1, nodes: []).contains("NVIDIA"))
        #expect(DecodingSupport.problem(of: "vdpau", status: -1, nodes: []).contains("VDPAU"))
    }

    @Test func `Frames of a GPU are copied, and the reason depends on the installed GTK`() {
        let reasons = [nil, false, true].map { DecodingSupport.framePath(takesBuffers: $0) }
        #expect(Set(reasons).count == 3)
        #expect(reasons.allSatisfy { $0.hasPrefix("copied to main memory: ") })
        #expect(reasons[0].contains("isn't installed"))
        #expect(reasons[1].contains("4.14 and newer can"))
    }
}
