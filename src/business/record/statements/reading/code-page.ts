import iconv from "iconv-lite";

/** A code page, and whether a text in it could be a name or a comment. */
interface CodePage {
  encoding: string;
  isPlausible: (text: string, bytes: string) => boolean;
}

/** Letters of a language beyond ASCII: those that it has anywhere, and a pattern of those that it only has in some places. */
type Letters = [anywhere: string, placed?: string];

/** In Czech, Croatian and Baltic words, unlike the `è` of `Hélène`, which is the same byte. */
const C_CARON = "č(?![bdfglmnprstv]{1,2}e$)";

/**
 * Languages by code page. Code pages share most bytes, so a letter that is another one elsewhere is limited to the places
 * in a word where the language has it.
 */
const latinLanguages: Record<string, Letters[]> = {
  "windows-1252": [
    ["äöüß"],
    ["âçéîôëïûü", "è(?![aeiouyáéíóúýk])|è(?=e$)|ê(?![bdgkz])|œ(?![clmnwz])"],
    ["áéíóúü", "ñ(?![bcdfgkpst])"],
    ["áâãçéíóôú", "õ(?=e)|ê(?![bdgkz])"],
    ["", "[àèéìòù]$"],
    ["äåéöøü", "æ(?=[bdfghjklmnprstv])"],
    ["áéíóúöð", "^þ|(?<=[^y])ý|æ(?=[bdfghjklmnprstv])"],
  ],
  "windows-1250": [
    ["ąęłóśźż", "ń(?![aeiouyóąę])|(?<=[aeiouyóąęń])ć"],
    ["áďéěíňóšťúůžäôľ", `ř(?![lr])|(?<=[^y])ý|(?<=[^aeiou])[ĺŕ](?=[^aeiou])|${C_CARON}`],
    ["áéíóöúüű", "ő(?!e)"],
    ["đšž", `(?<=[aeiou])ć|^ć|${C_CARON}`],
    ["âîşţ", "ă(?![eo])"],
    ["äöüß"],
  ],
  "windows-1254": [["âçğıöşüİ"]],
  "windows-1257": [
    ["ąšūž", `(?<![aeou])ė|^į|į$|ę(?=[a-z])|ų(?![lr])|${C_CARON}`],
    ["āģīķļņšūž", `ē(?![aeiou])|${C_CARON}`],
    ["äõöü"],
  ],
};

/** A reading in a Latin script: words of one language, each with a letter of ASCII. */
function latinPage([encoding, languages]: [string, Letters[]]): CodePage {
  const patterns = languages.map(
    ([anywhere, placed]) =>
      new RegExp(`^(?:[a-z${anywhere}]${placed ? `|${placed}` : ""})+$`, "iu"),
  );
  return {
    encoding,
    isPlausible: (text) => {
      const words = wordsOf(text);
      return (
        words.every((word) => /[a-z]/i.test(word) && isPronounceable(word)) &&
        patterns.some((pattern) => words.every((word) => pattern.test(word)))
      );
    },
  };
}

/** A reading in another alphabet: words of it beside words in ASCII. */
function alphabetPage(encoding: string, isWord: (word: string) => boolean): CodePage {
  return {
    encoding,
    isPlausible: (text) =>
      wordsOf(text).every(
        (word) => /^[a-z]+$/i.test(word) || (isPronounceable(word) && isWord(word)),
      ),
  };
}

/** A reading in an East Asian script, in which rare characters are ruled out by their bytes. */
function widePage(encoding: string, common: string): CodePage {
  const pattern = new RegExp(`^(?:[\\x00-\\x7f]|${common})*$`);
  const mixed = /[a-z][^\p{ASCII}\s]|[^\p{ASCII}\s][a-z]/iu;
  return {
    encoding,
    isPlausible: (text, bytes) => pattern.test(bytes) && !mixed.test(text),
  };
}

/** Whether a word has a vowel or a syllabic `r` or `l`, if its script writes them, and no capital after a small letter. */
function isPronounceable(word: string): boolean {
  if (/^[a-z]+$/i.test(word)) return true;
  const letters = word.normalize("NFD");
  return (
    !/\p{Ll}(?![A-Z])\p{Lu}/u.test(word) &&
    (/[aeiouyæøœırlαεηιουωаеиоуыэюяієїў]/iu.test(letters) || !/\p{Cased}/u.test(letters))
  );
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}]+/gu) ?? [];

function isCyrillic(word: string): boolean {
  return (
    /^[А-яЁёІіЇїЄєҐґЎўЂђЋћЏџЉљЊњЈј]+$/u.test(word) &&
    !/(?:^|[аеёиоуыэюя])[ьъ]|^ы|[бвгджзклмнпрстфхцчшщ](?:й|[бвгджзклмнпрстфхцчшщ]{4})/iu.test(word)
  );
}

/** A Greek word has one accent, unless it is short or in capitals, and ends in its own form of sigma. */
function isGreek(word: string): boolean {
  const accents = word.match(/[ΆΈΉΊΌΎΏάέήίόύώ]/gu)?.length ?? 0;
  const isCapital = word === word.toUpperCase();
  return (
    /^[Α-ΩΆΈΉΊΌΎΏα-ωάέήίόύώϊϋ]+$/u.test(word) &&
    !/ς.|σ$|[βγδζθκλμνξπρσςτφχψ]{4}/u.test(word.toLowerCase()) &&
    (isCapital ? accents === 0 : accents === 1 || (accents === 0 && word.length <= 3))
  );
}

/** In Thai, some vowels are written before their consonant, and marks follow it. */
const THAI = /^(?:[\u0e40-\u0e44]?[\u0e01-\u0e2e][\u0e30-\u0e3a\u0e45\u0e47-\u0e4e]*)+$/u;

const codePages: CodePage[] = [
  ...Object.entries(latinLanguages).map(latinPage),
  alphabetPage("windows-1251", isCyrillic),
  alphabetPage("windows-1253", isGreek),
  alphabetPage("windows-1255", (word) => /^[\u05d0-\u05ea]+$/u.test(word)),
  alphabetPage("windows-1256", (word) => /^[\u0620-\u06d3]+$/u.test(word)),
  alphabetPage("windows-874", (word) => THAI.test(word)),
  widePage("gbk", "[\\xb0-\\xd7][\\xa1-\\xfe]|[\\xa1\\xa3][\\xa1-\\xfe]"),
  widePage("big5", "[\\xa4-\\xc6][\\x40-\\x7e\\xa1-\\xfe]|[\\xa1-\\xa3][\\x40-\\x7e\\xa1-\\xfe]"),
  widePage(
    "shift_jis",
    "[\\x88-\\x97][\\x40-\\x7e\\x80-\\xfc]|\\x98[\\x40-\\x72]|[\\x81-\\x83][\\x40-\\x7e\\x80-\\xfc]",
  ),
  widePage("euc-kr", "[\\xb0-\\xc8][\\xa1-\\xfe]|[\\xa1\\xa3][\\xa1-\\xfe]"),
];

/** Code pages in which nearly any bytes are words; they only rule out that another one is certain. */
const doubtful = new Set(["windows-1255", "windows-1256", "windows-874", "euc-kr"]);

/** Characters of words and between them, some of which do not touch letters. */
const BETWEEN =
  /^[\p{ASCII}\p{L}\p{M}\s\u2013\u2014\u2018-\u201e\u2026\u3001-\u3002\uff00-\uff5e€£§©®™°·•«»№]*$/u;
const TOUCHING = /[€£§©®™°·•№«»]\p{L}|\p{L}[€£§©®°·•№«»]/u;

/**
 * Finds the code page of texts that is not declared. Texts are too short for statistics: a code page is certain if it is
 * the only one in which all of them are words of a language, or if the other ones give the same words.
 * @param texts each byte as one character
 * @returns `undefined` if it is not certain
 */
export function codePageOf(texts: string[]): string | undefined {
  const readings = codePages.flatMap(({ encoding, isPlausible }) => {
    const decoded = texts.map((bytes) => iconv.decode(Buffer.from(bytes, "latin1"), encoding));
    const isReading = decoded.every(
      (text, index) =>
        BETWEEN.test(text) && !TOUCHING.test(text) && isPlausible(text, texts[index]!),
    );
    return isReading ? [{ encoding, text: decoded.join("\n") }] : [];
  });
  const [first, ...others] = readings;
  if (!first || doubtful.has(first.encoding)) return undefined;
  return others.every(({ text }) => text === first.text) ? first.encoding : undefined;
}
