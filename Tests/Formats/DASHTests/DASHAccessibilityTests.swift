// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Closed captions, roles and names of DASH adaptation sets")
struct DASHAccessibilityTests {
    private func multivariant(_ sets: String...) throws -> MultivariantPlaylist {
        try ManifestText.presentation(ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(sets.joined())</Period>"))
            .multivariant
    }

    private func set(_ attributes: String, _ id: String, _ content: String = "") -> String {
        "<AdaptationSet \(attributes)>\(content)<SegmentTemplate media=\"$RepresentationID$-$Number$\" duration=\"4\"/>"
            + "<Representation id=\"\(id)\" bandwidth=\"9\"/></AdaptationSet>"
    }

    private func video(_ content: String = "", id: String = "v") -> String {
        set("mimeType=\"video/mp4\" codecs=\"avc1.64001f\"", id, content)
    }

    private func audio(_ content: String, id: String = "a", language: String = "en") -> String {
        set("mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\" lang=\"\(language)\"", id, content)
    }

    private func descriptor(_ name: String, _ scheme: String, _ value: String) -> String {
        "<\(name) schemeIdUri=\"\(scheme)\" value=\"\(value)\"/>"
    }

    private func role(_ value: String) -> String { descriptor("Role", "urn:mpeg:dash:role:2011", value) }
    private func purpose(_ value: String) -> String { descriptor("Accessibility", "urn:tva:metadata:cs:AudioPurposeCS:2007", value) }

    // MARK: Closed captions

    @Test(
        "All forms of caption descriptors name the same channels, languages or both",
        arguments: [
            ("608:2015", "CC1=eng;CC3=swe", ["CC1 eng", "CC3 swe"]), ("608:2015", "eng;spa", ["CC1 eng", "CC3 spa"]),
            ("608:2015", "eng", ["CC1 eng"]), ("608:2015", "CC2", ["CC2 -"]), ("608:2015", "1=eng; 3=swe ;", ["CC1 eng", "CC3 swe"]),
            ("608:2015", "eng;spa;fra", ["CC1 eng", "CC2 spa", "CC3 fra"]), ("608:2015", "CC2=;CC3=und", ["CC2 -", "CC3 -"]),
            ("608:2015", "CC5=eng;CC1=deu;CC1=fra", ["CC1 deu"]), ("608:2015", "", ["CC1 -"]),
            ("708:2015", "1=lang:eng;2=lang:deu,war:1,er:1", ["SERVICE1 eng", "SERVICE2 deu easy"]),
            (
                "708:2015", "1=lang:eng,war;3=lang:swe,er;5=er:1,lang:fin;6=lang:deu,er:0",
                [
                    "SERVICE1 eng", "SERVICE3 swe easy", "SERVICE5 fin", "SERVICE6 deu",
                ]
            ),
            ("708:2015", "eng;swe", ["SERVICE1 eng", "SERVICE2 swe"]), ("708:2015", "svc2=eng", ["SERVICE2 eng"]),
            ("708:2015", "3=deu", ["SERVICE3 deu"]), ("708:2015", "64=lang:eng;0=lang:eng;63=lang:fin", ["SERVICE63 fin"]),
            ("708:2015", "", ["SERVICE1 -"]),
        ])
    func captions(scheme: String, value: String, expected: [String]) throws {
        let playlist = try multivariant(video(descriptor("Accessibility", "urn:scte:dash:cc:cea-" + scheme, value)))
        let captions = playlist.renditions.filter { $0.kind == .closedCaptions }
        #expect(
            captions.map { "\($0.instreamID ?? "") \($0.language ?? "-")" + ($0.characteristics == ["public.easy-to-read"] ? " easy" : "") }
                == expected)
        #expect(playlist.variants.allSatisfy { $0.closedCaptions == .group("captions") })
    }

    @Test("A descriptor without the attribute announces the first channel")
    func noValue() throws {
        let playlist = try multivariant(video("<Accessibility schemeIdUri=\"urn:scte:dash:cc:cea-608:2015\"/>"))
        #expect(playlist.renditions.map(\.instreamID) == ["CC1"])
    }

    @Test("Captions of both standards in one language have different names")
    func both() throws {
        let playlist = try multivariant(
            video(
                descriptor("Accessibility", "urn:scte:dash:cc:cea-608:2015", "CC1=eng")
                    + descriptor("Accessibility", "urn:scte:dash:cc:cea-708:2015", "1=lang:eng")))
        #expect(playlist.renditions.map(\.name) == ["eng", "eng (SERVICE1)"])
        let read = Playlist.parse(playlist.write(), baseURL: ManifestText.url)
        #expect(read.playlist?.multivariant?.renditions.map(\.instreamID) == ["CC1", "SERVICE1"])
    }

    @Test("A list with thousands of captions is cut")
    func manyCaptions() throws {
        let value = (0..<5000).map { "x-\($0)" }.joined(separator: ";")
        let playlist = try multivariant(video(descriptor("Accessibility", "urn:scte:dash:cc:cea-708:2015", value)))
        #expect(playlist.renditions.count == 63)
    }

    // MARK: Roles

    @Test(
        "Purposes of audio become media characteristics, whichever scheme states them",
        arguments: [
            ("1", ["public.accessibility.describes-video"]), ("2", ["public.accessibility.enhances-speech-intelligibility"]),
            ("4", ["public.auxiliary-content"]), ("6", []), ("99", []),
        ])
    func purposes(value: String, expected: [String]) throws {
        let playlist = try multivariant(video(), audio(role("main"), id: "plain"), audio(purpose(value) + role("alternate"), id: "special"))
        let audio = playlist.renditions.filter { $0.kind == .audio }
        #expect(audio.map(\.characteristics) == [[], expected])
        #expect(audio.map(\.isDefault) == [true, false])
        #expect(Set(audio.map(\.name)).count == 2)
    }

    @Test("An audio description is another option than the main audio, not another bitrate of it")
    func description() throws {
        let description = descriptor("Accessibility", "urn:mpeg:dash:role:2011", "description")
        let playlist = try multivariant(video(), audio(description + role("main"), id: "d"), audio(role("main"), id: "m"))
        #expect(Set(playlist.variants.compactMap(\.audioGroup)).count == 1)
        let audio = playlist.renditions.filter { $0.kind == .audio }
        #expect(audio.map(\.characteristics) == [["public.accessibility.describes-video"], []])
        #expect(audio.map(\.isDefault) == [false, true])
        #expect(audio.map(\.name) == ["en (description)", "en"])
    }

    @Test("Text for the hard of hearing and for easy reading has its characteristics, and forced text is forced")
    func text() throws {
        func text(_ content: String, _ id: String) -> String {
            set("mimeType=\"application/mp4\" codecs=\"wvtt\" lang=\"en\"", id, content)
        }
        let playlist = try multivariant(
            video(), text(purpose("2"), "hard"), text(role("caption"), "caption"), text(role("easyreader"), "easy"),
            text(role("forced-subtitle"), "forced"), text(role("subtitle"), "plain"))
        let sound = ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
        let texts = playlist.renditions.filter { $0.kind == .subtitles }
        #expect(texts.map(\.characteristics) == [sound, sound, ["public.easy-to-read"], [], []])
        #expect(texts.map(\.isForced) == [false, false, false, true, false])
        #expect(Set(texts.map(\.name)).count == 5)
    }

    @Test("Video with sign language is no quality level of the main video")
    func sign() throws {
        let sign = descriptor("Accessibility", "urn:mpeg:dash:role:2011", "sign")
        let playlist = try multivariant(video(role("main"), id: "m"), video(sign, id: "s"), video(sign + role("main"), id: "t"))
        #expect(playlist.variants.count == 1)
    }

    // MARK: Names

    @Test(
        "Sets have the names of their labels",
        arguments: [
            ("<Label>English</Label>", "English"), ("<Label lang=\"en\"> </Label><GroupLabel>Original</GroupLabel>", "Original"),
            ("<GroupLabel>Original</GroupLabel><Label>English</Label>", "English"), ("", "en"),
        ])
    func labels(content: String, name: String) throws {
        let playlist = try multivariant(video(), audio(content))
        #expect(playlist.renditions.filter { $0.kind == .audio }.map(\.name) == [name])
    }

    @Test("An element names a set rather than the attribute that preceded it in the standard")
    func labelAttribute() throws {
        func name(_ content: String) throws -> [String] {
            let audio = set("mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\" label=\"old\"", "a", content)
            return try multivariant(video(), audio).renditions.map(\.name)
        }
        #expect(try name("<Label>new</Label>") == ["new"])
        #expect(try name("") == ["old"])
    }

    @Test("The case of the scheme's name doesn't matter")
    func schemeCase() throws {
        let playlist = try multivariant(video(), audio(descriptor("Role", "urn:mpeg:DASH:role:2011", " description ")))
        #expect(playlist.renditions.map(\.characteristics) == [["public.accessibility.describes-video"]])
    }

    // MARK: What can be decoded

    @Test("Representations that complement others are left out, and so are sets without any other")
    func dependencies() throws {
        let layers =
            "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$RepresentationID$-$Number$\" duration=\"4\"/>"
            + "<Representation id=\"base\" bandwidth=\"9\"/><Representation id=\"layer\" dependencyId=\"base\" bandwidth=\"20\"/></AdaptationSet>"
        let view =
            "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><Representation id=\"view\" dependencyId=\"base\" bandwidth=\"20\"/>"
            + "</AdaptationSet>"
        let manifest = try DASHManifest.read(
            ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(layers)\(view)</Period>"), url: ManifestText.url)
        #expect(manifest.periods.first?.sets.map { $0.representations.map(\.id) } == [["base"]])
    }

    @Test("Supplemental codecs are stated by the variants")
    func supplementalCodecs() throws {
        let set = set(
            "mimeType=\"video/mp4\" codecs=\"hvc1.2.4.L153.90\" xmlns:scte214=\"scte214\" scte214:supplementalCodecs=\"dvh1.08.07/db4h\"",
            "v")
        #expect(try multivariant(set).variants.map(\.supplementalCodecs) == [["dvh1.08.07/db4h"]])
    }

    @Test(
        "Essential properties that are understood are no obstacle",
        arguments: [
            ("urn:mpeg:mpegB:cicp:ColourPrimaries", true), ("urn:mpeg:mpegB:cicp:MatrixCoefficients", true),
            ("urn:mpeg:dash:pattern:2024", true), ("urn:mpeg:dash:ssr:2023", true), ("urn:mpeg:dash:srd:2014", false),
        ])
    func essential(scheme: String, isKnown: Bool) throws {
        let set = video(descriptor("EssentialProperty", scheme, "1"), id: "e")
        let manifest = try DASHManifest.read(
            ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(set)\(video())</Period>"), url: ManifestText.url)
        #expect(manifest.periods.first?.sets.count == (isKnown ? 2 : 1))
    }
}
