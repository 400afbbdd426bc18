// oxlint-disable-next-line import/no-unassigned-import -- imported only for its effect
import "./jitless.ts";
import {
  publishedKeys,
  type ReadableCase,
} from "../../../src/business/record/cases/case.schema.ts";
import { curveOf } from "../../../src/business/record/cases/case-records.rule.ts";
import {
  type JudgedCase,
  verifyCase,
} from "../../../src/business/record/cases/verify-case.rule.ts";
import type { CaseOutcome, ShownCase, VerifyAnswer, VerifyRequest } from "./case-outcome.ts";

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
  const verified = await verifyCase(json, known.success ? known.data : null, (step) =>
    answer({ id, step }),
  );
  if (verified.result === "no-case") return verified;
  const shown = verified.judged && toShown(verified.judged, start);
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
