import type { z } from "zod";

/** An error in one field. */
export interface FieldIssue {
  path: (string | number)[];
  message: string;
}

/** The caller chooses the names of unknown fields, so their number and length in the response are limited. */
const MAX_NAMES = 20;
const MAX_NAME = 200;

/**
 * Returns issues with the exact path of the invalid field. The path of an unknown field ends in its name, and a value
 * that may have several forms is compared with the form that it resembles most.
 */
export function exactIssues(issues: readonly z.core.$ZodIssue[]): FieldIssue[] {
  return issues.flatMap((issue) => issuesAt(issue, []));
}

function issuesAt(issue: z.core.$ZodIssue, parents: PropertyKey[]): FieldIssue[] {
  const path = [...parents, ...issue.path];
  const { message } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, MAX_NAMES)
      .map((key) => ({ path: [...path.map(asStep), key.slice(0, MAX_NAME)], message }));
  }
  const closest = issue.code === "invalid_union" ? closestForm(issue.errors) : undefined;
  return closest
    ? closest.flatMap((inner) => issuesAt(inner, path))
    : [{ path: path.map(asStep), message }];
}

const asStep = (key: PropertyKey) => (typeof key === "number" ? key : String(key));

/** Returns the issues of the form with the fewest issues; `undefined` if the value is not an object. */
function closestForm(forms: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const objects = forms.filter((issues) =>
    issues.every(({ code, path }) => code === "unrecognized_keys" || path.length > 0),
  );
  return objects.toSorted((a, b) => count(a) - count(b))[0];
}

const count = (issues: z.core.$ZodIssue[]) =>
  issues.reduce(
    (sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1),
    0,
  );
