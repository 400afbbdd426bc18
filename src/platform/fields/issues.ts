import { z } from "zod";

/** An error in one field. */
export interface FieldIssue {
  path: (string | number)[];
  message: string;
}

/**
 * The caller chooses the number of items and unknown fields, and the length of their names, so issues are limited in
 * every way. Otherwise, a small request of many invalid items would have a response of many megabytes.
 */
const MAX_ISSUES = 100;
const MAX_NAMES = 20;
const MAX_NAME = 200;
const MAX_DEPTH = 20;
const MAX_MESSAGE = 1000;
/** The characters of all messages: one may list everything that is allowed, once for each wrong value. */
const MAX_MESSAGES = 40_000;

/**
 * Returns the first distinct issues with the exact path of the invalid field. The path of an unknown field ends in its
 * name, and a value that may have several forms is compared with the form that it resembles most.
 */
export function exactIssues(issues: readonly z.core.$ZodIssue[]): FieldIssue[] {
  // Several checks of one field may share a message.
  const distinct = new Map<string, FieldIssue>();
  let characters = 0;
  for (const issue of issuesIn(issues, [])) {
    distinct.set(JSON.stringify(issue), issue);
    characters += issue.message.length;
    if (distinct.size === MAX_ISSUES || characters >= MAX_MESSAGES) break;
  }
  return [...distinct.values()];
}

/** Generated one by one, because there may be many more than are returned. */
function* issuesIn(
  issues: readonly z.core.$ZodIssue[],
  parents: PropertyKey[],
): Generator<FieldIssue> {
  for (const issue of issues) {
    const path = [...parents, ...issue.path];
    const closest = issue.code === "invalid_union" ? closestForm(issue.errors) : undefined;
    if (closest) yield* issuesIn(closest, path);
    else if (issue.code !== "unrecognized_keys") yield fieldIssue(path, issue.message);
    else {
      for (const key of issue.keys.slice(0, MAX_NAMES))
        yield fieldIssue([...path, key], issue.message);
    }
  }
}

function fieldIssue(path: PropertyKey[], message: string): FieldIssue {
  return { path: path.slice(0, MAX_DEPTH).map(asStep), message: shorten(message, MAX_MESSAGE) };
}

const asStep = (key: PropertyKey) =>
  typeof key === "number" ? key : shorten(String(key), MAX_NAME);

const shorten = (text: string, longest: number) => text.slice(0, longest).toWellFormed();

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
