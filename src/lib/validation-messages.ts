import { z } from "zod";

/** Sentences for the mistakes that no schema words itself: people read them, too. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.length ? issue.path.join(".") : "The input";
  switch (issue.code) {
    case "unrecognized_keys":
      return `Unknown field: ${issue.keys.join(", ")}`;
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
