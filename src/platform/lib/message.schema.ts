import { z } from "zod";

/** The answer of a call that leaves nothing to show but a sentence. */
export const message = z.object({ message: z.string() });
