// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("360° video")
struct SphereTests {
    @Test("An orientation looks in the direction of its angles", arguments: [(0.0, 0.0), (1, 0.5), (-3, -1.2), (0.3, 1.5)])
    func angles(_ yaw: Double, _ pitch: Double) {
        let (right, up) = Orientation(yaw: yaw, pitch: pitch).angles
        #expect(abs(right - yaw) < 1e-9)
        #expect(abs(up - pitch) < 1e-9)
    }

    @Test("Looking around stops at the poles, and keeps the horizon level")
    func poles() {
        let up = Orientation(yaw: 1, pitch: 1).looking(right: 0, up: 3)
        #expect(up.angles.pitch < .pi / 2)
        #expect(abs(up.angles.yaw - 1) < 1e-6)
        #expect(abs(up.turned(SIMD3(1, 0, 0)).y) < 1e-9)
    }

    @Test("An invalid quaternion looks straight ahead", arguments: [0, Double.nan, .infinity])
    func bad(_ w: Double) { #expect(Orientation(w: w, x: 0, y: 0, z: 0) == .ahead) }

    @Test("The centre of the view is the point of the frame that is looked at", arguments: [0, 1, -2, 3])
    func middle(_ yaw: Double) {
        let place = SphereProjection(orientation: Orientation(yaw: yaw, pitch: 0.4), fieldOfView: 1.3).textureCoordinates(x: 0, y: 0)
        #expect(abs(place.x - (0.5 + yaw / (2 * .pi))) < 1e-9)
        #expect(abs(place.y - (0.5 - 0.4 / .pi)) < 1e-9)
    }

    @Test("A view shows the right quadrant of the frame, also across the seam and at the poles")
    func quarters() {
        let pool = PicturePool()
        let picture = pool.quarters(PixelSize(width: 256, height: 128), [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF])
        func color(_ yaw: Double, _ pitch: Double, _ x: Int = 40, _ y: Int = 30) -> UInt32 {
            let projection = SphereProjection(orientation: Orientation(yaw: yaw, pitch: pitch), fieldOfView: 1)
            let view = projection.picture(of: picture, size: PixelSize(width: 80, height: 60), pool: pool)
            return view.withUnsafeBytes { $0.load(fromByteOffset: y * view.stride + x * 4, as: UInt32.self) }
        }
        #expect(color(-1, 0.6) == 0xFF0000)
        #expect(color(1, 0.6) == 0x00FF00)
        #expect(color(-1, -0.6) == 0x0000FF)
        #expect(color(1, -0.6) == 0xFFFFFF)
        #expect(color(.pi, 0.6, 20) == 0x00FF00)
        #expect(color(.pi, 0.6, 60) == 0xFF0000)
        #expect(color(1, 1.5, 40, 50) == 0x00FF00)
        #expect(color(1, 1.5, 40, 5) == 0xFF0000)
    }
}

extension OnDisplay {
    @MainActor struct LookingAround {
        @Test("1.26: Dragging turns the view of 360° video, and not of ordinary video")
        func drag() async throws {
            let mailbox = PictureMailbox()
            let view = VideoView(mailbox)
            mailbox.post(PicturePool().quarters(PixelSize(width: 256, height: 128), [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]))
            try await withWindow(view, width: 320, height: 180) { _ in
                view.drag(50, 0)
                #expect(view.orientation == .ahead)
                view.viewport = .monoscopic
                view.orientation = Orientation(yaw: 1, pitch: 0.6)
                #expect(await eventually { Pixels(of: view)?[160, 90] == 0x00FF00 })
                view.drag(0, 100)
                view.drag(320, -180)
                #expect(view.orientation.angles.yaw < 0)
                view.orientation = Orientation(yaw: -1, pitch: -0.6)
                #expect(await eventually { Pixels(of: view)?[160, 90] == 0x0000FF })
            }
        }
    }
}
