import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { readApiError } from "../api/api-error.ts";

/** Puts what the server found wrong beside the fields it names. */
export function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: Values,
  error: unknown,
) {
  for (const { path, message } of readApiError(error).issues ?? []) {
    const name = String(path[0]);
    if (name in fields) setError(name as FieldPath<Values>, { message });
  }
}
