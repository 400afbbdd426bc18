import { expect, it } from "vitest";
import { changesRead, pathOf } from "../../../../web/app/api-client/changed-reads.rule.ts";

const path = (name: string) => `admin.${name}`.split(".");

it.each([
  ["notes.add", "notes.page", true],
  ["notes.add", "audit.page", true],
  ["notes.add", "users.summary", false],
  ["tags.change", "users.page", true],
  ["tags.change", "stages.list", false],
  ["users.updateWithAccount", "payouts.page", true],
  ["payouts.decide", "dashboard", true],
  ["login", "me.get", true],
])("%s reloads %s: %s", (write, read, isChanged) => {
  expect(changesRead(path(write), path(read))).toBe(isChanged);
});

it("reads the path of a call from its key", () => {
  expect(pathOf([["admin", "notes", "page"], { type: "infinite" }])).toEqual(path("notes.page"));
  expect(pathOf(["session"])).toEqual([]);
});
