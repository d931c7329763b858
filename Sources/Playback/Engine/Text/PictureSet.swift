// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
import WindowboxMedia

/// What a track of picture subtitles shows from a moment on, until the next one.
struct PictureSet: Sendable {
    /// The track's place in the file.
    var track: Int
    /// Seconds on the item's timeline.
    var start: Double
    /// nil: until the next one.
    var end: Double?
    /// None where what was shown is taken away.
    var images: [CaptionImage]
}

extension PictureSet {
    /// The pictures are compressed: those of many minutes wait for their time.
    init(_ subtitle: PictureSubtitle, of track: Int) {
        self.init(track: track, start: subtitle.start, end: subtitle.end, images: CaptionImage.images(of: subtitle).map(\.image))
    }
}

extension CaptionImage {
    /// The pictures of a subtitle with their places, each with whether it is forced; those that can't be encoded are left out.
    public static func images(of subtitle: PictureSubtitle) -> [(image: CaptionImage, isForced: Bool)] {
        subtitle.images.compactMap { image in
            guard let bytes = try? image.png() else { return nil }
            let frame = Rectangle(
                x: Double(image.x), y: Double(image.y), width: Double(image.size.width), height: Double(image.size.height))
            return (CaptionImage(bytes: bytes, placement: CaptionPlacement(frame: frame, canvas: subtitle.canvas)), image.isForced)
        }
    }
}
