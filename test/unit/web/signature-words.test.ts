import { afterEach, expect, it, vi } from "vitest";
import { describeSignature } from "../../../web/features/verify/verdict-words.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, "Not checked: this browser does not support Ed25519."],
  [false, "Not checked: browsers check signatures only on pages loaded over HTTPS."],
])("a signature is unchecked for a reason (loaded over HTTPS: %j): %s", (isSecure, words) => {
  vi.stubGlobal("isSecureContext", isSecure);
  expect(describeSignature("unsupported", "testkey1")).toBe(words);
});
