// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxAdMarkup

struct ShowSplice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scte35",
        abstract: "Tell what a splice information section of SCTE 35 says.",
        discussion: """
            Times are in ticks of 90 kHz, and beside them in seconds with the section's adjustment added. Names are those of SCTE 35's \
            own schema.

            Exit status: 0 it was read, 2 wrong usage, 3 it cannot be read.
            """)

    @Argument(help: "The section in base64, or in hexadecimal with or without 0x.")
    var value: String

    @Flag(help: "Write JSON.")
    var json = false

    func run() throws {
        do throws(SpliceError) {
            let reading = try SpliceInfo.read(value)
            FileHandle.standardOutput.write(Data(json ? reading.json.bytes : Array(reading.summary.utf8)))
        } catch {
            if json { FileHandle.standardOutput.write(Data(JSONTree.record(["errors": [error]]).bytes)) }
            throw Failure.media(error.description)
        }
    }
}

extension SpliceError: JSONConvertible {
    var json: JSONTree { .record(["code": code.name, "offset": offset, "message": message, "cure": cure]) }
}

extension SpliceInfo.Reading {
    /// The section as text: a line for the command and one per descriptor.
    var summary: String {
        var lines = [
            "\(info.command.name), tier 0x\(String(info.tier, radix: 16, uppercase: true))\(isIntact ? "" : ", the checksum is WRONG")"
        ]
        switch info.command {
        case .insert(let event):
            let what = event.isCancelled ? "cancelled" : event.isOutOfNetwork ? "out of the network" : "back to the network"
            let time = event.isImmediate ? "at once" : event.time.map { "at \(Printable.seconds(info.seconds($0)))" } ?? "at no time given"
            let duration = event.duration.map {
                " for \(Printable.seconds(SpliceInfo.seconds($0.ticks)))\($0.returnsAutomatically ? ", coming back by itself" : "")"
            }
            lines.append("event \(event.id): \(what) \(time)\(duration ?? "")")
        case .timeSignal(let time): lines.append(time.map { "at \(Printable.seconds(info.seconds($0)))" } ?? "at once")
        case .schedule(let events): lines.append("\(events.count) \(events.count == 1 ? "event" : "events")")
        default: break
        }
        for segmentation in info.segmentations {
            let duration = segmentation.duration.map { ", \(Printable.seconds(SpliceInfo.seconds($0)))" } ?? ""
            let name = segmentation.isCancelled ? "cancelled" : segmentation.type.name ?? "type \(segmentation.type.rawValue)"
            lines.append("segmentation \(segmentation.eventID): \(name)\(duration), \(Printable.line(segmentation.upid.text))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Printable {
    /// Formats seconds with at most three decimals.
    static func seconds(_ seconds: Double) -> String { decimal(seconds) + " s" }
}
