import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Waiting } from "../../../src/business/firm/overview/overview.schema.ts";
import { formatTotal, useWaiting } from "../../app/api-client/use-waiting.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { useRefusal } from "../../app/session/use-may.ts";
import { Figure } from "./figure.tsx";
import {
  ages,
  countOf,
  describeAll,
  describeBridges,
  describeMails,
  describeOldest,
  describeWebhooks,
  sumOf,
} from "./waiting-words.ts";
import styles from "./waiting.module.css";

const FailedMailsDialog = lazyComponent(() =>
  import("./failed-mails-dialog.tsx").then((m) => m.FailedMailsDialog),
);

type Counted = Waiting["statements"];

/** Shows what waits for an administrator, each part with a link to its list. */
export function WaitingPanel() {
  const { data, isError, refetch } = useWaiting();
  const mails = useDialog<null>();
  const tokensRefusal = useRefusal("tokens.manage");
  const webhooksRefusal = useRefusal("webhooks.manage");
  return (
    <Panel title="Waiting" subtitle={data && describeAll(data)}>
      {isError && !data ? (
        <LoadFailure text="Failed to load the queues." onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.parts} aria-busy={data === undefined}>
          <Part
            label="Pending payouts"
            to="/admin/payouts"
            search={{ status: "pending", sort: "createdAt", order: "asc" }}
            total={data && sumOf(data.payouts)}
          >
            {data ? <Ages payouts={data.payouts} /> : null}
          </Part>
          <Part label="Reviews" to="/admin/reviews" total={data?.reviews}>
            {describeOldest(data?.reviews)}
          </Part>
          <Part
            label="Unconfirmed statements"
            to="/admin/statements"
            search={{ status: "waiting" }}
            total={data?.statements}
          >
            {describeOldest(data?.statements)}
          </Part>
          <Part
            label="Record conflicts"
            to="/admin/statements"
            search={{ status: "conflicts" }}
            total={data?.conflicts}
          >
            {describeOldest(data?.conflicts)}
          </Part>
          <Part
            label="Silent bridges"
            to={tokensRefusal ? undefined : "/admin/tokens"}
            refusal={tokensRefusal}
            total={data && countOf(data.bridges)}
          >
            {data ? describeBridges(data.bridges) : null}
          </Part>
          <Part label="Failed emails" onOpen={() => mails.open(null)} total={data?.mails.failed}>
            {data ? describeMails(data.mails) : null}
          </Part>
          <Part
            label="Failing webhooks"
            to={webhooksRefusal ? undefined : "/admin/webhooks"}
            refusal={webhooksRefusal}
            total={data?.webhooks}
          >
            {data ? describeWebhooks(data.webhooks) : null}
          </Part>
        </ul>
      )}
      <Opened dialog={mails}>{(frame) => <FailedMailsDialog {...frame} />}</Opened>
    </Panel>
  );
}

interface PartProps {
  label: string;
  /** The page with the corresponding list. */
  to?: LinkProps["to"];
  search?: object;
  /** Opens the corresponding list if it is a dialog. */
  onOpen?: () => void;
  /** Why the administrator cannot open the corresponding list. */
  refusal?: string | undefined;
  total: Pick<Counted, "total" | "exceedsTotal"> | undefined;
  children: ReactNode;
}

function Part({ label, to, search, onOpen, refusal, total, children }: PartProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure} data-waits={total && total.total > 0 ? "" : undefined}>
        <Figure value={total && formatTotal(total)} />
      </span>
      <span className={styles.note}>{children}</span>
    </>
  );
  if (refusal) {
    return (
      <li className={styles.part}>
        <div className={styles.content} title={refusal}>
          {content}
        </div>
      </li>
    );
  }
  return (
    <li className={styles.part}>
      {to === undefined ? (
        <button type="button" className={styles.content} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <Link to={to} search={search as never} className={styles.content}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** Shows the number of waiting payouts by age, the oldest first. */
function Ages({ payouts }: { payouts: Waiting["payouts"] }) {
  if (sumOf(payouts).total === 0) return "None waiting";
  return ages
    .filter(([age]) => payouts[age].total > 0)
    .map(([age, words]) => (
      <span key={age} className={styles.age} data-old={age === "overThreeDays" ? "" : undefined}>
        {formatTotal(payouts[age])} {words}
      </span>
    ));
}
