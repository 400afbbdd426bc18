import { describe, expect, it } from "vitest";
import { parseReplayArguments } from "../../../src/commands/feed-replay-arguments.ts";
import { CommandError } from "../../../src/platform/errors.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const parse = (...args: string[]) => parseReplayArguments(args, { FEED_TOKEN: "pdk_env" }, NOW);

describe("the arguments of npm run feed:replay", () => {
  it("default to an hour a minute, the record's own times, UTC and FEED_TOKEN", () => {
    expect(parse("statement.csv")).toEqual({
      file: "statement.csv",
      login: undefined,
      speed: 60,
      start: undefined,
      timeZone: "UTC",
      url: undefined,
      token: "pdk_env",
    });
  });

  it("accept everything that they document", () => {
    const args = ["a.csv", "--login", "5002001", "--speed", "3600", "--shift", "now"];
    const target = [
      "--url",
      "http://localhost:4000",
      "--token",
      "pdk_x",
      "--time-zone",
      "Europe/Athens",
    ];
    expect(parse(...args, ...target)).toEqual({
      file: "a.csv",
      login: "5002001",
      speed: 3600,
      start: NOW,
      timeZone: "Europe/Athens",
      url: "http://localhost:4000",
      token: "pdk_x",
    });
    expect(parse("a.csv", "--shift", "2026-01-05T08:00:00Z").start).toBe(
      Date.parse("2026-01-05T08:00:00Z"),
    );
  });

  it.each([
    [[], "Name one statement file."],
    [["a.csv", "b.csv"], "Name one statement file."],
    [["a.csv", "--speed", "0"], "--speed must be a number above 0."],
    [["a.csv", "--speed", "fast"], "--speed must be a number above 0."],
    [["a.csv", "--token", "secret"], "--token must be an API token, which starts with pdk_."],
    [["a.csv", "--time-zone", "Mars"], '"Mars" is not a time zone.'],
    [["a.csv", "--url", "server"], "--url must be an address such as http://127.0.0.1:3000."],
    [["a.csv", "--shift", "later"], "--shift must be now, or a time such as 2026-03-02T09:00:00Z."],
    [["a.csv", "--fast"], "Unknown option '--fast'."],
  ])("are rejected with an explanation: %j", (args, message) => {
    expect(() => parse(...args)).toThrow(CommandError);
    expect(() => parse(...args)).toThrow(`${message}\n\nUsage:`);
  });
});
