import type { SignatureStatus } from "../../../src/business/record/cases/web-crypto.rule.ts";
import type { VerificationStep } from "../../../src/business/record/cases/verify-case.rule.ts";
import type { ConductVerdict } from "../../../src/business/rulebook/engine/conduct-verdict.schema.ts";
import type {
  LimitVerdict,
  ObjectiveVerdict,
  VerdictFinding,
} from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { Outcome } from "../../../src/business/rulebook/engine/outcome.rule.ts";
import { kindOf, limitKinds } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import { timeInWords } from "../../../src/platform/time/local-time.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

interface Words {
  word: string;
  tone: BadgeTone;
}

export const outcomeWords: Readonly<Record<Outcome, Words>> = {
  in_progress: { word: "In progress", tone: "gray" },
  passed: { word: "Passed", tone: "green" },
  breached: { word: "Breached", tone: "red" },
  undetermined: { word: "Undetermined", tone: "orange" },
};

type RuleVerdict = LimitVerdict | ObjectiveVerdict;

export const statusWords: Readonly<Record<RuleVerdict["status"], Words>> = {
  kept: { word: "Kept", tone: "green" },
  breached: { word: "Breached", tone: "red" },
  undetermined: { word: "Undetermined", tone: "orange" },
  met: { word: "Met", tone: "green" },
  not_met: { word: "Not met", tone: "gray" },
};

export const conductStatusWords: Readonly<Record<ConductVerdict["status"], Words>> = {
  kept: statusWords.kept,
  found: { word: "Found", tone: "yellow" },
  breached: statusWords.breached,
  undetermined: statusWords.undetermined,
};

/** A verdict compares positions with the largest one, so its name is that of what is compared. */
export function ruleName(kind: RuleVerdict["kind"]): string {
  return kind === "max_position" ? "Position size" : kindOf(kind).name;
}

/** Names a breach by its key: `Daily loss, 2026-03-02 10:00:00 UTC`. */
export function breachName(key: string): string {
  const [kind, , at = ""] = key.split("/");
  const declared = limitKinds.find((each) => each.kind === kind);
  if (!declared || Number.isNaN(Date.parse(at))) return key;
  return `${ruleName(declared.kind)}, ${timeInWords(at)}`;
}

export const findingNames: Readonly<Record<VerdictFinding["code"], string>> = {
  possible_breach: "Possible breach",
  conflict: "Conflict",
  inconsistent_statement: "Inconsistent statement",
  unexplained_balance: "Unexplained balance",
};

/** An invalid signature is not described here, because it is listed as a difference. */
export function describeSignature(signature: SignatureStatus, keyId: string): string {
  if (signature === "unsupported") {
    return globalThis.isSecureContext
      ? "Not checked: this browser does not support Ed25519."
      : "Not checked: browsers check signatures only on pages loaded over HTTPS.";
  }
  const words = {
    valid: `Valid: made with the firm's key ${keyId}.`,
    "no-keys": "Not checked: the firm's keys could not be loaded.",
    "unknown-key": `Not the firm's: the key ${keyId} is unknown.`,
    invalid: "Not valid for this file.",
  };
  return words[signature];
}

export const stepWords: Readonly<Record<VerificationStep, string>> = {
  reading: "Reading the file...",
  hashing: "Computing hashes...",
  judging: "Judging the records...",
  comparing: "Comparing the verdict...",
};

export const verificationSteps = keysOf(stepWords);
