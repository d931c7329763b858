// SPDX-License-Identifier: Apache-2.0

/// Maps three-letter language codes (ISO 639-2, terminological and bibliographic), which MP4 and MPEG-TS use, to two-letter codes
/// (ISO 639-1).
enum LanguageCodes {
    /// The shortest code of a language, as BCP 47 requires.
    static func shortest(_ code: String) -> String {
        guard code.utf8.count == 3 else { return code }
        let letters = Array(code.utf8)
        return table.withUTF8Buffer { bytes -> String in
            // Entries are five letters and a space.
            var index = 0
            while index + 5 <= bytes.count {
                if bytes[index] == letters[0], bytes[index + 1] == letters[1], bytes[index + 2] == letters[2] {
                    return String(decoding: [bytes[index + 3], bytes[index + 4]], as: UTF8.self)
                }
                index += 6
            }
            return code
        }
    }

    private static let table: StaticString = """
        aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba bambm baqeu belbe benbn bihbh \
        bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh chucu chvcv corkw cosco crecr cymcy czecs danda deude \
        divdv dutnl dzodz ellel engen epoeo estet euseu eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff geoka gerde glagd \
        glega glggl glvgv greel grngn gujgu hatht hauha hbssh hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig iceis idoio iiiii \
        ikuiu ileie inaia indid ipkik islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm kikki kinrw kirky komkv \
        konkg korko kuakj kurku laolo latla lavlv limli linln litlt ltzlb lublu luglg macmk mahmh malml maomi marmr mayms mkdmk \
        mlgmg mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno nyany ocioc ojioj orior \
        ormom ossos panpa perfa plipi polpl porpt pusps quequ rohrm ronro rumro runrn rusru sagsg sansa sinsi slksk slosk slvsl \
        smese smosm snasn sndsd somso sotst spaes sqisq srdsc srpsr sswss sunsu swasw swesv tahty tamta tattt telte tgktg tgltl \
        thath tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk urdur uzbuz venve vievi volvo welcy wlnwa wolwo xhoxh \
        yidyi yoryo zhaza zhozh zulzu
        """
}
