import { contentColumns } from "../../records/sources.rule.ts";
import type { FedDeal, FedOperation } from "../read-items.ts";
import type { FindingRecord } from "./finding.schema.ts";

/** Identifies a ticket of an account. */
export interface TicketOf {
  accountId: number;
  item: "deals" | "operations";
  ticket: string;
}

/** A ticket that was fed, and that the platform shows with other content, or no longer (`platform` is `null`). */
export interface Difference extends TicketOf {
  login: string;
  stageId: number;
  recorded: FindingRecord;
  platform: FindingRecord | null;
}

/** What a call shows of tickets that are already recorded, in the order of the call. */
export class ShownTickets {
  readonly same: TicketOf[] = [];
  readonly different: Difference[] = [];

  get isEmpty(): boolean {
    return this.same.length === 0 && this.different.length === 0;
  }
}

export const keyOfTicket = ({ accountId, item, ticket }: TicketOf) =>
  JSON.stringify([accountId, item, ticket]);

type Fed = ({ item: "deals" } & FedDeal) | ({ item: "operations" } & FedOperation);

/** Returns a fed record with its content alone, as findings show it. */
export function foundRecord(fed: Fed): FindingRecord {
  const values = new Map<string, unknown>(Object.entries(fed));
  const content = contentColumns[fed.item].map((name) => [name, values.get(name)]);
  return {
    ticket: fed.ticket,
    ...Object.fromEntries(content),
    time: new Date(fed.time).toISOString(),
  } as FindingRecord;
}
