import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { readFault } from "../api-error.ts";

/** Puts what the server found wrong beside the fields it names. */
export function showIssues<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: Values,
  error: unknown,
) {
  for (const { path, message } of readFault(error).issues ?? []) {
    const name = String(path[0]);
    if (name in fields) setError(name as FieldPath<Values>, { message });
  }
}
