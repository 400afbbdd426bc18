import type { Context } from "../../context.ts";

/** Fills an empty database with demo traders. @returns the sign-ins to try */
export async function fillDemo(_context: Context): Promise<{ email: string; password: string }[]> {
  return [];
}
