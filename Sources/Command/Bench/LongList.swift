// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

struct LongList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Measure the time to insert, move and remove an item of a long list, and count its loaded items.")

    @Option(help: "The number of items.")
    var items = 10_000

    @Option(help: "The number of changes of each kind; the median is reported.")
    var changes = 101

    @Flag(help: "Print JSON: insert, move and remove, in seconds; loaded.")
    var json = false

    @MainActor func run() async throws {
        guard items >= 10, changes >= 1, changes <= items / 4 else {
            throw ValidationError("--items must be at least 10, and --changes between 1 and a quarter of --items")
        }
        let transport = SilenceTransport()
        let list = (0..<items).map { PlayerItem.simple(url: "list:\($0)") }
        let player = Player(items: list, transport: transport)
        var (insert, move, remove): ([Double], [Double], [Double]) = ([], [], [])
        for change in 0..<changes {
            // In the middle, far from the loaded items.
            let index = items / 2 + change
            let new = PlayerItem.simple(url: "list:new-\(change)")
            insert.append(time { player.insert(new, after: list[index]) })
            move.append(time { player.move(list[index], after: nil) })
            remove.append(time { player.remove(list[items / 4 - change % (items / 4 - 1)]) })
        }
        guard player.items.count == items else { throw Failure.failed("the list lost items") }
        // Long enough for any loads to start.
        try await Task.sleep(for: .seconds(1))
        let loaded = transport.addresses.count
        let (inserted, moved, removed) = (median(insert), median(move), median(remove))
        if json {
            print("{\"insert\": \(inserted), \"move\": \(moved), \"remove\": \(removed), \"loaded\": \(loaded)}")
        } else {
            print(
                String(
                    format: "%d items: insert %.3f ms, move %.3f ms, remove %.3f ms; %d loaded", items, inserted * 1000, moved * 1000,
                    removed * 1000, loaded))
        }
    }

    private func time(_ change: () -> Bool) -> Double {
        let began = MonotonicClock.now
        _ = change()
        return MonotonicClock.now - began
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
