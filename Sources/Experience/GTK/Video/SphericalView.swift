// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The view into a 360° video.
struct SphericalView {
    /// Vertical field of view in radians.
    static let fieldOfView = 1.3
    /// Maximum lines of the rendered view: without a GPU, more take longer than a frame.
    private static let maxLines = 720

    private let pool = PicturePool(capacity: 2)
    /// The orientation at the start of a drag.
    private var dragged = Orientation.ahead

    mutating func begin(at orientation: Orientation) { dragged = orientation }

    /// The orientation after dragging by a distance in pixels of the view.
    func orientation(movedBy x: Double, _ y: Double, height: Int) -> Orientation {
        let perPixel = Self.fieldOfView / Double(height)
        return dragged.looking(right: -x * perPixel, up: y * perPixel)
    }

    func picture(of picture: any Picture, _ orientation: Orientation, width: Int, height: Int, scale: Int) -> any Picture {
        guard width > 0, height > 0 else { return picture }
        let scale = min(Double(scale), Double(Self.maxLines) / Double(height))
        let size = PixelSize(width: max(Int(Double(width) * scale), 1), height: max(Int(Double(height) * scale), 1))
        return SphereProjection(orientation: orientation, fieldOfView: Self.fieldOfView).picture(of: picture, size: size, pool: pool)
    }
}
