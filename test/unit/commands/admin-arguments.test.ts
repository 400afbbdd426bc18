import { describe, expect, it } from "vitest";
import { parseAdminArguments, UsageError } from "../../../src/commands/admin-arguments.ts";

describe("the arguments of npm run admin", () => {
  it.each([
    {
      args: ["create", "--label", " Back office "],
      task: { task: "create", label: "Back office", role: "owner" },
    },
    { args: ["create", "--label=Ada"], task: { task: "create", label: "Ada", role: "owner" } },
    {
      args: ["create", "--label=Ada", "--role", "support"],
      task: { task: "create", label: "Ada", role: "support" },
    },
    { args: ["list"], task: { task: "list" } },
    { args: ["revoke", "7"], task: { task: "revoke", id: 7 } },
    { args: ["remove-second-factor", "7"], task: { task: "remove-second-factor", id: 7 } },
    { args: ["-h"], task: { task: "help" } },
    { args: ["create", "--help"], task: { task: "help" } },
  ])("$args are parsed", ({ args, task }) => {
    expect(parseAdminArguments(args)).toEqual(task);
  });

  it.each([
    { args: [], because: "Missing command" },
    { args: ["frob"], because: 'Unknown command "frob".' },
    { args: ["create"], because: "create requires --label" },
    { args: ["create", "--label"], because: "--label" },
    { args: ["create", "--label", "  "], because: "create requires --label" },
    { args: ["create", "--label", "two\nlines"], because: "one line" },
    { args: ["create", "--label", "Back", "office"], because: "quote a label" },
    { args: ["create", "--lable", "Back office"], because: "Unknown option '--lable'." },
    { args: ["list", "all"], because: "list takes no arguments" },
    { args: ["list", "--label", "Ada"], because: "--label is only valid with create" },
    { args: ["create", "--label", "Ada", "--role", "boss"], because: "--role must be owner, risk" },
    { args: ["list", "--role", "risk"], because: "--role is only valid with create" },
    { args: ["revoke"], because: "revoke takes the id" },
    { args: ["revoke", "1", "2"], because: "revoke takes the id" },
    { args: ["remove-second-factor"], because: "remove-second-factor takes the id" },
    { args: ["revoke", "Ada"], because: '"Ada" is not a valid administrator id' },
    { args: ["revoke", "0"], because: '"0" is not a valid administrator id' },
    { args: ["revoke", "99999999999"], because: "is not a valid administrator id" },
  ])("$args are rejected: $because", ({ args, because }) => {
    expect(() => parseAdminArguments(args)).toThrow(UsageError);
    expect(() => parseAdminArguments(args)).toThrow(because);
  });
});
