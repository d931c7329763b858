// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How a picture of all around is seen through a view. A value.
struct SphereLook {
    /// Radians from the top to the bottom.
    static let fieldOfView = 1.3
    /// Lines of the view of such a picture: more take longer than a frame without help from graphics hardware.
    private static let mostLines = 720

    private let pool = PicturePool(capacity: 2)
    /// Where it was looked when the hand took hold of the picture.
    private var dragged = Orientation.ahead

    mutating func begin(at orientation: Orientation) { dragged = orientation }

    /// Where a person looks who has moved the picture by pixels of a view.
    func orientation(movedBy x: Double, _ y: Double, height: Int) -> Orientation {
        let perPixel = Self.fieldOfView / Double(height)
        return dragged.looking(right: -x * perPixel, up: y * perPixel)
    }

    func picture(of picture: any Picture, _ orientation: Orientation, width: Int, height: Int, scale: Int) -> any Picture {
        guard width > 0, height > 0 else { return picture }
        let scale = min(Double(scale), Double(Self.mostLines) / Double(height))
        let size = PixelSize(width: max(Int(Double(width) * scale), 1), height: max(Int(Double(height) * scale), 1))
        return SphereProjection(orientation: orientation, fieldOfView: Self.fieldOfView).picture(of: picture, size: size, pool: pool)
    }
}
