import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { presets } from "../../../../../src/business/rulebook/rules/presets.ts";
import type { Rules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { judgeRecords } from "../../../../../src/business/rulebook/engine/judge-records.rule.ts";
import type { JudgedStage } from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  alphaCapitalExamples,
  e8MarketsExamples,
  fundingPipsExamples,
  goatFundedTraderExamples,
} from "./worked-examples/forex.examples.ts";
import { ftmoExamples } from "./worked-examples/ftmo.examples.ts";
import { fundedNextExamples } from "./worked-examples/fundednext.examples.ts";
import {
  apexExamples,
  earn2TradeExamples,
  myFundedFuturesExamples,
  takeProfitTraderExamples,
  topstepExamples,
} from "./worked-examples/futures.examples.ts";
import {
  instantOf,
  morning,
  type Check,
  type WorkedExample,
} from "./worked-examples/worked-example.ts";

const examples = {
  "Alpha Capital Group": alphaCapitalExamples,
  "Apex Trader Funding": apexExamples,
  "E8 Markets": e8MarketsExamples,
  Earn2Trade: earn2TradeExamples,
  FTMO: ftmoExamples,
  FundedNext: fundedNextExamples,
  FundingPips: fundingPipsExamples,
  "Goat Funded Trader": goatFundedTraderExamples,
  MyFundedFutures: myFundedFuturesExamples,
  "Take Profit Trader": takeProfitTraderExamples,
  Topstep: topstepExamples,
};

function presetOf({ preset }: WorkedExample) {
  const found = presets.find(({ id }) => id === preset);
  if (!found) throw new Error(`There is no preset ${preset}`);
  return found;
}

function stageOf({ account }: WorkedExample): JudgedStage {
  return {
    id: 1,
    phase: "Evaluation",
    currency: "USD",
    initialBalance: `${account.initialBalance}.00`,
    rulesVersionId: 1,
    startedAt: new Date(instantOf(morning(1))).toISOString(),
    endedAt: null,
    evidence: { conflicts: [], inconsistentStatements: [] },
  };
}

function judge(example: WorkedExample, rules: Rules, { at }: Check) {
  return judgeRecords(stageOf(example), rules, example.account.record, instantOf(at));
}

describe.each(Object.entries(examples))("the published examples of %s", (firm, ofFirm) => {
  it.each(ofFirm.map((example) => [example.says, example] as const))("%s", (_, example) => {
    const preset = presetOf(example);
    expect(preset.firm).toBe(firm);
    if (preset.initialBalance) {
      expect(preset.initialBalance).toBe(`${example.account.initialBalance}.00`);
    }
    const rules = example.change ? example.change(preset.rules) : preset.rules;
    for (const check of example.checks) {
      const judgement = judge(example, rules, check);
      if (check.outcome) expect([check.at, judgement.outcome]).toEqual([check.at, check.outcome]);
      for (const [kind, figures] of Object.entries(check.rules)) {
        const verdict = judgement.rules.find((rule) => rule.kind === kind);
        expect([check.at, verdict]).toMatchObject([check.at, figures]);
      }
    }
  });
});

it("docs/rules.md lists every example with its address", () => {
  const path = join(import.meta.dirname, "../../../../../docs/rules.md");
  const documentation = readFileSync(path, "utf8");
  for (const { says, url } of Object.values(examples).flat()) {
    expect(documentation).toContain(`${says} ([page](${url}))`);
  }
});
