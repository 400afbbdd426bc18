import { describe, expect, it } from "vitest";
import { nameGroup } from "../../../vite/groups.ts";

describe("the file of a module that several screens need", () => {
  it.each([
    ["what the sign-in needs is in its file", ["auth", "_trader", "admin/users"], "sign-in"],
    ["what one screen needs stays with it", ["_trader/payouts"], null],
    [
      "what both layouts need is loaded by everyone who is signed in",
      ["_trader", "admin"],
      "trader-admin",
    ],
    ["the home is apart from other screens of traders", ["_trader/index", "_trader/links"], "home"],
    ["tables are apart from other screens", ["admin/users", "admin/payouts"], "tables"],
    [
      "what visitors need is apart",
      ["verify", "_trader/notices", "_trader/orders"],
      "visitors-traders",
    ],
    ["two screens of administrators do not make a file", ["admin/team", "admin/tokens"], null],
  ])("%s", (_, screens, name) => {
    expect(nameGroup(new Set(screens), false)).toBe(name);
  });

  it("leaves validation to the forms that use it", () => {
    expect(nameGroup(new Set(["_trader", "admin"]), true)).toBeNull();
  });
});
