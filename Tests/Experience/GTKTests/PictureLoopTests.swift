// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxMedia

@testable import WindowboxGTK

/// An animated GIF of plain 4 × 4 frames.
func gif(_ colors: [UInt32], hundredths: UInt8 = 20) -> [UInt8] {
    var file: [UInt8] = Array("GIF89a".utf8) + [4, 0, 4, 0, 0, 0, 0]
    // Loops forever.
    file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for color in colors {
        file += [0x21, 0xF9, 4, 4, hundredths, 0, 0, 0]
        file += [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0x80]
        file += [UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8), UInt8(truncatingIfNeeded: color), 0, 0, 0]
        // Three-bit codes, the lowest first: clear, and one of each pixel, cleared again before codes get longer; then the end.
        var (bits, count): ([UInt8], Int) = ([], 0)
        func put(_ code: Int) {
            for bit in 0..<3 {
                if count % 8 == 0 { bits.append(0) }
                if code >> bit & 1 == 1 { bits[count / 8] |= 1 << UInt8(count % 8) }
                count += 1
            }
        }
        for pixel in 0..<16 {
            if pixel % 2 == 0 { put(4) }
            put(0)
        }
        put(5)
        file += [2, UInt8(bits.count)] + bits + [0]
    }
    return file + [0x3B]
}

extension PooledPicture {
    fileprivate var first: UInt32 { withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) & 0xFF_FFFF } }
}

@Suite("Animated images") struct PictureLoopTests {
    private let place = PixelSize(width: 64, height: 64)

    @Test("A GIF's frames follow each other, each for its duration") func parts() async throws {
        let file = gif([0xFF0000, 0x00FF00, 0x0000FF])
        #expect(GIFFile.pictures(in: file, limit: 100) == 3)
        #expect(GIFFile.pictures(in: file, limit: 2) == 2)
        let loop = try #require(await ImageFile.loop(of: file, covering: place))
        #expect(loop.parts.map(\.picture.first) == [0xFF0000, 0x00FF00, 0x0000FF])
        #expect(loop.parts.map(\.seconds) == [0.2, 0.2, 0.2])
        #expect(loop.size == PixelSize(width: 4, height: 4))
        #expect(loop.part(after: 0).index == 0)
        #expect(loop.part(after: 0.21).index == 1)
        #expect(loop.part(after: 0.61).index == 0)
        #expect(abs(loop.part(after: 0.65).next - 0.8) < 1e-9)
        #expect(loop.part(after: -1).index == 0)
        #expect(loop.part(after: .nan).index == 0)
    }

    @Test("A static, invalid, truncated or corrupt file is no animation") func hostile() async {
        let file = gif([0xFF0000, 0x00FF00])
        #expect(await ImageFile.loop(of: gif([0xFF0000]), covering: place) == nil)
        #expect(await ImageFile.loop(of: [], covering: place) == nil)
        #expect(await ImageFile.poster(of: Array("no picture".utf8), covering: place) == nil)
        #expect(await ImageFile.poster(of: gif([0xFF0000]), covering: place) is PooledPicture)
        for end in file.indices {
            #expect(GIFFile.pictures(in: Array(file[..<end]), limit: 100) <= 2)
            _ = await ImageFile.poster(of: Array(file[..<end]), covering: place)
        }
        for index in file.indices {
            var changed = file
            changed[index] ^= 0xFF
            _ = await ImageFile.poster(of: changed, covering: place)
        }
    }

    @Test("Large animations keep few frames, and fast ones get a minimum frame duration") func budget() async throws {
        let quick = try #require(await ImageFile.loop(of: gif((0..<60).map { UInt32($0) << 2 }, hundredths: 2), covering: place))
        #expect(quick.parts.allSatisfy { $0.seconds >= AnimationBudget.minSeconds })
        #expect(quick.parts.count < 20)
        #expect(abs(quick.parts.reduce(0) { $0 + $1.seconds } - 1.2) < 1e-6)
        for (pictures, size) in [(2, 100), (40, 1000), (400, 4000), (400, 64)] {
            let size = PixelSize(width: size, height: size)
            let budget = AnimationBudget(pictures: pictures, size: size)
            let each = Double(size.width * size.height * 4) * budget.scale * budget.scale
            let kept = (pictures + budget.step - 1) / budget.step
            #expect(kept <= 2 || each * Double(kept) <= Double(AnimationBudget.bytes) * 1.01, "\(pictures) \(size)")
        }
        #expect(AnimationBudget(pictures: 10, size: place) == AnimationBudget(pictures: 2, size: place))
    }
}

extension OnDisplay {
    @MainActor struct MovingStills {
        @Test("An animation plays in view, and stops with reduced motion") func moving() async throws {
            let loop = try #require(
                await ImageFile.loop(of: gif([0xFF0000, 0x00FF00], hundredths: 10), covering: PixelSize(width: 64, height: 64)))
            let view = StillView()
            func color() -> UInt32? { Pixels(of: view)?[20, 20] }
            try await withWindow(view, width: 80, height: 80) { _ in
                let settings = Object(borrowing: gtk_settings_get_default()!.raw)
                let animations: Property<Bool> = "gtk-enable-animations"
                let previous = settings[animations]
                defer { settings[animations] = previous }
                settings[animations] = false
                view.picture = loop
                #expect(await eventually { color() == 0xFF0000 })
                await rest(seconds: 0.25)
                #expect(color() == 0xFF0000)
                settings[animations] = true
                view.picture = nil
                view.picture = loop
                #expect(await eventually { color() == 0x00FF00 })
                #expect(await eventually { color() == 0xFF0000 })
            }
        }

        @Test("A preview replaces the image, which returns afterwards") func preview() async throws {
            let loop = try #require(
                await ImageFile.loop(of: gif([0xFF0000, 0x00FF00], hundredths: 10), covering: PixelSize(width: 64, height: 64)))
            let view = StillView()
            view.picture = PicturePool(capacity: 0).plain(0xFF00_00FF)
            func color() -> UInt32? { Pixels(of: view)?[20, 20] }
            try await withWindow(view, width: 80, height: 80) { _ in
                #expect(await eventually { color() == 0x0000FF })
                view.preview = loop
                #expect(await eventually { color() == 0x00FF00 })
                #expect(await eventually { color() == 0xFF0000 })
                view.preview = nil
                #expect(await eventually { color() == 0x0000FF })
            }
        }
    }
}
