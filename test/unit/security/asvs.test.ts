import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFile(join(root, path), "utf8");

/** The requirements of levels 1 and 2 that are not met, nearly all because of the specification. */
const exceptions = [
  "V2.2.3",
  "V6.1.2",
  "V6.2.4",
  "V6.2.11",
  "V6.2.12",
  "V6.3.3",
  "V6.5.5",
  "V7.3.1",
  "V7.5.1",
];

const required = (await read("test/unit/security/asvs.txt"))
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [string, string]);

const page = await read("docs/asvs.md");
const rows = Array.from(
  page.matchAll(/^\| (V[\d.]+) +\| (L\d) +\| .*? \| (\w+) +\| (.*?) +\|$/gm),
  ([, id = "", level = "", holds = "", shown = ""]) => ({ id, level, holds, shown }),
);

const pathPattern =
  /`((?:src|test|web|docs|openapi)\/[\w./-]+|[\w.-]+\.(?:json|ts|mjs)|\.gitignore)`/;
const pathsIn = (text: string) =>
  Array.from(text.matchAll(new RegExp(pathPattern, "g")), ([, path]) => path!);
const linksIn = (text: string) =>
  Array.from(text.matchAll(/\]\((\w+\.md)#([\w-]+)\)/g), ([, file, anchor]) => [file!, anchor!]);

/** Returns the names of the tests in a row, each with the last file mentioned before it. */
function testsIn(text: string): [path: string, name: string][] {
  const found: [string, string][] = [];
  let path = "";
  for (const part of text.matchAll(new RegExp(`${pathPattern.source}|“([^”]+)”`, "g"))) {
    if (part[1]) path = part[1];
    else if (part[2]) found.push([path, part[2]]);
  }
  return found;
}

/** Returns the anchors of the headings of a Markdown file. */
async function anchorsOf(file: string): Promise<string[]> {
  const headings = (await read(`docs/${file}`)).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("docs/asvs.md", () => {
  it("has every requirement once, with its level", () => {
    expect(required).toHaveLength(251);
    expect(rows.map(({ id, level }) => [id, level])).toEqual(required);
  });

  it.each(rows)("$id states whether it is met, with evidence", ({ holds, shown }) => {
    expect(["yes", "operator", "no"]).toContain(holds);
    expect(shown).not.toBe("");
    if (holds === "yes") expect(pathsIn(shown).length + linksIn(shown).length).toBeGreaterThan(0);
    if (holds === "operator") expect(shown).toMatch(/docs\/(operating|security)\.md/);
  });

  it.each(rows.filter(({ shown }) => pathsIn(shown).length > 0))(
    "$id names existing files and tests",
    async ({ shown }) => {
      for (const path of pathsIn(shown))
        expect([path, existsSync(join(root, path))]).toEqual([path, true]);
      for (const [path, name] of testsIn(shown)) {
        expect(path).toMatch(/^test\//);
        expect([path, name, (await read(path)).includes(name)]).toEqual([path, name, true]);
      }
    },
  );

  it("links to existing sections", async () => {
    const anchors = {
      "security.md": await anchorsOf("security.md"),
      "operating.md": await anchorsOf("operating.md"),
    };
    for (const [file, anchor] of linksIn(page)) {
      expect(anchors[file as keyof typeof anchors]).toContain(anchor);
    }
  });

  it("is met on levels 1 and 2, except for the listed exceptions", () => {
    const failing = rows.filter(({ level, holds }) => level !== "L3" && holds === "no");
    expect(failing.map(({ id }) => id)).toEqual(exceptions);
    expect(page).toContain(`these do not hold: ${exceptions.join(", ")}.`);
  });

  it("counts the requirements correctly", () => {
    for (const level of ["L1", "L2", "L3"]) {
      const count = (response: string) =>
        rows.filter((row) => row.level === level && row.holds === response).length;
      const cells = [level, count("yes"), count("operator"), count("no")].join(" +\\| +");
      expect(page).toMatch(new RegExp(`^\\| ${cells} +\\|$`, "m"));
    }
  });
});
