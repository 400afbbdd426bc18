import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCipher, fixedKeyring } from "../../../../src/platform/vault/cipher.ts";

const cipher = createCipher(fixedKeyring([randomBytes(32)]));

describe("an encrypted value", () => {
  it("decrypts to the original text, and differs each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const sealed = cipher.encrypt(text, "row:1");
        expect(cipher.decrypt(sealed, "row:1")).toBe(text);
        expect(cipher.encrypt(text, "row:1")).not.toBe(sealed);
      }),
    );
  });

  it("cannot be decrypted in another row", () => {
    expect(() => cipher.decrypt(cipher.encrypt("secret", "row:1"), "row:2")).toThrow(
      /authenticate/,
    );
  });

  it("cannot be decrypted after a change of one character", () => {
    const sealed = cipher.encrypt("secret", "row:1");
    for (let index = 0; index < sealed.length - 1; index += 1) {
      const other = sealed[index] === "A" ? "B" : "A";
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      expect(() => cipher.decrypt(changed, "row:1")).toThrow(/authenticat|No key/);
    }
  });

  it("cannot be decrypted with a truncated tag", () => {
    const [version, id, nonce, body] = cipher.encrypt("", "row:1").split(".");
    const tag = Buffer.from(body!, "base64url").subarray(0, 12).toString("base64url");
    expect(() => cipher.decrypt([version, id, nonce, tag].join("."), "row:1")).toThrow(/tag/);
  });

  it("cannot be decrypted with another key", () => {
    const other = createCipher(fixedKeyring([randomBytes(32)]));
    expect(() => other.decrypt(cipher.encrypt("secret", "row:1"), "row:1")).toThrow(/No key/);
  });
});
