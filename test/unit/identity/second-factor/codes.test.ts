import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import {
  acceptedStep,
  generateTotpSecret,
  totpUri,
} from "../../../../src/identity/second-factor/totp.rule.ts";
import {
  formatTypedCode,
  readTypedCode,
  TYPED_CODE_LENGTH,
  typedCodeOf,
} from "../../../../src/platform/fields/typed-code.rule.ts";

/** The secret of RFC 6238, appendix B. */
const secret = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer });
const at = (seconds: number) => new Date(seconds * 1000);

describe("a code of an authenticator app", () => {
  // The test vectors of RFC 6238 have eight digits; apps show the last six.
  it.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_234_567_890, "005924", 41_152_263],
    [20_000_000_000, "353130", 666_666_666],
  ])("at %i seconds is %s, as in RFC 6238", (seconds, code, step) => {
    const state = { secret: secret.base32, lastUsedStep: null, now: at(seconds) };
    expect(acceptedStep(code, state)).toBe(step);
  });

  const now = at(1_234_567_890);
  const current = 41_152_263;
  const codeOf = (step: number) => TOTP.generate({ secret, timestamp: step * 30_000 });

  it.each([
    [-2, undefined],
    [-1, current - 1],
    [0, current],
    [1, current + 1],
    [2, undefined],
  ])("of the step at distance %i returns %s", (distance, expected) => {
    const state = { secret: secret.base32, lastUsedStep: null, now };
    expect(acceptedStep(codeOf(current + distance), state)).toBe(expected);
  });

  it.each([
    ["of the last used step", 0, undefined],
    ["of the step before the last used one", -1, undefined],
    ["of the step after it", 1, current + 1],
  ])("%s is accepted only if its step is later than the last used one", (_, distance, expected) => {
    const state = { secret: secret.base32, lastUsedStep: current, now };
    expect(acceptedStep(codeOf(current + distance), state)).toBe(expected);
  });

  it.each(["", "005 924", " 005924 ", "5924", "0059245", "00592a", "005924\n"])(
    "typed as %j is accepted only if it has six digits",
    (typed) => {
      const state = { secret: secret.base32, lastUsedStep: null, now };
      const isRight = typed.replaceAll(/\s/g, "") === "005924";
      expect(acceptedStep(typed, state)).toBe(isRight ? current : undefined);
    },
  );

  it("comes from a secret of 160 bits", () => {
    const secrets = new Set(Array.from({ length: 100 }, generateTotpSecret));
    expect(secrets.size).toBe(100);
    for (const made of secrets) expect(made).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("contains issuer and account in its URI, even if they have colons", () => {
    const uri = new URL(totpUri(secret.base32, "Desk: London", "a:b@example.com"));
    expect(decodeURIComponent(uri.pathname)).toBe("/Desk  London:a b@example.com");
    expect(uri.searchParams.get("secret")).toBe(secret.base32);
  });
});

describe("a recovery code", () => {
  it("has three groups of four letters, none of which looks like a digit", () => {
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    for (let start = 0; start + TYPED_CODE_LENGTH <= 256; start += 1) {
      const code = formatTypedCode(typedCodeOf(every.slice(start, start + TYPED_CODE_LENGTH)));
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
      expect(readTypedCode(code)).toBe(code.replaceAll("-", ""));
    }
  });

  it.each([
    ["7KQ2-M0XD-93TV", "7KQ2M0XD93TV"],
    [" 7kq2 m0xd 93tv ", "7KQ2M0XD93TV"],
    ["7KQ2-MOXD-93TV", "7KQ2M0XD93TV"],
    ["LIO2-MOXD-93TV", "1102M0XD93TV"],
    ["7KQ2-M0XD-93T", undefined],
    ["7KQ2-M0XD-93TVV", undefined],
    ["7KQ2-M0XD-93T!", undefined],
    ["7KQ2-M0XD-93TU", undefined],
    ["492039", undefined],
    ["", undefined],
  ])("typed as %j is read as %j", (typed, expected) => {
    expect(readTypedCode(typed)).toBe(expected);
  });
});
