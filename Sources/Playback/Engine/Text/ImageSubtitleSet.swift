// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
import WindowboxMedia

/// What a track of image subtitles shows from a time until the next set.
struct ImageSubtitleSet: Sendable {
    /// The track's index in the file.
    var track: Int
    /// Seconds on the item's timeline.
    var start: Double
    /// nil means until the next set.
    var end: Double?
    /// Empty when the display is cleared.
    var images: [CaptionImage]
}

extension ImageSubtitleSet {
    /// Compresses the images, because those of many minutes are held.
    init(_ subtitle: PictureSubtitle, of track: Int) {
        self.init(track: track, start: subtitle.start, end: subtitle.end, images: CaptionImage.images(of: subtitle).map(\.image))
    }
}

extension CaptionImage {
    /// The images of a subtitle with their positions, and whether each is forced. Images that can't be encoded are left out.
    public static func images(of subtitle: PictureSubtitle) -> [(image: CaptionImage, isForced: Bool)] {
        subtitle.images.compactMap { image in
            guard let bytes = try? image.png() else { return nil }
            let frame = Rectangle(
                x: Double(image.x), y: Double(image.y), width: Double(image.size.width), height: Double(image.size.height))
            return (CaptionImage(bytes: bytes, placement: CaptionPlacement(frame: frame, canvas: subtitle.canvas)), image.isForced)
        }
    }
}
