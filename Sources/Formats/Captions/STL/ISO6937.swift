// SPDX-License-Identifier: Apache-2.0

/// The Latin character set of EBU Tech 3264, appendix 2 (ISO 6937): some bytes are diacritics of the letter after them.
enum ISO6937 {
    /// Code points for bytes from 0xA0; 0 is unassigned.
    static let upper: [UInt16] = [
        0x20, 0xA1, 0xA2, 0xA3, 0x24, 0xA5, 0x23, 0xA7, 0xA4, 0x2018, 0x201C, 0xAB, 0x2190, 0x2191, 0x2192, 0x2193, 0xB0, 0xB1, 0xB2,
        0xB3, 0xD7, 0xB5, 0xB6, 0xB7, 0xF7, 0x2019, 0x201D, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0x2015, 0xB9, 0xAE, 0xA9, 0x2122, 0x266A, 0xAC, 0xA6, 0, 0, 0, 0, 0x215B, 0x215C, 0x215D, 0x215E, 0x3A9, 0xC6, 0x110, 0xAA, 0x126,
        0, 0x132, 0x13F, 0x141, 0xD8, 0x152, 0xBA, 0xDE, 0x166, 0x14A, 0x149, 0x138, 0xE6, 0x111, 0xF0, 0x127, 0x131, 0x133, 0x140, 0x142,
        0xF8, 0x153, 0xDF, 0xFE, 0x167, 0x14B, 0xAD,
    ]

    /// Combining marks for bytes from 0xC0; 0 is unassigned.
    static let marks: [UInt16] = [
        0, 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x308, 0x30A, 0x327, 0, 0x30B, 0x328, 0x30C,
    ]

    /// By mark: pairs of a letter and its composed form; for a space, the mark alone.
    static let composed: [UInt16: String] = [
        0x300: " `AÀaàEÈeèIÌiìNǸnǹOÒoòUÙuùWẀwẁYỲyỳ",
        0x301: " ´AÁaáCĆcćEÉeéGǴgǵIÍiíKḰkḱLĹlĺMḾmḿNŃnńOÓoóPṔpṕRŔrŕSŚsśUÚuúWẂwẃYÝyýZŹzź",
        0x302: " ^AÂaâCĈcĉEÊeêGĜgĝHĤhĥIÎiîJĴjĵOÔoôSŜsŝUÛuûWŴwŵYŶyŷZẐzẑ",
        0x303: " ~AÃaãEẼeẽIĨiĩNÑnñOÕoõUŨuũVṼvṽYỸyỹ",
        0x304: " ¯AĀaāEĒeēGḠgḡIĪiīOŌoōUŪuūYȲyȳ",
        0x306: " ˘AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ",
        0x307: " ˙AȦaȧBḂbḃCĊcċDḊdḋEĖeėFḞfḟGĠgġHḢhḣIİMṀmṁNṄnṅOȮoȯPṖpṗRṘrṙSṠsṡTṪtṫWẆwẇXẊxẋYẎyẏZŻzż",
        0x308: " ¨AÄaäEËeëHḦhḧIÏiïOÖoötẗUÜuüWẄwẅXẌxẍYŸyÿ",
        0x30A: " ˚AÅaåUŮuůwẘyẙ",
        0x30B: " ˝OŐoőUŰuű",
        0x30C: " ˇAǍaǎCČcčDĎdďEĚeěGǦgǧHȞhȟIǏiǐjǰKǨkǩLĽlľNŇnňOǑoǒRŘrřSŠsšTŤtťUǓuǔZŽzž",
        0x327: " ¸CÇcçDḐdḑEȨeȩGĢgģHḨhḩKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ",
        0x328: " ˛AĄaąEĘeęIĮiįOǪoǫUŲuų",
    ]

    static func compose(_ letter: Unicode.Scalar, _ mark: UInt16) -> [Unicode.Scalar] {
        let pairs = Array((composed[mark] ?? "").unicodeScalars)
        for index in stride(from: 0, to: pairs.count - 1, by: 2) where pairs[index] == letter { return [pairs[index + 1]] }
        return Unicode.Scalar(mark).map { [letter, $0] } ?? [letter]
    }
}
