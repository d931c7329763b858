// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCaptions

/// Short lines of dialogue in a language, and the legacy encodings they are found in.
struct ShortLines: CustomTestStringConvertible {
    var language: String
    var encodings: [String]
    var texts: [String]

    init(_ language: String, _ encodings: [String], _ texts: [String]) {
        (self.language, self.encodings, self.texts) = (language, encodings, texts)
    }

    var testDescription: String { language }
}

/// Languages that share most of their bytes beyond ASCII with Western European ones.
private let central: [ShortLines] = [
    ShortLines(
        "Romanian", ["windows-1250", "ISO-8859-2", "ISO-8859-16"],
        [
            "Mă duc acasă.", "Unde ai fost până acum?", "Nu ştiu ce să spun.", "Îţi mulţumesc, domnule.", "Aşteaptă-mă puţin!",
            "Ce frumoasă e seara asta.", "Maşina ta e în faţa casei.", "Vrei să bei o cafea?", "Fratele meu n-a venit încă.",
            "Închide uşa, te rog!", "Câinele a mâncat tot.", "Plecăm mâine dimineaţă.", "Pisica doarme pe masă.",
            "A plouat toată noaptea.", "Fată dragă, vino aici.", "Stăm la masă.", "Bună dimineaţa!", "Cât costă biletul?",
            "Băiatul aleargă pe stradă.", "Am găsit o scrisoare veche.", "Taci şi ascultă.", "Mâncarea e rece.",
            "Cheamă un doctor, repede!", "Dormi liniştit, puiule.", "Luna răsare peste sat.", "Tată, uite!", "Mâini curate.",
            "Ajunge!  Destulă vorbă.",
        ]),
    ShortLines(
        "Polish", ["windows-1250", "ISO-8859-2"],
        [
            "Gdzie jest mój płaszcz?", "Nie wiem, co powiedzieć.", "Dziękuję, już idę.", "Będę jutro o siódmej.",
            "Zamknij drzwi, proszę.", "Pies zjadł całą kolację.", "Źle się czuję.", "Cześć, co słychać?", "Kończymy pracę wcześnie.",
            "Chodź tu szybko!", "Mówiłem ci to wczoraj.", "Łódź płynie powoli.", "Pójdziemy nad rzekę.",
            "Czemu milczysz, bracie? Późno już.", "Żona czeka w domu.", "Śnieg spadł w nocy.", "Dzień dobry!",
            "Ile kosztuje ten bilet do Łodzi?", "Chłopiec biegnie ulicą.", "Znalazłem stary list.", "Bądź cicho i słuchaj.",
            "Zupa jest zimna, podgrzej ją.", "Śpij spokojnie, mały.", "Księżyc wschodzi nad wsią.", "Tato, spójrz!", "Gość w dom.",
            "Trzymaj się.",
        ]),
    ShortLines(
        "Czech", ["windows-1250", "ISO-8859-2"],
        [
            "Kde máš klíče?", "Nevím, co říct.", "Děkuju, už jdu.", "Zavři dveře, prosím.", "Přijdu zítra v sedm.",
            "Pes snědl celou večeři.", "Není mi dobře.", "Můžeš mi pomoct?", "Ještě chvíli počkej!", "Sníh napadl v noci.",
            "Všechno bude v pořádku.", "Tvůj bratr je tady.", "Šťastnou cestu!", "Pojď sem rychle.", "Máma vaří oběd.",
            "Řekni mi pravdu.", "Dobré ráno!", "Kolik stojí lístek?", "Kluk běží po ulici.", "Našel jsem starý dopis.",
            "Buď zticha a poslouchej.", "Polévka je studená.", "Spi klidně, maličký.", "Měsíc vychází nad vsí.", "Tati, podívej!",
            "Kůň stojí u řeky.", "Nespěchej.",
        ]),
    ShortLines(
        "Slovak", ["windows-1250", "ISO-8859-2"],
        [
            "Kde máš kľúče?", "Neviem, čo povedať.", "Ďakujem, už idem.", "Zatvor dvere, prosím.", "Prídem zajtra o siedmej.",
            "Môžeš mi pomôcť?", "Všetko bude v poriadku.", "Tvoj brat je vonku, vôbec neprišiel.", "Mama varí obed.",
            "Povedz mi pravdu, chlapče.", "Dobré ráno!", "Koľko stojí lístok?", "Chlapec beží po ulici.", "Našiel som starý list.",
            "Buď ticho a počúvaj.", "Polievka je studená.", "Zavolajte lekára, rýchlo!", "Mesiac vychádza nad dedinou.",
            "Oci, pozri, kôň!",
        ]),
    ShortLines(
        "Hungarian", ["windows-1250", "ISO-8859-2"],
        [
            "Hol vannak a kulcsaim? Nem tudom, hová tettem őket.", "Köszönöm, már megyek.", "Zárd be az ajtót!", "Holnap hétkor jövök.",
            "Nem érzem jól magam.", "Mit csinálsz itt?", "Az eső egész éjjel esett.", "Gyere ide gyorsan, kérlek!",
            "A bátyám még nem jött meg.", "Minden rendben lesz, ne félj.", "Szép idő van ma.", "Igyál egy kávét!", "Hűvös az este.",
            "Elment a nő a fűben.", "Kérsz még levest?", "Mindjárt indul a vonat.", "Jó reggelt!", "Mennyibe kerül a jegy?",
            "A fiú végigfut az utcán.", "Találtam egy régi levelet.", "Légy csendben és figyelj!", "Hideg a leves, melegítsd föl.",
            "Hívj orvost, gyorsan!", "Aludj jól, kicsim.", "A hold felkel a falu fölött.", "Apa, nézd!", "Erős ló áll a folyónál.",
            "Fűtés nincs.",
        ]),
    ShortLines(
        "Turkish", ["windows-1254", "ISO-8859-9"],
        [
            "Anahtarlar nerede?! Kapı kapalı.", "Ne diyeceğimi bilmiyorum.", "Teşekkürler, şimdi geliyorum.", "Kapıyı kapat lütfen.",
            "Yarın saat yedide gelirim, söz.", "Kendimi iyi hissetmiyorum, başım ağrıyor.", "Burada ne yapıyorsun?",
            "Bütün gece yağmur yağdı.", "Çabuk buraya gel!", "Kardeşim henüz dönmedi.", "Her şey yoluna girecek.",
            "Bugün hava çok güzel.", "Bir kahve içelim mi?", "İstanbul'a gidiyoruz.", "Korkma, yanındayım.", "Işığı söndür.",
            "Günaydın!", "Bilet kaç para?", "Çocuk sokakta koşuyor.", "Eski bir mektup buldum, dolabın altında.", "Sus ve dinle, oğlum.",
            "Çorba soğumuş.", "Doktor çağırın, çabuk!", "Rahat uyu, yavrum. Yarın görüşürüz.", "Ay köyün üstünden doğuyor.",
            "Baba, bak! Işık yandı.", "Nehrin yanında bir at duruyor.", "Acele etme, vaktimiz var sanırım.",
        ]),
    ShortLines(
        "Croatian", ["windows-1250", "ISO-8859-2"],
        [
            "Gdje su moji ključevi?", "Ne znam što reći.", "Hvala, već idem.", "Zatvori vrata, kiša pada još od jučer.",
            "Doći ću sutra u sedam.", "Možeš li mi pomoći?", "Sve će biti u redu.", "Što radiš ovdje?", "Noćas je pao snijeg.",
            "Moj brat još nije došao.", "Laku noć!", "Koliko košta karta?", "Dječak trči ulicom.", "Našao sam staro pismo.",
            "Šuti i slušaj.", "Juha je hladna, podgrij je, možeš?", "Zovite liječnika, brzo!", "Mjesec izlazi iznad sela, već je noć.",
        ]),
    ShortLines(
        "Lithuanian", ["windows-1257"],
        [
            "Kur mano raktai? Nežinau, ką sakyti.", "Uždaryk duris, prašau.", "Viskas bus gerai, broli. Ačiū.", "Ką tu čia darai?",
            "Mano brolis dar neatėjo.", "Šąla naktį.", "Labas rytas, vaikuči!", "Kiek kainuoja bilietas į Šiaulius?",
            "Radau seną laišką.", "Tylėk ir klausyk.",
        ]),
    ShortLines(
        "Latvian", ["windows-1257"],
        [
            "Kur ir manas atslēgas?", "Es nezinu, ko teikt, māt.", "Aizver durvis, lūdzu.", "Viss būs labi.", "Ko tu šeit dari?",
            "Mans brālis vēl nav atnācis.", "Cik maksā biļete?", "Zēns skrien pa ielu.", "Es atradu vecu vēstuli.", "Klusē un klausies.",
        ]),
    ShortLines(
        "Estonian", ["windows-1257"],
        [
            "Kus on minu võtmed?", "Ma ei tea, mida öelda.", "Pane uks kinni, ära unusta.", "Kõik saab korda.",
            "Mida sa siin teed, sõber?", "Tere hommikust, väike!", "Kui palju pilet maksab sõbrale?", "Poiss jookseb üle tänava.",
            "Ole vait ja kuula, või.",
        ]),
]

private let others: [ShortLines] = [
    ShortLines(
        "German", ["windows-1252"],
        [
            "Wo sind meine Schlüssel?", "Ich weiß nicht, was ich sagen soll.", "Danke, ich komme schon. Schön!", "Mach die Tür zu!",
            "Ich fühle mich nicht wohl.", "Was machst du hier draußen?", "Es hat die ganze Nacht geregnet, überall.",
            "Alles wird gut, Schätzchen.", "Mein Bruder ist größer.", "Müde?", "Die Straße ist gesperrt.", "Höre mir zu.",
            "Schöne Grüße!", "Wie viel kostet die Fahrt nach Köln?", "Der Junge läuft über die Straße.", "Sei still und hör zu.",
            "Die Suppe ist kalt, wärm sie auf.", "Drück den Knopf.", "Fünf vor zwölf.", "Süß!",
        ]),
    ShortLines(
        "French", ["windows-1252"],
        [
            "Où sont mes clés ?", "Je ne sais pas quoi dire, désolé.", "Ferme la porte, s'il te plaît.",
            "Il a plu toute la journée, même hier.", "Ça va aller.", "Mon frère n'est pas encore arrivé.", "Qu'est-ce que tu fais là ?",
            "Voilà le café.", "Il fait très chaud.", "À demain !", "Prends garde à la forêt.", "Leur mère est partie.", "Bonne soirée !",
            "Combien coûte le billet ?", "Le garçon court dans la rue.", "J'ai trouvé une vieille lettre.", "Tais-toi et écoute.",
            "La soupe est gelée.", "Dors bien, mon chéri.", "À table !", "Hé, papa !",
        ]),
    ShortLines(
        "Spanish", ["windows-1252"],
        [
            "¿Dónde están mis llaves?", "No sé qué decir.", "¡Cierra la puerta!", "Mañana vengo a las siete.",
            "Mi hermano no ha llegado aún.", "Todo irá bien, señor.", "¿Qué haces aquí?", "Hace frío esta noche, niño.", "Él también.",
            "Después hablamos.", "Ayer llovió.", "Tu corazón late.", "¡Buenos días!", "¿Cuánto cuesta el billete?",
            "El niño corre por la calle, ¿lo ves?", "Encontré una carta vieja.", "Cállate y escucha.", "La sopa está fría.",
            "Papá, ¡mira!", "Olvídalo.",
        ]),
    ShortLines(
        "Portuguese", ["windows-1252"],
        [
            "Onde estão as minhas chaves?", "Não sei o que dizer.", "Fecha a porta, irmão.", "Amanhã venho às sete.",
            "Vai correr tudo bem, mãe.", "O que estás a fazer aqui? É tarde.", "Está frio esta noite.", "Você também.",
            "Uma canção antiga.", "Põe a mesa.", "Três cafés, por favor.", "Ele não vem.", "Até amanhã!",
            "Quanto custa o bilhete para Évora?", "O menino corre na rua, atrás do cão.", "Encontrei uma carta antiga no sótão.",
            "Cala-te e ouve, pá.", "A sopa está fria.", "Olha, avô!", "Lições.",
        ]),
    ShortLines(
        "Swedish", ["windows-1252"],
        [
            "Var är mina nycklar?", "Jag vet inte vad jag ska säga.", "Stäng dörren!", "Vi ses i morgon, på kvällen.",
            "Allt kommer att ordna sig, vännen. Förlåt.", "Han är där.", "Det är kallt i natt, önskar jag.", "Får jag gå?",
            "Min bror är längre.", "Åk hem nu.", "God morgon, små vänner!", "Vad kostar biljetten till Malmö?",
            "Pojken springer över gatan.", "Jag hittade ett gammalt brev på vinden.", "Var tyst och hör på.", "Soppan är kall.", "Kör!",
        ]),
    ShortLines(
        "Danish", ["windows-1252"],
        [
            "Hvor er mine nøgler?", "Jeg ved ikke, hvad jeg skal sige til dig på mandag.", "Luk døren!", "Min bror er større.",
            "Alt skal nok gå.", "Det er en kold nat på øen.", "Må jeg være med?", "Hvad laver du her? Kør!",
            "Hvad koster billetten til Ærø?", "Drengen løber på gaden.", "Jeg fandt et gammelt brev på loftet.",
            "Vær stille og hør efter.", "Suppen er blevet kold, så varm den.", "Farvel, bedstefar. Sov nu sødt.",
        ]),
    ShortLines(
        "Italian", ["windows-1252"],
        [
            "Dove sono le mie chiavi? È tardi.", "Non so perché.", "Chiudi la porta, così va meglio.", "Andrà tutto bene.",
            "Mio fratello non è ancora arrivato.", "Cosa fai qui? È già notte.", "Fa più freddo stasera.", "Verrò domani.", "Sì, certo.",
            "La città è vuota.", "Quanto costa? È caro.", "Il ragazzo correrà per strada.", "Perché piangi?",
            "Sta' zitto, papà dorme già.", "La minestra è fredda.", "Lunedì ti chiamo.", "Ci sarò.", "Più tardi.",
        ]),
    ShortLines(
        "Icelandic", ["windows-1252"],
        [
            "Hvar eru lyklarnir mínir?", "Ég veit ekki hvað ég á að segja.", "Lokaðu dyrunum, góði.", "Það verður allt í lagi.",
            "Bróðir minn er ekki kominn.", "Hvað ertu að gera hér?", "Við sjáumst á morgun, þú veist.", "Þetta er kalt.",
            "Góðan daginn!", "Hvað kostar miðinn?", "Strákurinn hleypur yfir götuna.", "Þegiðu og hlustaðu.", "Súpan er köld.",
            "Sofðu rótt.",
        ]),
    ShortLines(
        "Finnish", ["windows-1252"],
        [
            "Missä avaimeni ovat? En löydä.", "En tiedä mitä sanoa.", "Sulje ovi, älä unohda.", "Kaikki järjestyy.",
            "Mitä sinä täällä teet?", "Veljeni ei ole vielä tullut.", "Yö on kylmä.", "Hyvää iltaa.", "Hyvää huomenta!",
            "Paljonko lippu maksaa täältä?", "Poika juoksee kadun yli äitinsä luo.", "Löysin vanhan kirjeen.",
            "Ole hiljaa ja kuuntele, hölmö.", "Keitto on kylmää.",
        ]),
    ShortLines(
        "English", ["windows-1252"],
        [
            "It’s a café, I think.", "She said – “fine”.", "That cliché again…", "My fiancé isn’t here.", "The naïve one, right?",
            "We’ll meet at the café.", "Don’t – just don’t.", "He ordered crème brûlée.", "‘Wait’, she said…", "El Niño again?",
            "The Brontë sisters", "Déjà vu – that’s all.", "You’re so naïve.",
        ]),
    ShortLines(
        "Dutch", ["windows-1252"],
        [
            "Eén kopje koffie, alsjeblieft.", "België wint!", "Hé, kijk eens.", "De zeeën zijn kalm.",
        ]),
    ShortLines(
        "Russian", ["windows-1251", "KOI8-R", "IBM866"],
        [
            "Где мои ключи?", "Я не знаю, что сказать.", "Закрой дверь, пожалуйста.", "Всё будет хорошо.", "Мой брат ещё не пришёл.",
            "Привет!",
        ]),
    ShortLines(
        "Greek", ["windows-1253"],
        [
            "Πού είναι τα κλειδιά μου;", "Δεν ξέρω τι να πω.", "Κλείσε την πόρτα.", "Όλα θα πάνε καλά.", "Καλημέρα!",
        ]),
    ShortLines(
        "Hebrew", ["windows-1255"],
        [
            "איפה המפתחות שלי?", "אני לא יודע מה לומר.", "סגור את הדלת.", "הכול יהיה בסדר.", "שלום!",
        ]),
    ShortLines(
        "Arabic", ["windows-1256"],
        [
            "أين مفاتيحي؟", "لا أعرف ماذا أقول.", "أغلق الباب من فضلك.", "كل شيء سيكون بخير.", "مرحبا",
        ]),
    ShortLines(
        "Thai", ["windows-874"],
        [
            "กุญแจของฉันอยู่ที่ไหน", "ฉันไม่รู้จะพูดอะไร", "ปิดประตูด้วย", "สวัสดี",
        ]),
]

@Suite("The encoding of single short lines") struct ShortLineEncodingTests {
    @Test("Nearly all lines of Central European, Turkish and Baltic languages are read as written", arguments: central)
    func accuracy(lines: ShortLines) throws {
        let (misread, count) = try Self.misread(lines)
        let share = Double(misread.count) / Double(count)
        #expect(share <= (lines.encodings.contains("windows-1257") ? 0.3 : 0.09), "\(misread.count) of \(count): \(misread)")
    }

    @Test("All lines of Western European languages and of other scripts are read as written", arguments: others)
    func unharmed(lines: ShortLines) throws { #expect(try Self.misread(lines).0 == []) }

    @Test("Over all languages, no more than one line in thirty is misread")
    func overall() throws {
        let results = try (central + others).map { try Self.misread($0) }
        let (misread, count) = (results.reduce(0) { $0 + $1.0.count }, results.reduce(0) { $0 + $1.1 })
        #expect(misread * 30 <= count, "\(misread) of \(count)")
    }

    /// The lines that are read as other text, each alone in a SubRip file, and the number of all.
    private static func misread(_ lines: ShortLines) throws -> ([String], Int) {
        var (misread, count): ([String], Int) = ([], 0)
        for name in lines.encodings {
            let encoding = try #require(TextEncoding(named: name))
            for text in lines.texts {
                guard let bytes = encoded(text, in: name == "ISO-8859-9" ? .windows1254 : encoding) else { continue }
                count += 1
                let document = CaptionDocument.read(Array("1\r\n00:00:01,000 --> 00:00:02,000\r\n".utf8) + bytes + [0x0D, 0x0A])
                let read = document.cues.first?.text ?? ""
                // ISO-8859-2 and windows-1250 have the cedilla at the bytes of ISO-8859-16's comma, and most Romanian text uses them so.
                if modern(read) != modern(text) { misread.append("\(name): \(read)") }
            }
        }
        return (misread, count)
    }

    private static func modern(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { commas[$0] ?? $0 }))
    }

    private static let commas: [Unicode.Scalar: Unicode.Scalar] = ["ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț"]

    /// nil if the encoding lacks a character.
    private static func encoded(_ text: String, in encoding: TextEncoding) -> [UInt8]? {
        guard let table = encoding.table else { return nil }
        let text = encoding == .iso8859Part16 ? modern(text) : text
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if let index = table.firstIndex(where: { UInt32($0) == scalar.value }) {
                bytes.append(UInt8(index + 0x80))
            } else {
                return nil
            }
        }
        return bytes
    }

    @Test("Romanian quotation marks tell ISO-8859-16 from windows-1250")
    func quotes() throws {
        let text = "A spus \u{201E}nu ştiu\u{201D} şi a plecat."
        for encoding in [TextEncoding.iso8859Part16, .windows1250] {
            let bytes = try #require(Self.encoded(text, in: encoding))
            #expect(bytes.withUnsafeBufferPointer { TextEncoding.detect($0) } == encoding)
        }
    }
}
