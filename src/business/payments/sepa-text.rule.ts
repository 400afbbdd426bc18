/** Letters that Unicode decomposition does not turn into Latin ones. */
const spellings: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  å: "a",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "&": "+",
};

function spell(character: string): string {
  const spelled = spellings[character.toLowerCase()];
  if (spelled === undefined) return character;
  if (character === character.toLowerCase()) return spelled;
  return spelled[0]!.toUpperCase() + spelled.slice(1);
}

/**
 * Converts text to the character set of SEPA: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and space, without `//` and without
 * `/` at either end. Characters without a Latin spelling are dropped.
 */
export function sepaText(text: string, longest: number): string {
  return Array.from(text.normalize("NFC"), spell)
    .join("")
    .normalize("NFKD")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, "-")
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, "")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, longest)
    .replaceAll(/^[/ ]+|[/ ]+$/g, "");
}
