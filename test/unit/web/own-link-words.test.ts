import { describe, expect, it } from "vitest";
import { conclusion, linkState } from "../../../web/features/trader-links/link-words.ts";

const confirmed = { status: "confirmed", clearedAt: null, withhold: true } as const;

describe("the state of a link, as its trader reads it", () => {
  it.each([
    [confirmed, "Confirmed", /^Your payouts are to be withheld/],
    [{ ...confirmed, withhold: false }, "Confirmed", /^Your payouts are not withheld/],
    [{ ...confirmed, status: "open" as const }, "Under review", /checked again/],
    [{ ...confirmed, status: "dismissed" as const }, "Dismissed", /^The link was dismissed/],
    [{ ...confirmed, clearedAt: new Date() }, "Overturned", /^Your appeal was granted/],
    [
      { ...confirmed, status: "dismissed" as const, clearedAt: new Date() },
      "Overturned",
      /^Your appeal was granted/,
    ],
  ])("%j is %s", (link, word, words) => {
    expect(linkState(link).word).toBe(word);
    expect(linkState(link).words).toMatch(words);
  });
});

describe("the conclusion of a letter about a link", () => {
  type Link = Parameters<typeof conclusion>[0];
  const pair = (kind: "copied" | "opposite", b: string) =>
    ({ kind, a: "you", b }) as Link["evidence"][number];
  const fact = { kind: "payee", sharedBy: 3, of: 320, oneIn: 51_040 } as const;

  it.each<[string, Link, string]>([
    [
      "one copied account",
      { evidence: [pair("copied", "A")], facts: [] },
      "another account, because it opens the same trades at the same times.",
    ],
    [
      "several accounts, and facts",
      { evidence: [pair("copied", "A"), pair("opposite", "B")], facts: [fact] },
      "2 other accounts, because it opens the same trades at the same times, opens opposite trades at the same times, and shares what accounts of different people seldom share.",
    ],
    [
      "facts alone",
      { evidence: [], facts: [fact] },
      "2 other accounts, because it shares what accounts of different people seldom share.",
    ],
    ["nothing that is seen", { evidence: [], facts: [] }, "another account."],
  ])("is about %s", (_, link, words) => {
    expect(conclusion(link)).toBe(`Your trading account was found to be linked to ${words}`);
  });
});
