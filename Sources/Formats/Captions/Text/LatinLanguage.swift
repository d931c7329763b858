// SPDX-License-Identifier: Apache-2.0

/// The letters and words that are typical of a language with a Latin script, to recognise it in short texts.
struct LatinLanguage {
    /// The encodings in which it is found, the most common one first.
    var encodings: [TextEncoding]
    /// Its lower-case letters beyond ASCII.
    var letters: String
    /// Frequent words of dialogue, separated by spaces.
    var words: String
    /// Frequent parts of words, separated by spaces. An underscore is the end of a word.
    var parts: String

    static let all: [LatinLanguage] = [
        // English.
        LatinLanguage(
            encodings: [.windows1252], letters: "éèïöñçàêë",
            words: """
                the a to of and in is you that it he was for on are with as his they at be this have from or one had by not \
                but what all were we when your can said there use an each which she do how their if will up other about out \
                many then them these so some her would make like him into time has look two more go see no way could my than \
                been call who its now did get come made may don't i'm i me yes know here just want got right think good let us
                """,
            parts: "th wh ght ing tion ould igh ck ee oo ea"),
        // French.
        LatinLanguage(
            encodings: [.windows1252], letters: "éèàçêùâîôûëïœ",
            words: """
                le la les de des un une et est en que qui dans pas je tu il elle nous vous ils ne se ce sur pour plus avec \
                mais au du à été être où très c'est j'ai ça oui non bien on mon ma ton sa son moi toi quoi là même déjà fait \
                tout rien ici comme alors merci monsieur suis sont était voilà après père mère
                """,
            parts: "eau oi ment qu eux ais ait ette oû ê eur ouv ç"),
        // German.
        LatinLanguage(
            encodings: [.windows1252], letters: "äöüß",
            words: """
                der die das und ist ich du er sie es wir ihr nicht ein eine einen den dem zu mit auf für von im in was wie ja \
                nein aber auch noch nur so wenn dass haben hat bin sind war hier da mir mich dich dir kein doch über können \
                müssen schön natürlich danke bitte gut jetzt mehr uns wer wo warum
                """,
            parts: "sch ch ei ie ung tz ck cht heit lich äu ß öh ühl üh ör ür är"),
        // Spanish.
        LatinLanguage(
            encodings: [.windows1252], letters: "áéíóúñü¿¡",
            words: """
                el la los las de que y a en un una es no se por con para su al lo como más pero sus le ya o este sí porque \
                esta entre cuando muy sin sobre también me hasta hay donde qué está todo nos eso bien aquí estoy estás cómo \
                dónde quién así señor mañana gracias tú él yo nada vamos ahora
                """,
            parts: "ción ll qu ue ie dad ñ ía ando iendo ó_ é_ rr"),
        // Portuguese.
        LatinLanguage(
            encodings: [.windows1252], letters: "ãõçáéíóúâêôà",
            words: """
                o a os as de que e do da em um uma para com não no na por mais se como mas foi ao ele das tem à seu sua ou ser \
                quando muito nos já está eu também só pelo isso ela até você são então isto aqui sim me meu minha bem onde \
                estou vamos agora obrigado nós mãe irmão coração amanhã
                """,
            parts: "ção ões ão ãe nh lh õe ei ou inho ês ços"),
        // Danish, Norwegian, Swedish.
        LatinLanguage(
            encodings: [.windows1252], letters: "åäöæøé",
            words: """
                och i att det som en på är av för med den till inte om ett han hon jag du vi de har var så kan nu här där vad \
                ja nej og er ikke jeg der et at for men til hvad hva vil skal meg mig deg dig også være været når må få går år \
                nå då själv någon något mycket hvor hvem
                """,
            parts: "sk ng ll tt å ck gj kj ør ær ör är åg ige"),
        // Italian.
        LatinLanguage(
            encodings: [.windows1252], letters: "àèéìòù",
            words: """
                il la lo le gli di che e un una è non per in con sono si mi ti ci ma come da del della al se questo cosa più \
                io tu lui lei noi ho hai ha perché così già può sì no bene qui grazie andare tutto ancora dove quando chi suo \
                mio tuo essere fare città
                """,
            parts: "zione gli che zz ità ò_ rà ell ett ess gia io cch ggi"),
        // Icelandic.
        LatinLanguage(
            encodings: [.windows1252], letters: "áðéíóúýþæö",
            words: """
                og að er í á ég þú það ekki við um en var hann hún sem til með hvað já nei þetta þessi hér þar mig þig honum \
                vera hefur þeir þær fyrir góður einn svo bara allt
                """,
            parts: "ð þ ir ur inn ör ær ja"),
        // Dutch.
        LatinLanguage(
            encodings: [.windows1252], letters: "ëïéèöü",
            words: """
                de het een en van ik je is dat niet in te ze hij we zijn op met voor er maar wat die aan als om ook naar uit \
                bij heb hebben jij wij nee ja goed hier kan dit mijn deze
                """,
            parts: "ij oe ee aa uu oo sch lijk"),
        // Finnish.
        LatinLanguage(
            encodings: [.windows1252], letters: "äöå",
            words: """
                ja on ei se en hän minä sinä että mitä tämä ole oli niin mutta kun kuin voi nyt olen olet tule hyvä kiitos \
                missä miksi joka vain mikä me te he sitä siitä minun sinun pitää täällä älä
                """,
            parts: "ää ii uu yy ll tt kk ssa ssä lla llä nen än öö tä"),
        // Polish.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2], letters: "ąęłśżźćńó",
            words: """
                nie to się w na i z co jest że do tak jak mnie mi o ale ty po ci ja za go już jestem tu był tylko czy dla może \
                być ma od jesteś dobrze wiem proszę cię są będzie była wszystko teraz dlaczego gdzie kto mam masz twój mój \
                dziękuję życie jeszcze chcę też więc
                """,
            parts: "sz cz rz dz ki ów ię ą_ ę_ wie nie ych ego owa ła ło ść ać ąć ci emy"),
        // Czech.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2], letters: "íáéěščřžýůúťďňó",
            words: """
                je to se na že ne a v co jsem si tak jak já ty mi jsi za do ale o by s už ho mě jen když být byl byla jsme \
                jste tady tam kde proč kdo ano dobře prosím děkuju nic něco všechno musím můžu můžeš víš vím chci teď může máš \
                mám má mít pro pane není nevím jo
                """,
            parts: "ě ř ů ch ní ov ou š ým je á_ ný ž"),
        // Slovak.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2], letters: "áäčďéíĺľňóôŕšťúýž",
            words: """
                je to sa na že nie a v čo som si tak ako ja ty mi za do ale o by s už ho len keď byť bol bola sme ste tu tam \
                kde prečo kto áno dobre prosím ďakujem nič niečo všetko musím môžem môžeš vieš viem chcem teraz môže máš mám \
                má mať pre pane
                """,
            parts: "ch ie ia ô ov š ť ľ ý_ ú_ ať ok ou cha ec pre"),
        // Hungarian.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2], letters: "áéíóöőúüű",
            words: """
                a az nem hogy és egy is ez de van meg mi én te ő csak már ha vagy el kell volt jól mit azt itt ott most nagyon \
                igen lesz jó mint még le ki be fel minden miért hol úgy így nekem neked tudom vagyok köszönöm hát akkor ezt \
                neki őt nincs ők
                """,
            parts: "sz gy zs cs ny ek ok ó_ ő ek_ ak_ nak nek ban ben tt ly"),
        // Croatian, Bosnian, Slovene.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2], letters: "čšžćđ",
            words: """
                je da se i u na ne to sam si što za a ti mi bi nije od kako ali ja ga su smo ste samo ovo on ona sve kao može \
                ako gdje tko zašto znam hvala dobro biti bio bila još već više nešto ništa moram želim hoću ću ćeš će ni pa v \
                in pri kaj kje ko če že tudi lahko
                """,
            parts: "nj lj ije je ti ći ić š ov ao ni ah as_ sn"),
        // Romanian.
        LatinLanguage(
            encodings: [.windows1250, .iso8859Part2, .iso8859Part16], letters: "ăâîşţșț",
            words: """
                nu de să şi și a în ce e cu la o este un mai că am te pe ai eu tu el ea noi voi sunt dar asta bine da ne va fi \
                mă îmi îţi îți vrei ştiu știu când unde cine aici acum trebuie nimic ceva poate te-am fost era fără după până \
                între sau din cum se le lui meu mea tău ta ale mulţumesc mulțumesc pentru casă spune toate vă
                """,
            parts: "ul ui ea ă_ ţi şi ii oa at uri esc ez ată ar ea_ ie că ei"),
        // Turkish.
        LatinLanguage(
            encodings: [.windows1254], letters: "ışğçöüİâ",
            words: """
                bir bu ne ve ben sen o mi için de da çok evet hayır var yok değil iyi şey daha ama gibi kadar neden nasıl \
                nerede kim tamam bana sana onu beni seni biz siz olarak şimdi burada orada her ol oldu olur mı mu mü artık \
                hadi lütfen teşekkür ederim biliyorum istiyorum gel git benim senin hiç iki sonra önce
                """,
            parts: "lar ler yor ım_ ın ğ şı ı_ dı du di mak mek iyor acak ece ecek le da_ de_ im_ yi ka ki nd ar_ er_ sin ye"),
        // Lithuanian.
        LatinLanguage(
            encodings: [.windows1257], letters: "ąčęėįšųūž",
            words: """
                ir yra kad ne tai aš tu jis ji mes jūs į su iš ką kas kaip bet čia ten tik taip ar jau dar nuo už per apie \
                mano tavo turi galiu žinau gerai ačiū kur kodėl labai man tau būti buvo
                """,
            parts: "as_ is_ us_ ė ų au ai ie š ū uo ti ryk"),
        // Latvian.
        LatinLanguage(
            encodings: [.windows1257], letters: "āčēģīķļņšūž",
            words: """
                un ir ka nav es tu viņš viņa mēs jūs tas ar no uz par kas kā bet te tur tikai jā nē vai jau vēl man tev mans \
                tavs zinu labi paldies kur kāpēc ļoti būt bija šo šis ko lai
                """,
            parts: "ie s_ ā ē ī u_ šu ai as_ is_ jā ūd ur"),
        // Estonian.
        LatinLanguage(
            encodings: [.windows1257], letters: "õäöüšž",
            words: """
                ja on ei see et ma sa ta me te nad kui mis kes aga siin seal ka nii jah mida kus miks väga oli olen oled hästi \
                tänan minu sinu ära mul sul tule pole midagi veel kõik ühe
                """,
            parts: "aa ee ii uu õ ää öö üü st us_ da_ le_ se_"),
    ]
}
