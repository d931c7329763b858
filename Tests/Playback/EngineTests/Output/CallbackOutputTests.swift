// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Callback video output", .timeLimit(.minutes(1)))
struct CallbackOutputTests {
    @Test("Frames arrive with all planes, or as pixels of a given size and layout")
    func pictures() async throws {
        let stream = try GeneratedStreams.named("file-start-mp4")
        let planes = Mutex<[Int]>([])
        let packed = Mutex<[Result<PackedPicture, CodecError>]>([])
        let all = CallbackOutput { picture in picture.withPlanes { all in planes.withLock { $0.append(all.count) } } }
        let small = CallbackOutput(.rgba, size: PixelSize(width: 32, height: 18)) { picture in packed.withLock { $0.append(picture) } }
        let run = await RecordedRun.play([stream.address], isPaused: true) { engine in
            engine.add(all)
            engine.add(small)
            await engine.play()
            return false
        }
        let pictures = try packed.withLock { try $0.map { try $0.get() } }
        // The first frame may be shown before the outputs are added.
        #expect(pictures.count >= run.pictures.count - 1)
        #expect(pictures.count > 100)
        #expect(planes.withLock { $0.allSatisfy { $0 == 3 } && $0.count == pictures.count })
        #expect(pictures.allSatisfy { $0.bytes.count == 32 * 18 * 4 && $0.layout == .rgba })
        #expect(pictures.map(\.time) == pictures.map(\.time).sorted())
        #expect(pictures.allSatisfy { picture in stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 } })
    }
}
