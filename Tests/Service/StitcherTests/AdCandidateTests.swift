// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxStitcher

@Suite("Ad candidates") struct AdCandidateTests {
    @Test("A creative's key is its universal ID, else the creative's ID, else its file")
    func keys() throws {
        func ad(_ creative: String) throws -> VASTAd {
            let text = "<VAST version='4.2'><Ad id='1'><InLine><Creatives>\(creative)</Creatives></InLine></Ad></VAST>"
            return try #require(try VASTDocument.read(Array(text.utf8)).ads.first)
        }
        let linear =
            "<Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile bitrate='5'>http://m/5</MediaFile><MediaFile bitrate='9'>http://m/9</MediaFile></MediaFiles></Linear>"
        #expect(
            AdCandidate(try ad("<Creative id='c'><UniversalAdId idRegistry='r'>u</UniversalAdId>\(linear)</Creative>"))?.creativeKey
                == "r:u")
        #expect(
            AdCandidate(try ad("<Creative id='c'><UniversalAdId idRegistry='unknown'>unknown</UniversalAdId>\(linear)</Creative>"))?
                .creativeKey == "c")
        let plain = AdCandidate(try ad("<Creative>\(linear)</Creative>"))
        #expect(plain?.creativeKey == "http://m/9")
        #expect(plain?.source == "http://m/9")
        #expect(plain?.duration == 10)
        #expect(AdCandidate(try ad("<Creative><NonLinearAds/></Creative>")) == nil)
    }
}
