import { expect, it } from "vitest";
import { readReturnPath, returningTo } from "../../../web/app/session/return-path.tsx";

it.each([
  ["trader", "/payouts", "/payouts"],
  ["trader", "/?tab=performance#chart", "/?tab=performance#chart"],
  ["trader", "/administration", "/administration"],
  ["admin", "/admin", "/admin"],
  ["admin", "/admin/users/12?tab=stages#x", "/admin/users/12?tab=stages#x"],
  ["admin", "/Admin/payouts", "/Admin/payouts"],
  ["trader", "/a/../admin/users", undefined],
  ["trader", "/admin/users", undefined],
  ["admin", "/payouts", undefined],
  ["trader", "//example.com", undefined],
  ["trader", "/\\example.com", undefined],
  ["trader", "/\t/example.com", undefined],
  ["trader", "/a/..//example.com", undefined],
  ["trader", "https://example.com/payouts", undefined],
  ["trader", "https:payouts", undefined],
  ["trader", "javascript:alert(1)", undefined],
  ["trader", "payouts", undefined],
  ["trader", "", undefined],
  ["trader", undefined, undefined],
  ["admin", { href: "/admin" }, undefined],
] as const)("the sign-in of a %s that returns to %j leads to %j", (area, path, target) => {
  expect(readReturnPath(path, area)).toBe(target);
});

it("the dashboard, to which a sign-in leads anyway, is not remembered", () => {
  expect(returningTo("/")).toEqual({});
  expect(returningTo("/?tab=details")).toEqual({ returnPath: "/?tab=details" });
});
