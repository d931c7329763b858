// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxStitcher

@Suite struct InteractiveAdTests {
    @Test("An ad whose interactive creative is not run reports error 409 when its video starts")
    func interactive() throws {
        let text = """
            <VAST version="4.2"><Ad id="a"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>http://i</Impression>
            <Error>http://e/a?c=[ERRORCODE]&amp;t=[TIMESTAMP]</Error><Creatives><Creative id="k"><Linear><Duration>00:00:05</Duration><MediaFiles>
            <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">http://s/a.mp4</MediaFile>
            FILE</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        func started(_ file: String) throws -> [String] {
            guard case .vast(let document) = try AdMarkup.read(Array(text.replacing("FILE", with: file).utf8)) else { return [] }
            return try #require(document.ads.first.flatMap { AdCandidate($0) }).trackers.filter { $0.event == "start" }.map(\.url)
        }
        let file = #"<InteractiveCreativeFile type="text/html" apiFramework="SIMID">http://s/a.html</InteractiveCreativeFile>"#
        #expect(try started(file) == ["http://e/a?c=409&t=[TIMESTAMP]"])
        #expect(try started("") == [])
    }
}
