import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firmKeys, makeCase } from "../../support/cases.ts";
import { smallLink } from "../../support/link-files.ts";
import { startCommand } from "../../support/command.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "propdesk-verify-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const original = makeCase();

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Runs without a network, configuration or data directory, as on the machine of a trader. */
const verify = (...args: string[]) => startCommand("src/commands/verify.ts", args, {}).ended;

describe("npm run verify", () => {
  it("confirms a case with the firm's keys", async () => {
    const keys = await write("keys.json", firmKeys);
    const { code, stdout, stderr } = await verify(
      await write("case.json", original),
      "--keys",
      keys,
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      "verdict confirmed\nStage 1 as of 2026-03-02T20:00:00.000Z: in_progress; evidence: partly_observed.\nThe signature is valid: it was made with the firm's key testkey1.\n",
    );
  });

  it("confirms a case without keys, and states that the signature was not checked", async () => {
    const { code, stdout } = await verify(await write("case.json", original));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^verdict confirmed\n/);
    expect(stdout).toContain("The signature was not checked against the firm's keys");
  });

  it("exits with 1 and names the first difference", async () => {
    const { deals, ...records } = original.records;
    const [first, ...others] = deals;
    const cases = {
      records: {
        ...original,
        records: { ...records, deals: [{ ...first!, swap: "-0.01" }, ...others] },
      },
      rules: { ...original, rules: { ...original.rules!, objectives: [] } },
      "verdict.grade": {
        ...original,
        verdict: { ...original.verdict, grade: "observed" as const },
      },
      signature: { ...original, firm: "Another firm" },
    };
    const keys = await write("keys.json", firmKeys);
    for (const [path, changed] of Object.entries(cases)) {
      const { code, stdout, stderr } = await verify(
        await write("case.json", changed),
        "--keys",
        keys,
      );
      expect([code, stderr]).toEqual([1, ""]);
      expect(stdout.split("\n")[1]).toContain(`First difference, at ${path}: `);
    }
  });

  it("confirms a link, and names what differs in it", async () => {
    const keys = await write("keys.json", firmKeys);
    const link = smallLink();
    const confirmed = await verify(await write("link.json", link), "--keys", keys);
    expect([confirmed.code, confirmed.stderr]).toEqual([0, ""]);
    expect(confirmed.stdout).toBe(
      `link confirmed\nLink 4, decided at 2026-03-04T09:00:00.000Z.\n${link.evidence[0]!.sentence}\nThe signature is valid: it was made with the firm's key testkey1.\n`,
    );
    const [evidence] = link.evidence;
    const changed = await write("link.json", {
      ...link,
      evidence: [{ ...evidence!, matched: 2 }],
    });
    const { code, stdout, stderr } = await verify(changed, "--keys", keys);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toBe(
      "not confirmed\nFirst difference, at evidence[0].matched: The deals and settings give 1, but the file says 2.\n",
    );
    const other = await verify(await write("link.json", { ...link, format: "propdesk-link/2" }));
    expect([other.code, other.stdout]).toEqual([2, ""]);
    expect(other.stderr).toContain("This is not a link file of the format propdesk-link/1");
  });

  it("exits with 2 and a message for a file that is not a case", async () => {
    const notJson = await write("note.txt", "hello");
    const otherJson = await write("other.json", { deals: [] });
    const caseFile = await write("case.json", original);
    const sentences = {
      "is not a case file: it is not JSON.": [notJson],
      "This is not a case file: it has no format.": [otherJson],
      "Cannot read ": [join(folder, "missing.json")],
      "is not a file of published keys.": [caseFile, "--keys", otherJson],
      "Usage: npm run verify": [],
      "Exit codes:": [caseFile, "--key"],
    };
    for (const [sentence, args] of Object.entries(sentences)) {
      const { code, stdout, stderr } = await verify(...args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(sentence);
    }
  });
});
