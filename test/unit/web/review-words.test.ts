import { expect, it } from "vitest";
import type { VerdictFinding } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { contradictionsOf } from "../../../web/features/admin-reviews/review-words.ts";

const finding = (code: VerdictFinding["code"], message: string): VerdictFinding => ({
  code,
  message,
  at: null,
  kind: null,
  index: null,
});

const statement = (withdrawnAt: Date | null, ...codes: string[]) => ({
  fileName: "other.htm",
  withdrawnAt,
  reconciliation: { findings: codes.map((code) => ({ code, message: `Finding ${code}` })) },
});

it("a pass is contradicted by its records and by statements of another account, not by what was not observed", () => {
  const findings = [
    finding("conflict", "Two sources disagree on deal 7"),
    finding("possible_breach", "The balance was below the floor"),
  ];
  const statements = [
    statement(null, "other_login", "gap"),
    statement(new Date(), "other_login"),
    statement(null, "gap"),
  ];
  expect(contradictionsOf({ findings }, statements)).toEqual([
    "Two sources disagree on deal 7.",
    "other.htm: Finding other_login.",
  ]);
  expect(contradictionsOf({ findings: [] }, [statement(null)])).toEqual([]);
});
