// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxKit

extension DesktopSession {
    /// Waits for a burnt-in frame number on the screen other than a known one.
    /// - Parameters:
    ///   - place: The view, with a 16:9 picture at its centre.
    ///   - wanted: The accepted numbers.
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

    /// The screen position of a window's content, to which accessible positions are relative.
    /// - Parameter content: The content's size, without the resize border.
    func origin(ofWindow title: String, content: AccessibleObject.Extents) throws -> (x: Int, y: Int) {
        let words = ["/usr/bin/env", "xwininfo", "-display", display, "-name", title]
        let text = String(decoding: try Self.output(of: words), as: UTF8.self)
        func number(_ label: String) throws -> Int {
            guard let line = text.split(separator: "\n").first(where: { $0.contains(label) }), let last = line.split(separator: " ").last,
                let number = Int(last)
            else { throw Failure(description: "xwininfo tells nothing of a window called \(title): \(text)") }
            return number
        }
        let edge = try (number("Width:") - content.width, number("Height:") - content.height)
        return try (number("Absolute upper-left X:") + edge.0 / 2, number("Absolute upper-left Y:") + edge.1 / 2)
    }

    /// The whole screen, as luma.
    func grab() throws -> Data {
        let words = [
            "/usr/bin/env", "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size",
            "\(Self.width)x\(Self.height)", "-i", display, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
        ]
        return try Self.output(of: words)
    }

    /// The output of a program until it ends.
    static func output(of words: [String]) throws -> Data {
        let output = try makePipe()
        let process = try spawn(words, output: output[1])
        close(output[1])
        let data = FileHandle(fileDescriptor: output[0], closeOnDealloc: true).readDataToEndOfFile()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return data
    }
}
