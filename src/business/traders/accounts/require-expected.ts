import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { pick } from "../../../platform/fields/pick.rule.ts";
import { RefusalError } from "../../../platform/errors.ts";

type Value = string | boolean | null | undefined;

/** How a field is named, and how the values of a switch are. */
interface NamedField {
  label: string;
  words?: { true: string; false: string };
}

/**
 * Prevents that one of two people who edit a field at the same time replaces the other's value without noticing.
 * @param stored what is stored now
 * @param expected what the caller saw in the fields that it changes
 * @throws RefusalError with the fields that have changed and, in `current`, the values of all expected ones
 */
export function requireExpected<Name extends string>(
  declared: Readonly<Record<Name, NamedField>>,
  stored: { [Each in NoInfer<Name>]?: Value },
  expected: { [Each in NoInfer<Name>]?: Value },
): void {
  const names = keysOf(declared).filter((name) => expected[name] !== undefined);
  const current = pick(stored, names);
  const changed = names.filter((name) => (stored[name] ?? null) !== expected[name]);
  if (changed.length === 0) return;
  const issues = changed.map((name) => ({
    path: [name],
    message: `Now “${sayValue(declared[name], stored[name])}”. Save again to replace it.`,
  }));
  const labels = changed.map((name) => declared[name].label);
  const message = `Changed by another person meanwhile: ${labels.join(", ")}`;
  throw new RefusalError("conflict", message, { issues, current });
}

function sayValue({ words }: NamedField, value: Value): string {
  return words ? words[`${value === true}`] : String(value ?? "");
}
