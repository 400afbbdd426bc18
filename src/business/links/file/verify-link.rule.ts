import type { z } from "zod";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { PublishedKeys } from "../../record/cases/case.schema.ts";
import {
  describeValue,
  type FileDifference,
  firstDifference,
  formatPath,
} from "../../record/cases/first-difference.rule.ts";
import { signatureDifference } from "../../record/cases/signature-difference.rule.ts";
import type { VerificationStep } from "../../record/cases/verify-case.rule.ts";
import { checkSignature, type SignatureStatus } from "../../record/cases/web-crypto.rule.ts";
import {
  type LinkFile,
  linkFormat,
  linkFrame,
  type ReadableLink,
  readableLink,
} from "./link-file.schema.ts";
import { YOU } from "../evidence/party-names.rule.ts";
import { recomputeEvidence } from "./recompute-evidence.rule.ts";

/** A link whose evidence was computed again. */
export interface CheckedLink {
  file: LinkFile;
  signature: SignatureStatus;
  /** The traders whose deals are no longer kept: the signature alone vouches for the evidence about them. */
  deleted: string[];
}

export type LinkVerification =
  | { result: "no-case"; message: string }
  /** `checked` is `null` if nothing can be computed from the file. */
  | { result: "changed"; difference: FileDifference; checked: CheckedLink | null }
  | { result: "confirmed"; checked: CheckedLink };

/** Whether a file says that it is a link, of this format or another. */
export function isLinkFile(json: unknown): boolean {
  return (
    typeof json === "object" &&
    json !== null &&
    "format" in json &&
    typeof json.format === "string" &&
    json.format.startsWith("propdesk-link/")
  );
}

/**
 * Computes the evidence of a link again from the deals of its file, and compares everything that the file states.
 * Results, facts and what other accounts do are not computed; the signature vouches for these.
 * @param json the parsed file, which may be anything
 * @param keys the firm's published keys, or `null` if they are not available
 */
export async function verifyLink(
  json: unknown,
  keys: PublishedKeys | null,
  onStep: (step: VerificationStep) => void = () => {},
): Promise<LinkVerification> {
  onStep("reading");
  const frame = linkFrame.safeParse(json);
  if (!frame.success) return { result: "no-case", message: describeFrame(json, frame.error) };
  const read = readableLink.safeParse(json);
  if (!read.success) return changed(describeIssue(read.error.issues[0]!), null);
  // What is only compared or signed need not be checked.
  const file = json as LinkFile;

  onStep("hashing");
  const signed = signedText(file);
  if (signed === undefined) {
    return changed({ path: "file", message: "It contains text that is not Unicode." }, null);
  }
  const signature = await checkSignature(signed, file.signature, keys);

  onStep("judging");
  const checked = { file, signature, deleted: deletedTraders(read.data) };
  const difference =
    findDifference(file, read.data) ?? describeSignature(checked) ?? describeDeleted(checked);
  onStep("comparing");
  return difference ? changed(difference, checked) : { result: "confirmed", checked };
}

const changed = (difference: FileDifference, checked: CheckedLink | null): LinkVerification => ({
  result: "changed",
  difference,
  checked,
});

function signedText({ signature: _signature, ...file }: LinkFile): string | undefined {
  try {
    return canonicalJson(file);
  } catch {
    return undefined;
  }
}

function findDifference(file: LinkFile, read: ReadableLink): FileDifference | undefined {
  const named = new Set(read.evidence.flatMap(({ a, b }) => [a, b]));
  for (const name of Object.keys(file.deals)) {
    if (named.has(name)) continue;
    return { path: `deals.${name}`, message: "No evidence is about this trader." };
  }
  for (const place of read.evidence.keys()) {
    const difference = compareEvidence(file, read, place);
    if (difference) return difference;
  }
  return undefined;
}

function compareEvidence(
  file: LinkFile,
  { evidence, settings: versions, deals }: ReadableLink,
  place: number,
): FileDifference | undefined {
  const stated = evidence[place]!;
  const { kind, a, b, settingsVersion } = stated;
  const version = versions.find((each) => each.version === settingsVersion);
  if (!version) {
    return {
      path: `evidence[${place}].settingsVersion`,
      message: `The file does not contain version ${settingsVersion} of the settings.`,
    };
  }
  const detector = version.settings[kind];
  if (!detector) {
    return {
      path: `evidence[${place}].kind`,
      message: `Version ${settingsVersion} of the settings does not compare ${kind === "copied" ? "the same direction" : "opposite directions"}.`,
    };
  }
  const missing = [a, b].find(
    (name) => !Object.hasOwn(deals, name) || (name === YOU && deals[name] === null),
  );
  if (missing !== undefined) {
    return { path: `deals.${missing}`, message: "The deals of this trader are missing." };
  }
  if ([a, b].some((name) => deals[name] === null)) return undefined;
  const expected = recomputeEvidence(stated, version.settings, detector, (name) => deals[name]!);
  const difference = firstDifference(expected, file.evidence[place], ["evidence", place]);
  return (
    difference && {
      path: formatPath(difference.path),
      message: `The deals and settings give ${describeValue(difference.expected)}, but the file says ${describeValue(difference.found)}.`,
    }
  );
}

const deletedTraders = ({ deals }: ReadableLink) =>
  Object.keys(deals).filter((name) => deals[name] === null);

/** Without the firm's keys, anything could be said of a trader who is said to be deleted. */
function describeDeleted({ deleted, signature }: CheckedLink): FileDifference | undefined {
  const [name] = deleted;
  if (name === undefined || signature === "valid") return undefined;
  return {
    path: `deals.${name}`,
    message:
      "The account of this trader was deleted with its deals, so only the signature can vouch for the evidence, and it was not checked against the firm's keys.",
  };
}

function describeSignature({ file, signature }: CheckedLink): FileDifference | undefined {
  return signatureDifference(
    signature,
    file.signature,
    "a part of the file that does not follow from the deals, such as a result, a shared fact, the decision, or how many others did the same.",
  );
}

function describeFrame(json: unknown, { issues }: z.ZodError): string {
  const { format } = json as { format: string };
  return format === linkFormat
    ? `This is not a complete link file: ${formatPath(issues[0]!.path)} is missing or of the wrong type.`
    : `This is not a link file of the format ${linkFormat}: its format is ${describeValue(format)}.`;
}

function describeIssue(issue: z.core.$ZodIssue): FileDifference {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return {
    path: formatPath([...issue.path, ...keys]) || "file",
    message:
      keys.length > 0
        ? "A link file must not contain this field."
        : `It is not valid: ${issue.message}.`,
  };
}
