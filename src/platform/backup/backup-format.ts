import { z } from "zod";

/** Changes whenever an older restore could not read a newer backup. */
export const BACKUP_FORMAT = 1;

/** The first entry: what the rest is. */
export const DESCRIPTION = "backup.json";

export const description = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAt: z.iso.datetime(),
  /** The major version of PostgreSQL whose cluster it is. */
  postgres: z.string(),
});
export type Description = z.infer<typeof description>;

/** The folders of the data directory that are backed up. */
export const parts = {
  certificates: "certificates",
  secrets: "secrets",
  cluster: "postgres",
} as const;
