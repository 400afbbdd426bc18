import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment, useEffect } from "react";
import type {
  WebhookAttempt,
  WebhookDeliveryDetails,
} from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import type { AboutProps } from "../../../app/dialogs.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { formatExactMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { DeliveryState } from "./delivery-log.tsx";
import { isDue, useDelivery } from "./use-webhooks.ts";
import { formatMilliseconds, prettyBody } from "./webhook-words.ts";

/** Shows the request and the response of each attempt. The id is that of the webhook, then that of the delivery. */
export function DeliveryDialog({ id: address, isOpen, onClose }: AboutProps<string>) {
  const [id, deliveryId] = address.split("-").map(Number) as [number, number];
  const ids = { id, deliveryId };
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
          <Box component="code" sx={codeLook}>
            {eventId}
          </Box>
        </Fact>
      </Facts>
      {payload === null ? null : (
        <Stack component="section" sx={{ gap: 1 }}>
          <h3>Body</h3>
          <Code name="Body sent" text={prettyBody(payload)} />
        </Stack>
      )}
      <Stack component="section" sx={{ gap: 1, "& > p:empty": { display: "none" } }}>
        <h3>Attempts</h3>
        <Typography role="status" color="textSecondary">
          {isUnderWay ? "Sending. The response appears here." : ""}
          {!isUnderWay && log.length === 0 ? "None yet." : ""}
        </Typography>
        {log.map((attempt, index) => (
          <Attempt key={attempt.at.getTime()} attempt={attempt} isNewest={index === 0} />
        ))}
        {older ? (
          <Typography color="textSecondary">The log contains the 50 newest attempts.</Typography>
        ) : null}
      </Stack>
    </>
  );
}

function Attempt({ attempt, isNewest }: { attempt: WebhookAttempt; isNewest: boolean }) {
  const { at, status, error, duration, body, requestHeaders, responseHeaders } = attempt;
  const hasSucceeded = status !== null && status >= 200 && status < 300;
  return (
    <Box component="details" open={isNewest} sx={attemptLook}>
      <Box component="summary">
        <Badge tone={hasSucceeded ? "green" : "red"}>
          {status === null ? "No Response" : `HTTP ${status}`}
        </Badge>
        <span>{formatExactMoment(at)}</span>
        <Typography component="span" color="textSecondary">
          {formatMilliseconds(duration)}
        </Typography>
        <Icon name="chevronDown" size={16} />
      </Box>
      {error ? (
        <Typography variant="body2" color="error">
          {error}
        </Typography>
      ) : null}
      {requestHeaders ? <Headers title="Request headers" headers={requestHeaders} /> : null}
      {responseHeaders ? <Headers title="Response headers" headers={responseHeaders} /> : null}
      {body ? (
        <>
          <PartTitle>Response</PartTitle>
          <Code name="Response" text={prettyBody(body)} />
        </>
      ) : null}
      {status !== null && !body ? (
        <Typography color="textSecondary">The response had no body.</Typography>
      ) : null}
    </Box>
  );
}

const attemptLook = {
  paddingInline: 1.75,
  border: "1px solid var(--line)",
  borderRadius: 1,
  "&[open]": { paddingBlockEnd: 1.75 },
  "& > summary": {
    position: "relative",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0.25rem 0.75rem",
    marginInline: -1.75,
    padding: "0.625rem 2.5rem 0.625rem 0.875rem",
    borderRadius: 1,
    fontVariantNumeric: "tabular-nums",
    cursor: "pointer",
    "&:hover": { background: "var(--hover)" },
  },
  // Aligned with the first line, even if the texts take two.
  "& > summary > svg": { position: "absolute", inset: "0.875rem 0.875rem auto auto" },
  "&[open] > summary > svg": { transform: "rotate(180deg)" },
};

function PartTitle({ children }: { children: string }) {
  return (
    <Typography component="h4" variant="subtitle2" sx={{ marginBlock: "0.75rem 0.375rem" }}>
      {children}
    </Typography>
  );
}

function Headers({ title, headers }: { title: string; headers: Record<string, string> }) {
  return (
    <>
      <PartTitle>{title}</PartTitle>
      <Box
        component="dl"
        sx={{
          ...codeLook,
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(8rem, 12rem) minmax(0, 1fr)" },
          gap: "0.25rem 1rem",
          "& dt": { color: "text.secondary" },
        }}
      >
        {Object.entries(headers).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </Box>
    </>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <Box
      component="pre"
      role="group"
      aria-label={name}
      // To scroll by keyboard.
      tabIndex={0}
      sx={{
        ...codeLook,
        maxBlockSize: "18rem",
        margin: 0,
        padding: "0.75rem 0.875rem",
        borderRadius: 1,
        background: "var(--gray-wash)",
        overflow: "auto",
        whiteSpace: "pre-wrap",
      }}
    >
      {text}
    </Box>
  );
}

const codeLook = {
  fontFamily: "ui-monospace, monospace",
  fontSize: "var(--text-sm)",
  lineHeight: 1.5,
  overflowWrap: "anywhere",
};
