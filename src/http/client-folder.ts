import { join } from "node:path";

/** The folder of the built client, which the server serves. */
export const clientFolder = join(import.meta.dirname, "../../dist/web");
