// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxPages

/// The pure modules of the pages' scripts, run by Node.
@Suite("Decisions of the pages' scripts") struct PageScriptTests {
    /// Runs a module beside the pages' own.
    /// - Returns: what it printed, line by line.
    private static func run(_ script: String) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-node-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for asset in PageAsset.all where asset.name.hasSuffix(".js") {
            try Data(asset.text.utf8).write(to: folder.appending(path: asset.name))
        }
        try Data(#"{"type": "module"}"#.utf8).write(to: folder.appending(path: "package.json"))
        let file = folder.appending(path: "test.js")
        try Data(script.utf8).write(to: file)
        let (status, lines) = try await RunningProgram.run("/usr/bin/env", ["node", file.path])
        guard status == 0 else { throw RunningProgram.Fault("node (package nodejs): \(status) \(lines.joined(separator: "\n"))") }
        return lines
    }

    private static let ladder = """
        const rungs = [[300, 180], [800, 360], [2500, 720], [5000, 1080]].map(([k, size]) => ({ rate: k * 1000, size }));
        const of = (size) => rungs.find((rung) => rung.size === size) ?? null;
        const told = (current, kbit, buffered, mostSize) => console.log(chooseRung(rungs, { current: of(current), estimate: kbit === null ? null : kbit * 1000, buffered, mostSize }).size);
        """

    @Test("Quality starts low, drops at once when the buffer is short, and rises with headroom") func quality() async throws {
        let said = try await Self.run(
            """
            import { chooseRung } from "./quality.js";
            \(Self.ladder)
            told(0, null, 0);          // Nothing is known.
            told(0, 4000, 0);          // Known of an earlier page.
            told(720, 400, 3);         // Too much for the network, and it shows soon.
            told(720, 2000, 25);       // Too much, but there is time.
            told(180, 1000, 20);       // 360p would need 80 % of it: it stays.
            told(180, 1200, 20);       // 360p needs 67 %: it rises.
            told(180, 9000, 2);        // First something to play.
            told(360, 900, 3);         // Still carried.
            told(180, 9000, 20, 400);  // More pixels than are shown are of no use.
            told(1080, 9000, 20, 800); // The window got smaller.
            told(0, null, 0, 90);      // Smaller than the smallest.
            """)
        #expect(said == ["180", "720", "180", "720", "180", "360", "180", "360", "360", "720", "180"])
    }

    @Test("Throughput counts concurrent requests together, falls quickly and rises slowly") func throughput() async throws {
        let said = try await Self.run(
            """
            import { Throughput } from "./quality.js";
            const measured = new Throughput(700_000);
            const kbit = () => console.log(measured.estimate === null ? "none" : Math.round(measured.estimate / 1000));
            let now = 0;
            const fetch = (bytes, ms) => { measured.began(now); measured.received(bytes); now += ms; measured.ended(now); };
            kbit();                    // Remembered.
            fetch(2000, 300); kbit();  // Too small to tell.
            fetch(998_000, 700); kbit();
            // Two at a time share a second.
            measured.began(now); measured.began(now); measured.received(500_000); measured.received(500_000); now += 1000;
            measured.ended(now); measured.ended(now); kbit();
            // A pause between requests is no slowness.
            now += 60_000; fetch(1_000_000, 1000); kbit();
            for (let i = 0; i < 2; i += 1) fetch(100_000, 2000);
            console.log(measured.estimate < 3_000_000);
            fetch(2_000_000, 1000);
            console.log(measured.estimate < 6_000_000);
            console.log(new Throughput().estimate);
            """)
        #expect(said == ["700", "700", "8000", "8000", "8000", "true", "true", "null"])
    }

    @Test("A segment is abandoned only when a lower quality arrives sooner and the buffer would run dry") func abandoning() async throws {
        let said = try await Self.run(
            """
            import { isTooSlow } from "./quality.js";
            const told = (change) => console.log(isTooSlow({ received: 100_000, size: 1_000_000, elapsed: 2000, buffered: 3, rate: 2_000_000, lowerRate: 400_000, ...change }));
            told({}); told({ buffered: 30 }); told({ elapsed: 900 }); told({ lowerRate: null }); told({ received: 900_000 }); told({ size: 0 });
            told({ lowerRate: 1_900_000 });
            """)
        #expect(said == ["true", "false", "false", "false", "false", "false", "false"])
    }

    @Test("Retries back off up to a limit, with jitter") func delays() async throws {
        let said = try await Self.run(
            """
            import { retryDelay, isRefusal } from "./recovery.js";
            console.log([0, 1, 2, 3, 4, 50].map((n) => retryDelay(n, { random: 0.5 })).join());
            console.log(retryDelay(4, { random: 0 }), retryDelay(4, { random: 1 }), retryDelay(9, { most: 30000, random: 0.5 }));
            console.log([undefined, 200, 404, 408, 410, 429, 500, 503].filter(isRefusal).join());
            """)
        #expect(said == ["500,1000,2000,4000,5000,5000", "3750 6250 30000", "404,410"])
    }

    @Test("A stall is time without progress while the video should play") func stalls() async throws {
        let said = try await Self.run(
            """
            import { StallWatch } from "./recovery.js";
            const watch = new StallWatch();
            // One entry per second: position, loaded, wanted.
            const told = (...seconds) => console.log(seconds.map(([place, loaded, isWanted = true, at = null]) => watch.look(now = at ?? now + 1000, isWanted, place, loaded)).join());
            let now = 0;
            told([1, 0], [2, 0], [2, 0], [2, 0], [2, 0]);
            told([3, 0], [3, 0], [3, 1], [3, 1], [4, 1]);
            told([4, 1], [4, 1, false], [4, 1, false], [4, 1], [4, 1]);
            // The machine slept for an hour.
            told([6, 1], [6, 1, true, 3_600_000], [6, 1]);
            """)
        #expect(said == ["0,0,1000,2000,3000", "0,1000,0,1000,0", "1000,0,0,0,1000", "0,2000,3000"])
    }

    @Test("A stall is checked first and restarted later, sooner for live and for our own loader") func stallSteps() async throws {
        let said = try await Self.run(
            """
            import { stallStep } from "./recovery.js";
            const told = (stood, isOwn, isLive, restarts = 0) => stallStep(stood, { isOwn, isLive, restarts });
            console.log([told(2000, false, false), told(3000, false, false), told(15_000, false, false), told(20_000, false, false)].join());
            console.log([told(5000, true, false), told(6000, true, false), told(6000, false, true)].join());
            console.log([told(6000, true, false, 1), told(12_000, true, false, 1), told(47_000, true, false, 9), told(48_000, true, false, 9)].join());
            """)
        #expect(said == [",ask,ask,anew", "ask,anew,anew", "ask,anew,ask,anew"])
    }
}
