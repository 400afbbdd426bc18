import { type Column, computedJson, isoTime } from "../../../platform/database/columns.ts";
import { waitingReasonNames, waitingReasons } from "./waiting.rule.ts";
import type { WaitingFor } from "./waiting.schema.ts";

type StoredWait = Omit<WaitingFor, "since"> & { since: string | null };

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const idle = waitingReasons.nothing.actor;

const sentences = waitingReasonNames
  .map((reason) => `when ${quoted(reason)} then ${quoted(waitingReasons[reason].sentence)}`)
  .join(" ");

/** What the account of `trading_accounts` waits for. */
export const waitingColumn: Column<WaitingFor> = computedJson(
  `select json_build_object('kind', coalesce(wait.kind, 'nothing'),
        'sentence', case coalesce(wait.reason, 'nothing') ${sentences} end,
        'since', ${isoTime("wait.since")}, 'actor', coalesce(wait.actor, '${idle}'),
        'about', case when wait.about_id is not null
          then json_build_object('kind', wait.about_kind, 'id', wait.about_id) end)
      from (select) as one left join account_waits as wait on wait.account_id = trading_accounts.id`,
  ({ since, ...wait }: StoredWait) => ({
    ...wait,
    since: since === null ? null : new Date(since),
  }),
);
