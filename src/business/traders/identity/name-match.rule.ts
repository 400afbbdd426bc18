/** Letters that match as others, besides with their accents removed. */
const always: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
};

/** Letters that match as two letters, too. */
const also: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

const separators = /[\p{Pd}\u2212.\u00b7\u2024\u3002'’‘`´ʼʹ′\u02bb\uff07]+/gu;

/** Names with more choices than this are compared in their two plain forms, so that no name takes long. */
const MOST_CHOICES = 6;

/**
 * Returns whether two names are those of the same person: the same words in any order, without case, accents, hyphens,
 * apostrophes and stops. A hyphen, an apostrophe and a stop may also separate words.
 */
export function namesMatch(one: string, other: string): boolean {
  const others = wordings(other);
  return wordings(one).some((words) => others.some((each) => haveSameWords(words, each)));
}

/** Returns the ways to divide a name into words. */
function wordings(name: string): string[][] {
  const words = name
    .normalize("NFC")
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((word) => word.replaceAll(separators, "") !== "");
  const choices = words.map((word) => {
    const divided = word.split(separators).filter((part) => part !== "");
    return divided.length > 1 ? [[divided.join("")], divided] : [divided];
  });
  return combine(choices).map((chosen) => chosen.flat());
}

/** Whether each word of one list matches another word of the other. */
function haveSameWords(one: string[], other: string[]): boolean {
  if (one.length !== other.length || one.length === 0) return false;
  const spelled = other.map((word) => new Set(spellings(word)));
  const matches = one.map((word) => {
    const own = spellings(word);
    return spelled.map((set) => own.some((spelling) => set.has(spelling)));
  });
  const partners = new Map<number, number>();
  return matches.every((_, index) => findPartner(index, matches, partners, new Set()));
}

/** Finds a word of the other list for a word, and another one for the word that had it. */
function findPartner(
  index: number,
  matches: boolean[][],
  partners: Map<number, number>,
  tried: Set<number>,
): boolean {
  for (const [candidate, isMatch] of matches[index]!.entries()) {
    if (!isMatch || tried.has(candidate)) continue;
    tried.add(candidate);
    const holder = partners.get(candidate);
    if (holder === undefined || findPartner(holder, matches, partners, tried)) {
      partners.set(candidate, index);
      return true;
    }
  }
  return false;
}

/** Returns all spellings of a word in lower case without accents. */
function spellings(word: string): string[] {
  const letters = Array.from(word, (letter) => {
    const plain = always[letter] ?? letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
    const second = also[letter];
    return second === undefined ? [plain] : [plain, second];
  });
  return combine(letters).map((chosen) => chosen.join(""));
}

/** Returns all combinations of one option each; only those of first and of last options if there are too many. */
function combine<Option>(choices: Option[][]): Option[][] {
  if (choices.filter((options) => options.length > 1).length > MOST_CHOICES) {
    return [choices.map((options) => options[0]!), choices.map((options) => options.at(-1)!)];
  }
  return choices.reduce<Option[][]>(
    (combined, options) =>
      combined.flatMap((chosen) => options.map((option) => [...chosen, option])),
    [[]],
  );
}
