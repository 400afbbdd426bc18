import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { presets } from "../../../../../src/business/rulebook/rules/presets.ts";
import type { RulesPreset } from "../../../../../src/business/rulebook/rules/rule-set.schema.ts";
import {
  rules as rulesSchema,
  type Rules,
} from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { previewRules } from "../../../../../src/business/rulebook/rules/words.rule.ts";

const named = ({ id, firm, programme, phase }: RulesPreset) =>
  `${id} ${firm}, ${programme}, ${phase}`;
const all = presets.map((preset) => [named(preset), preset] as const);

/** Returns whether a figure differs between account sizes. */
function dependsOnSize({ limits, objectives }: Rules): boolean {
  return [...limits, ...objectives].some(
    (rule) =>
      rule.kind === "max_position" ||
      ("limit" in rule && "amount" in rule.limit) ||
      ("target" in rule && "amount" in rule.target),
  );
}

const documentation = readFileSync(
  join(import.meta.dirname, "../../../../../docs/rules.md"),
  "utf8",
);

describe("presets", () => {
  it.each(all)("%s is in docs/rules.md with its sources and their dates", (_, preset) => {
    expect(documentation).toContain(`### ${preset.firm}\n`);
    expect(documentation).toMatch(
      new RegExp(`^\\| ${preset.programme} +\\|.*${preset.phase}`, "m"),
    );
    for (const { url, date } of preset.sources) {
      expect(documentation).toContain(`- <${url}> (${date})`);
    }
  });

  it("cover at least nine firms", () => {
    expect(new Set(presets.map(({ firm }) => firm)).size).toBeGreaterThanOrEqual(9);
  });

  it("have unique integer ids", () => {
    const ids = presets.map(({ id }) => id);
    expect(ids.every(Number.isInteger)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("have one entry per firm, programme, phase and account size", () => {
    const places = presets.map(({ firm, programme, phase, initialBalance }) =>
      [firm, programme, phase, initialBalance].join("|"),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(all)("%s has rules that the schema accepts unchanged", (_, preset) => {
    expect(rulesSchema.parse(preset.rules)).toEqual(preset.rules);
  });

  it.each(all)("%s names an account size if amounts depend on it", (_, preset) => {
    expect(preset.initialBalance !== null).toBe(dependsOnSize(preset.rules));
    expect(preset.initialBalance ?? "1.00").toMatch(/^\d+\.00$/);
  });

  it.each(all)("%s cites addresses with dates", (_, preset) => {
    expect(preset.sources.length).toBeGreaterThan(0);
    for (const { url, date } of preset.sources) {
      expect(URL.canParse(url) && url.startsWith("https://")).toBe(true);
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      expect(date <= "2026-11-30").toBe(true);
    }
  });

  it.each(all)(
    "%s has a sentence for every rule, and warnings only for gaps in the firm's rules",
    (_, preset) => {
      const size = BigInt(preset.initialBalance?.replace(".", "") ?? "10000000");
      const preview = previewRules(preset.rules, size);
      expect(preview.rules.every(({ words }) => /^[A-Z].*\.$/.test(words))).toBe(true);
      const isKnown = (warning: string) =>
        warning.startsWith("Payout: winning days are counted without a minimum");
      expect(preview.warnings.filter((warning) => !isKnown(warning))).toEqual([]);
    },
  );
});
