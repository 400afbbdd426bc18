import { text } from "../../platform/lib/text.schema.ts";

/** Longer than any code that is accepted. */
const MAX_CODE = 64;

/** A code of an authenticator app, or a recovery code. */
export const code = text("Code must be text", MAX_CODE);
