import { useEffect } from "react";
import type {
  WebhookAttempt,
  WebhookDeliveryDetails,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { DeliveryState } from "./delivery-log.tsx";
import { prettyBody } from "./pretty-body.ts";
import { isDue, useDelivery } from "./use-webhooks.ts";
import type { OpenDelivery } from "./use-webhook-dialogs.ts";
import { formatMilliseconds } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

interface DeliveryDialogProps {
  delivery: OpenDelivery;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the request and the response of each attempt. */
export function DeliveryDialog({ delivery: ids, isOpen, onClose }: DeliveryDialogProps) {
  const query = useDelivery(ids);
  const { data } = query;
  const { succeeded, failed } = useAdminOutcome();
  const redeliver = trpc.admin.webhooks.redeliver.useMutation({
    onSuccess: () => succeeded("Sending the event again"),
    onError: (error) => failed("Failed to send it again", error),
  });
  const isUnderWay = data !== undefined && isDue(data);
  const isDone = data !== undefined && !isUnderWay;
  const { webhooks } = trpc.useUtils().admin;
  // The figures of the webhook behind the dialog are not polled.
  useEffect(() => {
    if (!isDone) return;
    void webhooks.list.invalidate();
    void webhooks.get.invalidate();
  }, [isDone, webhooks]);
  return (
    <ViewDialog
      title={data?.type ?? "Delivery"}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            disabled={data === undefined || isUnderWay}
            isPending={redeliver.isPending}
            pendingLabel="Sending..."
            onClick={() => redeliver.mutate(ids)}
          >
            Send Again
          </Button>
        </>
      }
    >
      <Loaded query={query} noun="the delivery" skeleton={3}>
        {(found) => <Details delivery={found} isUnderWay={isUnderWay} />}
      </Loaded>
    </ViewDialog>
  );
}

function Details({
  delivery,
  isUnderWay,
}: {
  delivery: WebhookDeliveryDetails;
  isUnderWay: boolean;
}) {
  const { at, attempts, eventId, log, payload } = delivery;
  const older = attempts > log.length && log.length > 0;
  return (
    <>
      <Facts>
        <Fact name="Status">
          <DeliveryState delivery={delivery} />
        </Fact>
        <Fact name="Occurred">{formatExactMoment(at)}</Fact>
        <Fact name="webhook-id">
          <code className={styles.id}>{eventId}</code>
        </Fact>
      </Facts>
      {payload === null ? null : (
        <section className={styles.part}>
          <h3>Body</h3>
          <Code name="Body sent" text={prettyBody(payload)} />
        </section>
      )}
      <section className={styles.part}>
        <h3>Attempts</h3>
        <p role="status" className={styles.soft}>
          {isUnderWay ? "Sending. The response appears here." : ""}
          {!isUnderWay && log.length === 0 ? "None yet." : ""}
        </p>
        {log.map((attempt, index) => (
          <Attempt key={attempt.at.getTime()} attempt={attempt} isNewest={index === 0} />
        ))}
        {older ? <p className={styles.soft}>The log contains the 50 newest attempts.</p> : null}
      </section>
    </>
  );
}

function Attempt({ attempt, isNewest }: { attempt: WebhookAttempt; isNewest: boolean }) {
  const { at, status, error, duration, body, requestHeaders, responseHeaders } = attempt;
  const hasSucceeded = status !== null && status >= 200 && status < 300;
  return (
    <details className={styles.attempt} open={isNewest}>
      <summary>
        <Badge tone={hasSucceeded ? "green" : "red"}>
          {status === null ? "No Response" : `HTTP ${status}`}
        </Badge>
        <span>{formatExactMoment(at)}</span>
        <span className={styles.soft}>{formatMilliseconds(duration)}</span>
        <Icon name="chevronDown" size={16} />
      </summary>
      {error ? <p className={styles.error}>{error}</p> : null}
      {requestHeaders ? <Headers title="Request headers" headers={requestHeaders} /> : null}
      {responseHeaders ? <Headers title="Response headers" headers={responseHeaders} /> : null}
      {body ? (
        <>
          <h4>Response</h4>
          <Code name="Response" text={prettyBody(body)} />
        </>
      ) : null}
      {status !== null && !body ? <p className={styles.soft}>The response had no body.</p> : null}
    </details>
  );
}

function Headers({ title, headers }: { title: string; headers: Record<string, string> }) {
  return (
    <>
      <h4>{title}</h4>
      <dl className={styles.headers}>
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard
    <pre role="group" aria-label={name} tabIndex={0} className={styles.code}>
      {text}
    </pre>
  );
}
