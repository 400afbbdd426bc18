import { readFile } from "node:fs/promises";
import {
  type CaseSignature,
  type PublishedKeys,
  publishedKeys,
} from "../business/record/cases/case.schema.ts";
import type { JudgedCase } from "../business/record/cases/judged-case.rule.ts";
import { type FileVerification, verifyFile } from "../business/links/file/verify-file.rule.ts";
import type { CheckedLink } from "../business/links/file/verify-link.rule.ts";
import type { SignatureStatus } from "../business/record/cases/web-crypto.rule.ts";
import { CommandError } from "../platform/errors.ts";

const usage = `Usage: npm run verify -- <case file or link file> [--keys <keys file>]

Judges a case file again, or computes the evidence of a link file again, without a network, and compares everything that
it states. The keys file is what the firm serves at /.well-known/propdesk-keys.json.

Exit codes: 0 confirmed, 1 something differs, 2 neither a case file nor a link file.`;

/** @throws CommandError with the usage if the arguments are invalid */
function readArguments(args: string[]): { caseFile: string; keysFile: string | undefined } {
  const [first, ...rest] = args;
  if (first !== undefined && !first.startsWith("--")) {
    if (rest.length === 0) return { caseFile: first, keysFile: undefined };
    if (rest.length === 2 && rest[0] === "--keys") return { caseFile: first, keysFile: rest[1] };
  }
  if (args.length === 3 && first === "--keys") return { caseFile: args[2]!, keysFile: args[1] };
  throw new CommandError(usage);
}

/** @throws CommandError if the file cannot be read, or is not JSON */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Cannot read ${path}: ${error.code}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not a case file: it is not JSON.`);
  }
}

/** @throws CommandError if the file does not contain published keys */
async function readKeys(path: string): Promise<PublishedKeys> {
  const read = publishedKeys.safeParse(await readJson(path));
  if (read.success) return read.data;
  throw new CommandError(`${path} is not a file of published keys.`);
}

function describeVerification({ about, verification }: FileVerification): string {
  if (verification.result === "no-case") throw new CommandError(verification.message);
  if (verification.result === "changed") {
    const { path, message } = verification.difference;
    return `not confirmed\nFirst difference, at ${path}: ${message}`;
  }
  return about === "case" ? describeCase(verification.judged) : describeLink(verification.checked);
}

function describeCase({ judgement, signature, file }: JudgedCase): string {
  const { stageId, asOf, outcome, grade } = judgement;
  return [
    "verdict confirmed",
    `Stage ${stageId} as of ${asOf}: ${outcome}; evidence: ${grade}.`,
    describeSignature("case", signature, file.signature),
  ].join("\n");
}

function describeLink({ signature, file, deleted }: CheckedLink): string {
  const { id, decidedAt } = file.link;
  return [
    "link confirmed",
    `Link ${id}, decided at ${decidedAt}.`,
    ...file.evidence.map(({ sentence }) => sentence),
    ...deleted.map(
      (name) =>
        `The account of ${name} was deleted with its deals: what concerns ${name} was not computed again, and the signature alone vouches for it.`,
    ),
    describeSignature("link", signature, file.signature),
  ].join("\n");
}

function describeSignature(
  about: FileVerification["about"],
  status: SignatureStatus,
  { keyId }: CaseSignature,
): string {
  return status === "valid"
    ? `The signature is valid: it was made with the firm's key ${keyId}.`
    : `The signature was not checked against the firm's keys: the ${about} only names the key ${keyId}. Add --keys with a copy of /.well-known/propdesk-keys.json.`;
}

/** `npm run verify`: judges a case file or a link file again, without configuration, database or network. */
try {
  const { caseFile, keysFile } = readArguments(process.argv.slice(2));
  const keys = keysFile === undefined ? null : await readKeys(keysFile);
  const verified = await verifyFile(await readJson(caseFile), keys);
  process.stdout.write(`${describeVerification(verified)}\n`);
  process.exitCode = verified.verification.result === "confirmed" ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
