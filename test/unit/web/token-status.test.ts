import { expect, it } from "vitest";
import { tokenStatus } from "../../../web/features/admin/tokens/token-status.ts";

const now = new Date("2026-03-14T09:26:53.589Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

it.each([
  [null, null, "active"],
  [after, null, "active"],
  [now, null, "expired"],
  [before, null, "expired"],
  [null, before, "revoked"],
  [before, before, "revoked"],
] as const)("a token that expires %s and was revoked %s is %s", (expiresAt, revokedAt, status) => {
  expect(tokenStatus({ expiresAt, revokedAt }, now)).toBe(status);
});
