import { z } from "zod";

/** Must be incremented if older versions could not restore a new backup. */
export const BACKUP_FORMAT = 1;

/** The first entry of the archive, which describes the backup. */
export const DESCRIPTION = "backup.json";

export const description = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAt: z.iso.datetime(),
  /** The major version of the PostgreSQL cluster. */
  postgres: z.string(),
});
export type Description = z.infer<typeof description>;

/** The folders of the data directory that are backed up. `files` contains all stored files. */
export const parts = {
  files: "certificates",
  secrets: "secrets",
  cluster: "postgres",
} as const;
