import { recordOf } from "../../../src/platform/fields/pick.rule.ts";

/** Returns the values of text controls: those that are stored, and blank text for the others. */
export function formTexts<Name extends string>(
  names: readonly Name[],
  stored?: Readonly<Record<Name, string | null>>,
): Record<Name, string> {
  return recordOf(names, (name) => stored?.[name] ?? "");
}
