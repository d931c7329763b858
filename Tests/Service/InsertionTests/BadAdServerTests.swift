// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAdPlayback
import WindowboxAds
import WindowboxServiceKit
import WindowboxStreaming

/// The ways in which an ad server fails, each behind a wrapper with an error beacon.
@Suite("Failing ad servers", .timeLimit(.minutes(2))) struct BadAdServerTests {
    enum Fault: String, CaseIterable, Sendable {
        case hangs, endless, file, loop, bomb, page, silent, old

        /// Its response; nil if that is not a document.
        func text(at address: String) -> String? {
            switch self {
            case .hangs, .file, .silent: nil
            case .endless: "<VAST version=\"4.2\"><Ad id=\"" + String(repeating: "x", count: 200_000) + "\"/></VAST>"
            case .loop: Self.wrapper(to: "\(address)/bad/loop", beacons: "\(address)/beacon/inner/0")
            case .bomb:
                "<!DOCTYPE VAST [<!ENTITY a \"" + String(repeating: "z", count: 50) + "\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                    + "<VAST version=\"4.2\"><Ad><InLine><AdTitle>&b;&b;&b;</AdTitle></InLine></Ad></VAST>"
            case .page: "<!doctype html><html><body><p>Not found<br></body></html>"
            case .old: "<VAST version=\"1.0\"/>"
            }
        }

        /// The error code that the wrapper receives.
        var code: Int {
            switch self {
            case .hangs, .endless, .file, .silent: 301
            case .loop: 302
            case .page: 100
            case .old: 102
            // The ad has nothing to play.
            case .bomb: 201
            }
        }

        static func wrapper(to url: String, beacons: String) -> String {
            "<VAST version=\"4.2\"><Ad id=\"w\"><Wrapper><AdSystem>T</AdSystem><Impression></Impression>"
                + "<Error>\(beacons)/error-[ERRORCODE]</Error><VASTAdTagURI><![CDATA[\(url)]]></VASTAdTagURI></Wrapper></Ad></VAST>"
        }
    }

    private static let patient = 100.0

    private func inserter(_ fault: Fault) -> AdInserter {
        var settings = AdResolution.Settings()
        settings.maximumBytes = 100_000
        settings.firstTimeout = Self.patient
        settings.wrapperTimeout = fault == .hangs ? 0.3 : Self.patient
        settings.totalTimeout = Self.patient
        return AdInserter(settings: settings)
    }

    @Test("A failure leaves its break empty, is reported as a problem, and the wrapper gets its code", arguments: Fault.allCases)
    func fails(_ fault: Fault) async throws {
        let origin = try await AdOrigin()
        if let text = fault.text(at: origin.address) { origin.set(text, at: "/bad/\(fault)") }
        if fault == .hangs { origin.hold(["/bad/hangs"]) }
        if fault == .file { origin.redirect("/bad/file", to: "file:///etc/passwd") }
        origin.set(Fault.wrapper(to: "\(origin.address)/bad/\(fault)", beacons: "\(origin.address)/beacon/outer/0"), at: "/tag")
        let plan = await inserter(fault).plan([
            .init(.beginning, tag: "\(origin.address)/tag"), .init(.end, tag: "\(origin.address)/vast"),
        ])
        #expect(plan.interstitials.map(\.place) == [.end])
        #expect(!plan.problems.isEmpty)
        try await origin.wasAsked("/beacon/outer/0/error-")
        #expect(origin.beacons.filter { $0.hasPrefix("outer") } == ["outer/0/error-\(fault.code)"])
        await origin.stop()
    }

    @Test("VMAP 2.3.5 A break without ads is reported to the schedule with its reason")
    func schedule() async throws {
        let origin = try await AdOrigin()
        origin.set(
            """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="start" breakType="linear">\
            <vmap:AdSource><vmap:AdTagURI templateType="vast4">\(origin.address)/nothing</vmap:AdTagURI></vmap:AdSource>\
            <vmap:TrackingEvents><vmap:Tracking event="breakStart">\(origin.address)/beacon/s/0/x</vmap:Tracking>\
            <vmap:Tracking event="error">\(origin.address)/beacon/break/0/error-[ERRORCODE]</vmap:Tracking></vmap:TrackingEvents>\
            </vmap:AdBreak></vmap:VMAP>
            """, at: "/vmap")
        let plan = await inserter(.silent).plan(schedule: "\(origin.address)/vmap")
        #expect(plan.interstitials.isEmpty)
        #expect(plan.problems.count == 1)
        try await origin.wasAsked("/beacon/")
        #expect(origin.beacons == ["break/0/error-301"])
        await origin.stop()
    }

    @Test("4. A non-linear ad becomes an overlay if it can be drawn, and is reported with its reason otherwise")
    func overlays() async throws {
        let origin = try await AdOrigin()
        func ad(_ id: String, _ resource: String) -> String {
            "<Ad id=\"\(id)\" sequence=\"1\"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression></Impression>"
                + "<Error>\(origin.address)/beacon/\(id)/0/error-[ERRORCODE]</Error><Creatives><Creative><NonLinearAds>"
                + "<NonLinear width=\"300\" height=\"50\">\(resource)</NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad>"
        }
        let image = "<StaticResource creativeType=\"image/png\">https://a/o.png</StaticResource>"
        origin.set("<VAST version=\"4.2\">\(ad("image", image))</VAST>", at: "/image")
        origin.set("<VAST version=\"4.2\">\(ad("page", "<IFrameResource>https://a/o</IFrameResource>"))</VAST>", at: "/page")
        let plan = await inserter(.silent).plan([
            .init(.time(5), tag: "\(origin.address)/image"), .init(.beginning, tag: "\(origin.address)/page"),
            .init(.end, tag: "\(origin.address)/image"),
        ])
        #expect(plan.interstitials.isEmpty)
        #expect(plan.overlays.map(\.start) == [5])
        #expect(plan.problems.count == 2)
        try await origin.wasAsked("/beacon/", times: 2)
        #expect(Set(origin.beacons) == ["page/0/error-503", "image/0/error-201"])
        await origin.stop()
    }
}
