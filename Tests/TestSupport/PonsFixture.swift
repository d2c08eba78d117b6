/// The data of the fake PONS server: invented for the tests, in the documented forms.
package struct PonsFixture: Sendable {
    /// The dictionary.
    package let key: String
    /// The requested word, in lower case.
    package let word: String
    /// The language of the sources.
    package let language: String
    /// The hits of the block, as JSON without the brackets around them.
    package let hits: String

    package static let all = [soon, listen, pitch, testGerman, testEnglish, chiSquare, run, door]

    /// One sense with marks, one whose target is a mere reference.
    package static let soon = PonsFixture(
        key: "enit", word: "soon", language: "en",
        hits: #"""
            {"type": "entry", "opendict": false, "roms": [{
              "headword": "soon",
              "headword_full": "soon <span class=\"phonetics\">[su:n]</span> <span class=\"wordclass\">ADV</span>",
              "wordclass": "adverb",
              "arabs": [
                {"header": "1. soon <span class=\"sense\">(in a short time)</span>:", "translations": [
                  {"source": "<strong class=\"headword\">soon</strong>",
                   "target": "presto <span class=\"style\"><acronym title=\"informal\">fam</acronym></span>"},
                  {"source": "<strong class=\"headword\">soon</strong>", "target": "fra poco"},
                  {"source": "<span class=\"example\">as <strong class=\"tilde\">soon</strong> as possible</span>",
                   "target": "al più presto"}]},
                {"header": "<span class=\"indirect_reference_OTHER\">→ early</span>", "translations": [
                  {"source": "", "target": ""}]}]}]}
            """#)

    /// A verb, a noun that has only examples, and a compound.
    package static let listen = PonsFixture(
        key: "enit", word: "listen", language: "en",
        hits: #"""
            {"type": "entry", "opendict": false, "roms": [
              {"headword": "listen in", "headword_full": "listen in", "wordclass": "intransitive verb", "arabs": [
                {"header": "", "translations": [
                  {"source": "<strong class=\"headword\">listen in</strong>", "target": "origliare"}]}]},
              {"headword": "lis·ten ", "headword_full": "lis·ten<sup>1</sup>", "wordclass": "intransitive verb", "arabs": [
                {"header": "", "translations": [
                  {"source": "<strong class=\"headword\">listen</strong>", "target": "ascoltare"},
                  {"source": "<span class='grammatical_construction'>to <strong class='tilde'>listen</strong> to <acronym title='somebody'>sb</acronym></span>",
                   "target": "ascoltare <acronym title='qualcuno'>qc</acronym>"}]}]},
              {"headword": "lis·ten", "headword_full": "lis·ten<sup>2</sup>", "wordclass": "noun", "arabs": [
                {"header": "Phrases:", "translations": [
                  {"source": "<span class=\"full_collocation\">to have a <strong class=\"tilde\">listen</strong></span>",
                   "target": "dare un'ascoltata"}]}]}]},
            {"type": "weather", "forecast": [1, 2, 3]}
            """#)

    /// Stress marks, a misspelt attribute, line breaks, a compound without a part of speech.
    package static let pitch = PonsFixture(
        key: "enru", word: "pitch", language: "en",
        hits: #"""
            {"type": "entry", "opendict": false, "roms": [
              {"headword": "pitch", "headword_full": "pitch <span class=\"phonetics\">[pɪtʃ]</span>", "wordclass": "noun",
               "arabs": [
                {"header": "1. pitch:", "translations": [
                  {"source": "<strong class=\"headword\">pitch</strong> <span class=\"region\">Brit</span>",
                   "target": "площа\u0301дка\n          <span classs=\"genus\">\n  <acronym title=\"feminine\">f</acronym></span>"}]},
                {"header": "2. pitch:", "translations": [
                  {"source": "<strong class=\"headword\">pitch</strong>",
                   "target": "смола\u0301 <span class=\"genus\">f</span>"}]}]},
              {"headword": "pitch", "headword_full": "pitch", "wordclass": "transitive verb", "arabs": [
                {"header": "", "translations": [
                  {"source": "<strong class=\"headword\">pitch</strong>", "target": "броса\u0301ть"}]}]},
              {"headword": "pitch-dark", "headword_full": "pitch-dark", "arabs": [
                {"header": "<span class=\"indirect_reference_OTHER\">→ pitch-black</span>", "translations": [
                  {"source": "", "target": ""}]}]}]}
            """#)

    /// One word in both languages: German here, with a compound in front.
    package static let testGerman = PonsFixture(
        key: "deen", word: "test", language: "de",
        hits: #"""
            {"type": "entry", "opendict": false, "roms": [
              {"headword": "Eig·nungs·test", "headword_full": "", "wordclass": "noun", "arabs": [{"header": "", "translations": [
                {"source": "<strong class=\"headword\">Eignungstest</strong>", "target": "aptitude test"}]}]},
              {"headword": "Test", "headword_full": "", "wordclass": "noun", "arabs": [{"header": "", "translations": [
                {"source": "<strong class=\"headword\">Test</strong> <span class=\"genus\">m</span>", "target": "test"},
                {"source": "<strong class=\"headword\">Test</strong>", "target": "trial"}]}]}]}
            """#)

    /// And English here.
    package static let testEnglish = PonsFixture(
        key: "deen", word: "test", language: "en",
        hits: #"""
            {"type": "entry", "opendict": false, "roms": [
              {"headword": "test", "headword_full": "", "wordclass": "noun", "arabs": [{"header": "", "translations": [
                {"source": "<strong class=\"headword\">test</strong>",
                 "target": "Test <span class=\"genus\">m</span>"}]}]}]}
            """#)

    /// Lines of a glossary only, one of them of another word.
    package static let chiSquare = PonsFixture(
        key: "deen", word: "chi-square test", language: "en",
        hits: #"""
            {"type": "translation", "opendict": true, "source": "chi-square test table", "target": "Prüftabelle"},
            {"type": "translation", "opendict": true,
             "source": "<strong class=\"headword\">Chi-square test</strong> <span class=\"topic\">STAT</span>",
             "target": "Chi-Quadrat-Test <span class=\"genus\">m</span>"}
            """#)

    /// An entry with secondary ones, which come after the primary one.
    package static let run = PonsFixture(
        key: "deen", word: "run", language: "en",
        hits: #"""
            {"type": "entry_with_secondary_entries",
             "secondary_entries": [{"type": "entry", "roms": [
               {"headword": "run", "headword_full": "", "wordclass": "noun", "arabs": [{"header": "", "translations": [
                 {"source": "<strong class=\"headword\">run</strong>", "target": "Lauf"}]}]}]}],
             "primary_entry": {"type": "entry", "roms": [
               {"headword": "run", "headword_full": "", "wordclass": "verb", "arabs": [{"header": "", "translations": [
                 {"source": "<strong class=\"headword\">run</strong>", "target": "laufen"}]}]}]}}
            """#)

    /// Compounds of the requested word, without the word itself.
    package static let door = PonsFixture(
        key: "deen", word: "door", language: "en",
        hits: #"""
            {"type": "entry", "roms": [
              {"headword": "front door", "headword_full": "", "wordclass": "noun", "arabs": [{"header": "", "translations": [
                {"source": "<strong class=\"headword\">front door</strong>", "target": "Haustür"}]}]}]}
            """#)
}
