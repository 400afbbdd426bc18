import { config } from "zod";

/** zod compiles schemas with `new Function`, which the Content-Security-Policy forbids. */
config({ jitless: true });
