/** The first difference of two JSON values. `undefined` stands for a value that only one of them has. */
export interface JsonDifference {
  path: (string | number)[];
  expected: unknown;
  found: unknown;
}

/** The first difference between a file and what follows from it. `path` is its place in the file. */
export interface FileDifference {
  path: string;
  message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Finds the first difference of two JSON values. The order of keys is ignored; the order of list items is not. */
export function firstDifference(
  expected: unknown,
  found: unknown,
  path: (string | number)[] = [],
): JsonDifference | undefined {
  if (isObject(expected) && isObject(found)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const difference = firstDifference(own(expected, key), own(found, key), [...path, key]);
      if (difference) return difference;
    }
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(found)) {
    for (let index = 0; index < Math.max(expected.length, found.length); index += 1) {
      const difference = firstDifference(expected[index], found[index], [...path, index]);
      if (difference) return difference;
    }
    return undefined;
  }
  return Object.is(expected, found) ? undefined : { path, expected, found };
}

const own = (value: Record<string, unknown>, key: string) =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** Formats a path as in JavaScript: `verdict.rules[0].floor`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Formats a value for a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
