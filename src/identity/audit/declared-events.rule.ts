import type { z } from "zod";
import type { AuditAction, AuditedValue } from "./audit-event.rule.ts";

/** An action of the audit log, and how the log shows it. */
export interface DeclaredAction {
  label: string;
  /** An icon of the web client. */
  icon: string;
  /** The colour of the icon, which only repeats what the label states; plain if it is absent. */
  tone?: "plain" | "good" | "critical";
  /** The word between the label and the trader concerned: "of" if it is absent. */
  preposition?: string;
}

/** The values of one action in the audit log, which the schema of the event must still validate. */
export interface ActionReader {
  userId: number | null;
  payoutId: number | null;
  changed: ReadonlySet<string>;
  /** The new value of a field. */
  to(field: string): AuditedValue | undefined;
  from(field: string): AuditedValue | undefined;
}

/** An event that webhooks receive. */
export interface DeclaredEvent {
  words: string;
  /**
   * Ids and facts that do not change. No names, no payment details, no credentials, no notes; the API provides the rest.
   * Fields may be added, but never changed or removed.
   */
  data: z.ZodObject;
  example: object;
  /** The actions that cause it, each with how its data is read; `undefined` means that this one does not. */
  sentFor?: Partial<Record<AuditAction, (read: ActionReader) => object | undefined>>;
}
