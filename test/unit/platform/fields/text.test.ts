import { describe, expect, it } from "vitest";
import { email, nameText, text } from "../../../../src/platform/fields/text.schema.ts";

const tooShort = "Full name must be at least 2 characters";
const name = nameText(tooShort, { min: 2 });
const messagesOf = (value: unknown) =>
  name.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("a name", () => {
  it.each([
    ["Jo\u0308rg", "Jörg"],
    ["  Zoe\u0308  ", "Zoë"],
    ["Zoë\n", "Zoë"],
  ])("is trimmed and composed: %j", (entered, stored) => {
    expect(name.parse(entered)).toBe(stored);
  });

  it.each([
    ["Persian with ZWNJ", "علی\u200cرضا"],
    ["Hindi with a joiner", "राक्\u200dष"],
    ["Malayalam that ends in a joiner", "രാജന\u0d4d\u200d"],
    ["Japanese with a variation selector", "葛\u{e0100}西"],
    ["an emoji family", "👨\u200d👩\u200d👧 Team"],
    ["an emoji with a variation selector", "❤\ufe0f Team"],
    ["an apostrophe and a hyphen", "Anne-Marie O’Brien"],
    ["Arabic, which is written from the right", "محمد علي"],
  ])("may be %s", (_what, value) => {
    expect(name.parse(value)).toBe(value);
  });

  it.each([
    ["a line feed", "Olivia\nBennett", "Must be a single line"],
    ["a carriage return", "Olivia\rBennett", "Must be a single line"],
    ["a line separator", "Olivia\u2028Bennett", "Must be a single line"],
    ["a next line", "Olivia\u0085Bennett", "Must be a single line"],
    ["a tab", "Olivia\tBennett", "Must not contain invisible characters such as U+0009"],
    ["a zero width space", "Oli\u200bvia", "Must not contain invisible characters such as U+200B"],
    ["a soft hyphen", "Oli\u00advia", "Must not contain invisible characters such as U+00AD"],
    ["a byte order mark", "Oli\ufeffvia", "Must not contain invisible characters such as U+FEFF"],
    [
      "a right-to-left override",
      "Oli\u202evia",
      "Must not contain invisible characters such as U+202E",
    ],
    ["an isolate", "\u2067Olivia\u2069", "Must not contain invisible characters such as U+2067"],
    [
      "a left-to-right mark",
      "Olivia\u200e",
      "Must not contain invisible characters such as U+200E",
    ],
    ["a Hangul filler", "Oli\u3164via", "Must not contain invisible characters such as U+3164"],
    [
      "a blank Braille pattern",
      "Olivia\u2800",
      "Must not contain invisible characters such as U+2800",
    ],
    ["a tag character", "Oli\u{e0061}via", "Must not contain invisible characters such as U+E0061"],
    [
      "a joiner between words",
      "Olivia \u200dBennett",
      "Must not contain invisible characters such as U+200D",
    ],
    ["a joiner at the end", "Olivia\u200c", "Must not contain invisible characters such as U+200C"],
    ["two joiners", "علی\u200c\u200cرضا", "Must not contain invisible characters such as U+200C"],
  ])("must not contain %s", (_what, value, message) => {
    expect(messagesOf(value)).toEqual([message]);
  });

  it.each(["O", "\u200b\u200b", "O\u200b", "\u202e\u202e O"])(
    "is too short first if fewer than two characters of %j are visible",
    (value) => {
      expect(messagesOf(value)[0]).toBe(tooShort);
    },
  );

  it("keeps the messages about NUL, broken characters and length", () => {
    expect(messagesOf("a\0b")).toEqual(["Text must not contain NUL or broken characters"]);
    expect(messagesOf("x".repeat(2_001))).toEqual([
      "Text must not be longer than 2,000 characters",
    ]);
  });

  it("is composed like every text, even if marks are in an unusual order", () => {
    expect(text().parse("a\u0301\u0323")).toBe("ạ\u0301");
  });
});

describe("an email", () => {
  it.each([
    [" Anna@MÜLLER.example ", "anna@xn--mller-kva.example"],
    ["anna@mu\u0308ller.example", "anna@xn--mller-kva.example"],
    ["anna@XN--MLLER-KVA.example", "anna@xn--mller-kva.example"],
    ["anna@straße.de", "anna@xn--strae-oqa.de"],
    ["anna@пример.рф", "anna@xn--e1afmkfd.xn--p1ai"],
    ["anna@例え。テスト", "anna@xn--r8jz45g.xn--zckzah"],
    ["anna@نامه\u200cای.com", "anna@xn--mgba3gch31f060k.com"],
    ["o'neil+desk@example.com", "o'neil+desk@example.com"],
  ])("%j is stored as %j", (entered, stored) => {
    expect(email().parse(entered)).toBe(stored);
    expect(email().parse(stored)).toBe(stored);
  });

  it.each([
    "anna@müller",
    "anna@mü/ller.de",
    "anna@müller.de/path",
    "anna@müller.de:25",
    "anna@b@müller.de",
    "anna@mü\u202eller.de",
    "anna@mü ller.de",
    "anna@-müller.1",
    "jörg@example.com",
    "anna@１２７.0.0.1",
    `anna@${"ü".repeat(250)}.de`,
    "anna@%6düller.de",
    "@müller.de",
  ])("%j is rejected", (entered) => {
    expect(email().safeParse(entered).error?.issues[0]!.message).toBe("Please enter a valid email");
  });
});
