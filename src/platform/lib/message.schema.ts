import { z } from "zod";

/** The response of calls that only confirm success. */
export const message = z.object({ message: z.string() });
