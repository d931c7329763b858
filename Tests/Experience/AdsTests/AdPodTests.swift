// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite struct AdPodTests {
    @Test("A pod that is too long drops ads from its end, with error 206")
    func truncation() throws {
        let pod = AdPod(try MadeAd.resolved(("1", 20), ("2", 15), ("3", 10)), limit: 40)
        #expect(pod.ads.map(\.ad.id) == ["1", "2"])
        #expect(pod.duration == 35)
        #expect(pod.dropped.map(\.ad.ad.id) == ["3"])
        #expect(pod.dropped.map(\.code) == [.breakShortened])
        #expect(AdPod(try MadeAd.resolved(("1", 20), ("2", 15)), count: 1).ads.count == 1)
    }

    @Test("The position in the pod advances with each ad")
    func place() throws {
        var pod = AdPod(try MadeAd.resolved(("1", 20), ("2", 15)))
        #expect(pod.info?.position == 1)
        #expect(pod.info?.total == 2)
        #expect(pod.info?.duration == 35)
        #expect(pod.info?.elapsed == 0)
        pod.advance()
        #expect(pod.info?.position == 2)
        #expect(pod.info?.elapsed == 20)
        #expect(pod.current?.ad.id == "2")
        pod.advance()
        pod.advance()
        #expect(pod.info == nil)
    }

    @Test("A failed ad is replaced once by a stand-alone ad that is no longer, else the next one plays")
    func substitution() throws {
        let spare = [try MadeAd.inline(MadeAd.linear(40), id: "long"), try MadeAd.inline(MadeAd.linear(10), id: "short")]
        var pod = AdPod(try MadeAd.resolved(("1", 20), ("2", 15)), reserve: spare)
        #expect(pod.fail(.fileNotFound) == ["http://e/1"])
        #expect(pod.current?.ad.id == "short")
        #expect(pod.fail(.fileNotFound) == ["http://e/short"])
        #expect(pod.current?.ad.id == "2")
        #expect(pod.fail(.mediaTimeout) == ["http://e/2"])
        #expect(pod.current == nil)
        #expect(pod.fail(.linear).isEmpty)
        #expect(pod.dropped.map(\.code) == [.fileNotFound, .fileNotFound, .mediaTimeout])
    }
}
