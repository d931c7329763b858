// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    mutating func linear(_ element: MarkupElement) -> VASTLinear {
        var linear = VASTLinear()
        linear.skipOffsetText = element.value("skipoffset")
        linear.skipOffset = linear.skipOffsetText.flatMap { offset($0, of: element) }
        for child in element.elements {
            switch child.lowercasedName {
            case "duration":
                linear.durationText = child.nonEmptyText
                linear.duration = linear.durationText.flatMap { seconds($0, of: child) }
            case "adparameters": linear.adParameters = adParameters(child)
            case "mediafiles": mediaFiles(child, into: &linear)
            // In wrappers, which have no other files (VAST 4.3, 3.19.2).
            case "interactivecreativefile": if let file = interactiveFile(child) { linear.interactiveFiles.append(file) }
            case "videoclicks": linear.clicks = clicks(child)
            case "icons": for icon in child.elements where icon.isNamed("Icon") { linear.icons.append(self.icon(icon)) }
            case "trackingevents": linear.tracking += tracking(child)
            default: break
            }
        }
        if path.contains("InLine") {
            require(linear.duration != nil, "Duration", of: element)
            require(element.children.contains { $0.isNamed("MediaFiles") }, "MediaFiles", of: element)
        }
        return linear
    }

    private mutating func mediaFiles(_ container: MarkupElement, into linear: inout VASTLinear) {
        for child in container.elements {
            switch child.lowercasedName {
            case "mediafile":
                require(child.value("delivery") != nil && child.value("type") != nil, "delivery or type", of: child)
                require(child.value("width") != nil && child.value("height") != nil, "width or height", of: child)
                if let file = mediaFile(child) { linear.mediaFiles.append(file) }
            case "mezzanine": if let file = mediaFile(child) { linear.mezzanines.append(file) }
            case "interactivecreativefile": if let file = interactiveFile(child) { linear.interactiveFiles.append(file) }
            case "closedcaptionfiles":
                for file in child.elements where file.isNamed("ClosedCaptionFile") {
                    guard let url = file.nonEmptyText else { continue }
                    linear.captions.append(VASTCaptionFile(url: url, type: file.value("type"), language: file.value("language")))
                }
            default: break
            }
        }
    }

    mutating func mediaFile(_ element: MarkupElement) -> VASTMediaFile? {
        guard let url = urls(element).first else {
            problem(.schema, at: element, "the file has no URL", "add it")
            return nil
        }
        var file = VASTMediaFile(url: url)
        file.id = element.value("id")
        file.delivery = element.value("delivery")
        file.type = element.value("type")
        file.width = integer("width", of: element)
        file.height = integer("height", of: element)
        file.codec = element.value("codec")
        file.bitrate = integer("bitrate", of: element)
        file.minimumBitrate = integer("minBitrate", of: element)
        file.maximumBitrate = integer("maxBitrate", of: element)
        file.isScalable = flag("scalable", of: element)
        file.maintainsAspectRatio = flag("maintainAspectRatio", of: element)
        file.fileSize = integer("fileSize", of: element)
        file.mediaType = element.value("mediaType")
        file.apiFramework = element.value("apiFramework")
        return file
    }

    mutating func interactiveFile(_ element: MarkupElement) -> VASTInteractiveFile? {
        guard let url = urls(element).first else { return nil }
        let isVariable = flag("variableDuration", of: element)
        return VASTInteractiveFile(
            url: url, type: element.value("type"), apiFramework: element.value("apiFramework"), hasVariableDuration: isVariable)
    }

    /// The clicks of a video or an icon.
    private func clicks(_ container: MarkupElement) -> VASTClicks {
        var clicks = VASTClicks()
        for child in container.elements {
            switch child.lowercasedName {
            case "clickthrough", "iconclickthrough": clicks.through = clicks.through ?? links(child).first
            case "clicktracking", "iconclicktracking": clicks.tracking += links(child)
            case "customclick": clicks.custom += links(child)
            default: break
            }
        }
        return clicks
    }

    mutating func icon(_ element: MarkupElement) -> VASTIcon {
        var icon = VASTIcon(program: element.value("program"))
        icon.width = integer("width", of: element)
        icon.height = integer("height", of: element)
        icon.xPosition = element.value("xPosition")
        icon.yPosition = element.value("yPosition")
        icon.duration = seconds(attribute: "duration", of: element)
        icon.offset = seconds(attribute: "offset", of: element)
        icon.apiFramework = element.value("apiFramework")
        icon.pixelRatio = decimal("pxratio", of: element)
        icon.altText = element.value("altText")
        icon.hoverText = element.value("hoverText")
        for child in element.elements {
            switch child.lowercasedName {
            case "iconclicks":
                icon.clicks = clicks(child)
                for images in child.elements where images.isNamed("IconClickFallbackImages") {
                    for image in images.elements where image.isNamed("IconClickFallbackImage") {
                        icon.fallbackImages.append(fallbackImage(image))
                    }
                }
            case "iconviewtracking": icon.viewTracking += urls(child)
            default: if let resource = resource(child) { icon.resources.append(resource) }
            }
        }
        return icon
    }

    private mutating func fallbackImage(_ element: MarkupElement) -> VASTIcon.FallbackImage {
        var image = VASTIcon.FallbackImage()
        image.width = integer("width", of: element)
        image.height = integer("height", of: element)
        for child in element.elements {
            if child.isNamed("AltText") {
                image.altText = child.nonEmptyText
            } else if child.isNamed("StaticResource") {
                if let url = child.nonEmptyText { image.resources.append(.fixed(url: url, creativeType: child.value("creativeType"))) }
            } else if let resource = resource(child) {
                image.resources.append(resource)
            }
        }
        return image
    }
}
