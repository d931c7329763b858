// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension CaptionBox {
    func json(runs: [StyledRun]) -> JSONTree {
        .record([
            "cue": cue, "frame": frame.json, "clip": clip?.json, "window": window?.json, "region": region, "lines": lines,
            "fontSize": fontSize, "lineHeight": lineHeight, "align": alignment.rawValue, "vertical": vertical.rawValue,
            "rightToLeft": isRightToLeft, "layer": layer, "image": image?.json,
            "runs": runs.map { JSONTree.record(["text": $0.text, "style": $0.style.css, "ruby": $0.isRuby]) },
        ])
    }
}

extension Rectangle {
    var json: JSONTree { .record(["x": x, "y": y, "width": width, "height": height]) }
}

extension CaptionImage {
    var json: JSONTree { .record(["address": address, "bytes": bytes.count, "width": size?.width, "height": size?.height]) }
}
