import { randomInt } from "node:crypto";

/** Without characters that look alike. Platforms ask for one of each kind. */
const kinds = [
  "abcdefghijkmnopqrstuvwxyz",
  "ABCDEFGHJKLMNPQRSTUVWXYZ",
  "23456789",
  "!#$%*+-=?@",
] as const;

const LENGTH = 14;

/** Returns a random password with characters of every kind. */
export function newPassword(): string {
  const all = kinds.join("");
  const one = (characters: string) => characters.charAt(randomInt(characters.length));
  const characters = kinds.map(one);
  while (characters.length < LENGTH) characters.push(one(all));
  // Otherwise, the first four would have a known kind.
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other]!, characters[last]!];
  }
  return characters.join("");
}
