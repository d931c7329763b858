// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxAdMarkup

struct ShowSplice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scte35",
        abstract: "Decode an SCTE-35 splice information section.",
        discussion: """
            Times are in 90 kHz ticks and also in seconds, with the section's PTS adjustment added. Names are those of the SCTE-35 \
            schema.

            Exit status: 0 success, 2 usage error, 3 the section cannot be read.
            """)

    @Argument(help: "The section in base64, or in hexadecimal with or without 0x.")
    var value: String

    @Flag(help: "Print JSON.")
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
    var json: JSONTree { .record(["code": code.name, "offset": offset, "message": message, "remedy": remedy]) }
}

extension SpliceInfo.Reading {
    /// The section as text: a line for the command and one per descriptor.
    var summary: String {
        var lines = [
            "\(info.command.name), tier 0x\(String(info.tier, radix: 16, uppercase: true))\(isIntact ? "" : ", invalid checksum")"
        ]
        switch info.command {
        case .insert(let event):
            let what = event.isCancelled ? "cancelled" : event.isOutOfNetwork ? "out of the network" : "back to the network"
            let time =
                event.isImmediate
                ? "immediately" : event.time.map { "at \(TerminalText.seconds(info.seconds($0)))" } ?? "at an unspecified time"
            let duration = event.duration.map {
                " for \(TerminalText.seconds(SpliceInfo.seconds($0.ticks)))\($0.returnsAutomatically ? ", returns automatically" : "")"
            }
            lines.append("event \(event.id): \(what) \(time)\(duration ?? "")")
        case .timeSignal(let time): lines.append(time.map { "at \(TerminalText.seconds(info.seconds($0)))" } ?? "immediately")
        case .schedule(let events): lines.append("\(events.count) \(events.count == 1 ? "event" : "events")")
        default: break
        }
        for segmentation in info.segmentations {
            let duration = segmentation.duration.map { ", \(TerminalText.seconds(SpliceInfo.seconds($0)))" } ?? ""
            let name = segmentation.isCancelled ? "cancelled" : segmentation.type.name ?? "type \(segmentation.type.rawValue)"
            lines.append("segmentation \(segmentation.eventID): \(name)\(duration), \(TerminalText.line(segmentation.upid.text))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension TerminalText {
    /// Formats seconds with at most three decimals.
    static func seconds(_ seconds: Double) -> String { decimal(seconds) + " s" }
}
