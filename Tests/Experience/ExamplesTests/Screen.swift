// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxKit

extension DesktopSession {
    /// Waits for a number burnt into the picture that is shown, other than some.
    /// - Parameters:
    ///   - place: of the view, whose picture of 16:9 stands in its middle.
    ///   - wanted: the numbers that are waited for.
    func frameNumber(in place: AccessibleObject.Extents, otherThan known: Int? = nil, among wanted: ClosedRange<Int> = 0...4095) throws
        -> Int
    {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let number = Self.number(try grab(), in: place), number != known, wanted.contains(number) { return number }
        }
        throw Failure(description: "no picture was shown\(known.map { " after number \($0)" } ?? "") in \(place)")
    }

    private static func number(_ luma: Data, in place: AccessibleObject.Extents) -> Int? {
        let width = min(place.width, place.height * 16 / 9)
        let height = min(place.height, place.width * 9 / 16)
        let (left, top) = (place.x + (place.width - width) / 2, place.y + (place.height - height) / 2)
        guard luma.count == Self.width * Self.height, left >= 0, top >= 0, left + width <= Self.width, top + height <= Self.height else {
            return nil
        }
        return luma.withUnsafeBytes {
            let picture = UnsafeRawBufferPointer(rebasing: $0[(top * Self.width + left)...])
            return FrameNumber.read(luma: picture, stride: Self.width, width: width, height: height)
        }
    }

    /// All that is on the screen, as luma.
    func grab() throws -> Data {
        var output: [Int32] = [0, 0]
        guard pipe(&output) == 0 else { throw Failure(description: "no pipe: \(errno)") }
        let words = [
            "/usr/bin/env", "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size",
            "\(Self.width)x\(Self.height)", "-i", display, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ]
        let process = try Self.spawn(words, output: output[1])
        close(output[1])
        let data = FileHandle(fileDescriptor: output[0], closeOnDealloc: true).readDataToEndOfFile()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return data
    }
}
