// oxlint-disable-next-line import/no-unassigned-import -- imported only for its effect
import "./jitless.ts";
import {
  publishedKeys,
  type ReadableCase,
} from "../../../src/business/record/cases/case.schema.ts";
import type { FileDifference } from "../../../src/business/record/cases/first-difference.rule.ts";
import { curveOf } from "../../../src/business/record/cases/case-records.rule.ts";
import type { JudgedCase } from "../../../src/business/record/cases/judged-case.rule.ts";
import { verifyFile } from "../../../src/business/links/file/verify-file.rule.ts";
import type { CheckedLink } from "../../../src/business/links/file/verify-link.rule.ts";
import type {
  CaseOutcome,
  ShownCase,
  ShownFile,
  ShownLink,
  VerifyAnswer,
  VerifyRequest,
} from "./case-outcome.ts";

/** More points than this are not visible on any screen. */
const CURVE_POINTS = 1000;

const answer = (message: VerifyAnswer) => globalThis.postMessage(message);

globalThis.addEventListener("message", ({ data }: MessageEvent<VerifyRequest>) => {
  const { id } = data;
  verify(data).then(
    (outcome) => answer({ id, outcome }),
    (error: unknown) => answer({ id, failure: String(error) }),
  );
});

async function verify({ id, file, keys }: VerifyRequest): Promise<CaseOutcome> {
  const start = performance.now();
  answer({ id, step: "reading" });
  const json = parse(await file.text());
  if (json === undefined)
    return { result: "no-case", message: "This is not a case file: it is not JSON." };
  const known = publishedKeys.safeParse(keys);
  const { about, verification } = await verifyFile(
    json,
    known.success ? known.data : null,
    (step) => answer({ id, step }),
  );
  if (about === "case") {
    return outcomeOf(verification, (verified) => {
      const judged = "judged" in verified && verified.judged;
      return judged ? { about, ...toShown(judged, start) } : null;
    });
  }
  return outcomeOf(verification, (verified) => {
    const checked = "checked" in verified && verified.checked;
    return checked ? { about, ...toShownLink(checked, start) } : null;
  });
}

type Verified =
  | { result: "no-case"; message: string }
  | { result: "changed"; difference: FileDifference }
  | { result: "confirmed" };

function outcomeOf<Of extends Verified>(
  verified: Of,
  show: (verified: Of) => ShownFile | null,
): CaseOutcome {
  if (verified.result === "no-case") return { result: "no-case", message: verified.message };
  const shown = show(verified);
  return verified.result === "changed"
    ? { result: "changed", difference: verified.difference, shown }
    : { result: "confirmed", shown: shown! };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toShown(judged: JudgedCase, start: number): ShownCase {
  const curve = curveOf(judged, CURVE_POINTS);
  const { file, groups: _groups, ...shown } = judged;
  return { ...shown, head: headOf(file), curve, milliseconds: performance.now() - start };
}

function toShownLink({ file, signature }: CheckedLink, start: number): ShownLink {
  const { firm, link, evidence, deals } = file;
  const counts = Object.entries(deals).map(([name, own]) => [name, own?.length ?? null]);
  return {
    signature,
    head: {
      firm,
      link,
      keyId: file.signature.keyId,
      sentences: evidence.map(({ sentence }) => sentence),
      deals: Object.fromEntries(counts) as Record<string, number | null>,
    },
    milliseconds: performance.now() - start,
  };
}

function headOf({
  firm,
  stage,
  rules,
  waivers,
  records,
  signature,
}: ReadableCase): ShownCase["head"] {
  const { deals, operations, snapshots } = records;
  const counts = {
    deals: deals.length,
    operations: operations.length,
    snapshots: snapshots.length,
  };
  return { firm, stage, rules, waivers, keyId: signature.keyId, counts };
}
