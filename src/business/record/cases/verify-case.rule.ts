import type { z } from "zod";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import { judgeGroups } from "../../rulebook/engine/judge-records.rule.ts";
import { fromCaseCalendar } from "../../rulebook/calendar/case-calendar.rule.ts";
import { type Engine, groupByInstant } from "../../rulebook/timeline/timeline.rule.ts";
import {
  type CaseFile,
  caseFrame,
  type PublishedKeys,
  readableFormats,
  type ReadableCase,
  readableCase,
} from "./case.schema.ts";
import { findMisplaced, toTradingRecord } from "./case-records.rule.ts";
import { findChangedStatement } from "./changed-statement.rule.ts";
import { findChangedWaiver } from "./changed-waiver.rule.ts";
import {
  describeValue,
  firstDifference,
  formatPath,
  type JsonDifference,
} from "./first-difference.rule.ts";
import {
  type CaseDifference,
  type CasePart,
  caseParts,
  type JudgedCase,
} from "./judged-case.rule.ts";
import { signatureDifference } from "./signature-difference.rule.ts";
import { checkSignature, sha256 } from "./web-crypto.rule.ts";

export type Verification =
  | { result: "no-case"; message: string }
  /** `judged` is `null` if the file cannot be judged at all. */
  | { result: "changed"; difference: CaseDifference; judged: JudgedCase | null }
  | { result: "confirmed"; judged: JudgedCase };

export type VerificationStep = "reading" | "hashing" | "judging" | "comparing";

/**
 * Judges a case again and compares the result with everything that the file states.
 * @param json the parsed file, which may be anything
 * @param keys the firm's published keys, or `null` if they are not available
 */
export async function verifyCase(
  json: unknown,
  keys: PublishedKeys | null,
  onStep: (step: VerificationStep) => void = () => {},
): Promise<Verification> {
  onStep("reading");
  const frame = caseFrame.safeParse(json);
  if (!frame.success) return { result: "no-case", message: describeFrame(json, frame.error) };
  const read = readableCase.safeParse(json);
  if (!read.success) return changed(describeIssue(json, read.error.issues[0]!), null);
  // The verdict is compared as a whole, so its shape need not be checked.
  const file = json as StatedCase;

  onStep("hashing");
  const texts = writeTexts(file);
  if (!texts) return changed(unreadable("file", "It contains text that is not Unicode."), null);
  const hashes: Hashes = {
    records: await sha256(texts.records),
    rules: file.rules && (await sha256(canonicalJson(file.rules))),
    calendar: file.calendar ? await sha256(canonicalJson(file.calendar)) : null,
  };
  onStep("judging");
  const replayed = judge(read.data);
  if (!replayed) return changed(unreadable("stage", "The engine cannot judge it."), null);
  const { groups, engine, judgement } = replayed;

  onStep("comparing");
  const signature = await checkSignature(texts.signed, file.signature, keys);
  const judged = {
    file: read.data,
    groups,
    engine,
    judgement,
    areHashesChecked: hashes.records !== null,
    signature,
  };
  const difference = findDifference(file, judged, hashes) ?? describeSignature(judged);
  return difference ? changed(difference, judged) : { result: "confirmed", judged };
}

/** A case in any readable format, as the file states it. */
type StatedCase = Omit<CaseFile, "format"> & Pick<ReadableCase, "format">;

interface Hashes {
  /** `null` if hashes cannot be computed here. */
  records: string | null;
  rules: string | null;
  /** Also `null` for a case without a calendar. */
  calendar: string | null;
}

function changed(difference: CaseDifference, judged: JudgedCase | null): Verification {
  return { result: "changed", difference, judged };
}

function unreadable(part: CasePart, message: string): CaseDifference {
  return { part, path: part, message };
}

function writeTexts(file: StatedCase) {
  try {
    const { records, signature: _signature, ...head } = file;
    const signed = head.format === "propdesk-case/1" ? { ...head, records } : head;
    return { records: canonicalJson(records), signed: canonicalJson(signed) };
  } catch {
    return undefined;
  }
}

function judge({ stage, rules, records, verdict, waivers = [], calendar = null }: ReadableCase) {
  try {
    const groups = groupByInstant(toTradingRecord(records));
    const judgedWith = {
      waivers,
      calendar: calendar && fromCaseCalendar(calendar),
      ...(verdict.engine === "1" && { engine: "1" as const }),
    };
    const judgement = judgeGroups(stage, rules, groups, Date.parse(verdict.asOf), judgedWith);
    return { groups, engine: judgement.engine as Engine, judgement };
  } catch {
    return undefined;
  }
}

function findDifference(
  file: StatedCase,
  judged: JudgedCase,
  hashes: Hashes,
): CaseDifference | undefined {
  const { judgement } = judged;
  const misplaced = findMisplaced(file.records, judgement.asOf);
  if (misplaced) {
    const { list, index, message } = misplaced;
    return { part: "records", path: recordPath(file, list, index), message: `It ${message}.` };
  }
  const expected = {
    ...file.verdict,
    ...judgement,
    ...(judgement.calendar && { calendar: { ...file.verdict.calendar, ...judgement.calendar } }),
  };
  const verdict = firstDifference(expected, file.verdict, ["verdict"]);
  return (
    compareHash("records", file, hashes.records ?? file.recordsSha256, verdict) ??
    compareHash("rules", file, file.rules && (hashes.rules ?? file.rulesSha256), verdict) ??
    compareCalendar(file, hashes) ??
    (verdict &&
      (findChangedWaiver(judged, file.verdict) ?? {
        part: "verdict",
        path: formatPath(verdict.path),
        message: `${describeVerdict(verdict)}.`,
      })) ??
    findChangedStatement(judged, file.statement)
  );
}

/** The verdict names the calendar by its hash, and contains the only copy of it. */
function compareCalendar(file: StatedCase, hashes: Hashes): CaseDifference | undefined {
  const stated = file.verdict.calendar?.sha256;
  if (hashes.calendar === null || stated === undefined || stated === hashes.calendar) {
    return undefined;
  }
  return {
    part: "calendar",
    path: "calendar",
    message: `It was changed after the case was made: its SHA-256 is ${hashes.calendar}, but the verdict says ${describeValue(stated)}.`,
  };
}

/**
 * Compares both copies of a hash in the file with the actual one. If only one copy differs, that copy was changed;
 * if both differ, the data was.
 * @param verdict the first difference of the verdict, which hints at what was changed
 */
function compareHash(
  part: "records" | "rules",
  file: StatedCase,
  hash: string | null,
  verdict: JsonDifference | undefined,
): CaseDifference | undefined {
  const name = `${part}Sha256` as const;
  const [inFile, inVerdict] = [file[name], file.verdict[name]];
  if (inFile === hash && inVerdict === hash) return undefined;
  if (inFile === hash || inVerdict === hash) {
    const path = inFile === hash ? `verdict.${name}` : name;
    const message = `It is ${describeValue(inFile === hash ? inVerdict : inFile)}, but the SHA-256 of the ${part} is ${hash}.`;
    return { part: inFile === hash ? "verdict" : part, path, message };
  }
  const effect = verdict ? ` ${describeEffect(verdict, file)}.` : "";
  return {
    part,
    path: part,
    message: `They were changed after the case was made: their SHA-256 is ${hash}, but the case says ${describeValue(inFile)}.${effect}`,
  };
}

function describeEffect(difference: JsonDifference, file: StatedCase): string {
  const [, list, index] = difference.path;
  const rule = list === "rules" && typeof index === "number" ? file.verdict.rules?.[index] : null;
  const about = rule ? ` (${rule.kind})` : "";
  return `Judged by them, ${formatPath(difference.path)}${about} is ${describeValue(difference.expected)}, but the case says ${describeValue(difference.found)}`;
}

function describeVerdict({ expected, found }: JsonDifference): string {
  return `The records and rules give ${describeValue(expected)}, but the case says ${describeValue(found)}`;
}

function describeSignature({ signature, file }: JudgedCase): CaseDifference | undefined {
  const unproven = `a part of the file that does not affect the verdict${namedExamples(file)}`;
  const difference = signatureDifference(signature, file.signature, unproven);
  return difference && { part: "signature", ...difference };
}

/** Parts of a case that may not affect its verdict and its statement. */
function namedExamples({ waivers = [], approvals = [] }: ReadableCase): string {
  const examples = [
    ...(waivers.length > 0 ? ["the reason or the time of one of the waivers"] : []),
    ...(approvals.length > 0 ? ["the share or the time of one of the approvals"] : []),
  ];
  return examples.length === 0 ? "." : `, such as ${examples.join(", or ")}.`;
}

function describeFrame(json: unknown, { issues }: z.ZodError): string {
  if (typeof json !== "object" || json === null || !("format" in json)) {
    return "This is not a case file: it has no format.";
  }
  if (!readableFormats.some((format) => format === json.format)) {
    return `This is not a case file of the format ${readableFormats.at(-1)} or an earlier one: its format is ${describeValue(json.format)}.`;
  }
  return `This is not a complete case file: ${formatPath(issues[0]!.path)} is missing or of the wrong type.`;
}

/** @param json a value that satisfies `caseFrame` */
function describeIssue(json: unknown, issue: z.core.$ZodIssue): CaseDifference {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys];
  const [first, list, index] = path;
  const part = caseParts.find((name) => name === first) ?? "file";
  const isRecord = first === "records" && typeof index === "number";
  const field = isRecord ? formatPath(path.slice(3)) : "";
  const place = isRecord
    ? `${recordPath(json as StatedCase, list as "deals", index)}${field === "" ? "" : `: ${field}`}`
    : formatPath(path);
  const problem =
    keys.length > 0
      ? "A case file must not contain this field."
      : `It is not valid: ${issue.message}.`;
  return { part, path: place, message: problem };
}

/** Identifies a record by its list, index and ticket. */
function recordPath(
  { records }: StatedCase,
  list: "deals" | "operations" | "snapshots",
  at: number,
) {
  const { ticket } = (records[list][at] ?? {}) as { ticket?: unknown };
  return `records.${list}[${at}]${ticket === undefined ? "" : ` (ticket ${describeValue(ticket)})`}`;
}
