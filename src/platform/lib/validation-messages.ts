import { z } from "zod";

const NAMED_FIELDS = 3;

/** Lists field names, limited in number and length because the caller chooses them. */
function nameFields(names: string[]): string {
  const named = names.slice(0, NAMED_FIELDS).map((name) => {
    const start = /^.{0,40}/su.exec(name)![0];
    return start === name ? name : `${start}…`;
  });
  const more = names.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns a message for users, for issues whose schema does not define one. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.length ? issue.path.join(".") : "The input";
  switch (issue.code) {
    case "unrecognized_keys":
      return `Unknown field: ${nameFields(issue.keys)}`;
    case "invalid_type":
      return issue.input === undefined
        ? `${field} is required`
        : `${field} must be ${issue.expected === "object" ? "an object" : `of type ${String(issue.expected)}`}`;
    case "invalid_value":
      return `${field} must be one of ${(issue.values as unknown[]).join(", ")}`;
    default:
      return `${field} is not valid`;
  }
}

z.config({ customError: describeIssue });
