// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPackager

@Suite("Who connects as an encoder") struct EncoderAdmissionTests {
    @Test("has a time to send something, which begins when they come") func rule() {
        var rule = AdmissionRule(limit: 20)
        for (isConnected, now, isOver) in [
            (false, 0, false), (false, 100, false), (true, 101, false), (true, 120.9, false), (false, 121, false), (true, 122, false),
            (true, 141.9, false), (true, 142, true),
        ] as [(Bool, Double, Bool)] {
            #expect(rule.isOver(isConnected: isConnected, at: now) == isOver, "\(now)")
        }
    }

    @Test("is found among the sockets of the machine") func table() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:4B96 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0
               1: 0100007F:4B97 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0
               2: 0100007F:D2F0 0100007F:4B98 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0
               3: 0100007F:4B99 0100007F:D2F1 08 00000000:00000000 00:00000000 00000000  1000        0 4 1 0
               4: nonsense
            """
        // Listening, connected, another's end, closed by the other side, nothing.
        let connected = [19_350, 19_351, 19_352, 19_353, 19_354].filter { EncoderAdmission.isConnected(to: $0, in: table) }
        #expect(connected == [19_351])
        #expect(!EncoderAdmission.isConnected(to: 1, in: ""))
    }
}
