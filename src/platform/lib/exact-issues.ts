import type { z } from "zod";

/** What is wrong with one field. */
export interface FieldIssue {
  path: (string | number)[];
  message: string;
}

/** The caller chose the names, so neither their number nor their length may grow the answer much. */
const MAX_NAMES = 20;
const MAX_NAME = 200;

/**
 * Issues with the path of the field that is wrong: an unknown field is named by the end of its path, and an
 * object that may have several forms is compared with the form that it resembles most.
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

/** The issues of the form with the fewest; `undefined` if the value is not even an object. */
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
