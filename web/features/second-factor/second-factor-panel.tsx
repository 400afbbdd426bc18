import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type {
  Passkey,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { useOpenDialog } from "../../app/dialogs.tsx";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatDay, sayMoment } from "../../domain/format/dates.ts";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc } from "../../trpc.ts";
import { factorDialogs } from "./factor-dialogs.tsx";
import { type Kind, useSecondFactor } from "./use-second-factor.ts";

const subtitles = {
  trader: "With an app or a passkey, a stolen password is not enough to sign in.",
  administrator: "With an app or a passkey, a stolen access key is not enough to sign in.",
};

/** Shows the user's second factors, with buttons to change them. */
export function SecondFactorPanel({ kind }: { kind: Kind }) {
  const query = useSecondFactor(kind);
  const state = query.data;
  return (
    <Panel
      title="Two-Step Sign-In"
      subtitle={subtitles[kind]}
      aside={
        state ? (
          <Badge tone={state.isOn ? "green" : "gray"}>{state.isOn ? "On" : "Off"}</Badge>
        ) : null
      }
    >
      <Loaded query={query} noun="how you sign in" skeleton={3}>
        {(loaded) => (
          <>
            {loaded.unconfirmed ? <Unconfirmed factor={loaded.unconfirmed} /> : null}
            <Factors state={loaded} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const unconfirmedTitles = {
  totp: "Your authenticator app waits for a confirmation",
  passkey: "Your passkey waits for a confirmation",
};

/** Says that a first factor counts only after the link in a mail was opened. */
function Unconfirmed({ factor }: { factor: NonNullable<SecondFactor["unconfirmed"]> }) {
  const utils = trpc.useUtils();
  const send = trpc.trader.sendFactorConfirmation.useMutation({
    onSuccess: ({ message }) => {
      showSuccess("Mail sent", message);
      return utils.trader.secondFactor.invalidate();
    },
    onError: (error) => showApiError("Mail not sent", error),
  });
  const sendOnce = useSingleFlight(() => untilSettled(send.mutateAsync()));
  return (
    <Notice tone="warning" title={unconfirmedTitles[factor.kind]}>
      <p>
        It does not count yet. Open the link that we have mailed to you before{" "}
        {sayMoment(factor.confirmBy)}.
      </p>
      <Button size="small" isPending={send.isPending} onClick={() => void sendOnce()}>
        Send Again
      </Button>
    </Notice>
  );
}

function Factors({ state }: { state: SecondFactor }) {
  const open = useOpenDialog(factorDialogs);
  const { totpSince, passkeys, isOn, recoveryCodesLeft } = state;
  return (
    <List disablePadding>
      <Factor
        title="Authenticator app"
        note={totpSince ? `On since ${formatDay(totpSince)}` : "A 6-digit code from your phone"}
        action={
          totpSince ? (
            <Button size="small" onClick={() => open("turn-off-app")}>
              Turn Off
            </Button>
          ) : (
            <Button size="small" onClick={() => open("set-up-app")}>
              Set Up
            </Button>
          )
        }
      />
      <Factor
        title="Passkeys"
        note={describePasskeys(state)}
        action={
          <Button size="small" disabled={!worksHere(state)} onClick={() => open("add-passkey")}>
            Add Passkey
          </Button>
        }
      >
        {passkeys.length > 0 ? (
          <Paper component="ul" variant="outlined" sx={{ mt: 1.5 }}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </Paper>
        ) : null}
      </Factor>
      {isOn ? (
        <Factor
          title="Recovery codes"
          note={describeCodes(recoveryCodesLeft)}
          isUrgent={recoveryCodesLeft <= 3}
          action={
            <Button size="small" onClick={() => open("new-codes")}>
              New Codes
            </Button>
          }
        />
      ) : null}
    </List>
  );
}

interface FactorProps {
  title: string;
  note: string;
  isUrgent?: boolean;
  action: ReactNode;
  children?: ReactNode;
}

function Factor({ title, note, isUrgent = false, action, children }: FactorProps) {
  return (
    <ListItem disableGutters divider sx={{ display: "block", py: 1.75, ...withoutLastLine }}>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 2 }}>
        <div>
          <Typography component="h3" variant="body1" sx={{ fontWeight: 550 }}>
            {title}
          </Typography>
          <Note color={isUrgent ? "var(--orange)" : "text.secondary"}>{note}</Note>
        </div>
        <Box sx={{ flexShrink: 0 }}>{action}</Box>
      </Box>
      {children}
    </ListItem>
  );
}

/** The last line of a list has none below it. */
const withoutLastLine = { "&:last-of-type": { borderBottom: 0, pb: 0 } };

function Note({ color = "text.secondary", children }: { color?: string; children: string }) {
  return (
    <Typography variant="body2" sx={{ color, overflowWrap: "anywhere" }}>
      {children}
    </Typography>
  );
}

function PasskeyRow({ passkey: { id, label, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const open = useOpenDialog(factorDialogs);
  const used = lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : "not used yet";
  return (
    <ListItem
      divider
      sx={{ justifyContent: "space-between", gap: 2, "&:last-of-type": { border: 0 } }}
    >
      <div>
        <Typography sx={{ fontWeight: 500, overflowWrap: "anywhere" }}>{label}</Typography>
        <Note>{`Added ${formatDay(createdAt)} · ${used}`}</Note>
      </div>
      <ActionMenu
        label={`Actions for ${label}`}
        actions={[
          { label: "Rename", onSelect: () => open("rename-passkey", id) },
          {
            label: "Remove",
            startsGroup: true,
            onSelect: () => open("remove-passkey", id),
          },
        ]}
      />
    </ListItem>
  );
}

const worksHere = ({ passkeyOrigin }: SecondFactor) => passkeyOrigin === window.location.origin;

function describePasskeys(state: SecondFactor): string {
  const { passkeyOrigin } = state;
  if (passkeyOrigin === null)
    return "Not available: the public address of this site is an IP address, not a domain name";
  if (!worksHere(state)) return `To use passkeys, open ${passkeyOrigin}`;
  return "A fingerprint, a face, a PIN or a security key, without typing anything";
}

function describeCodes(left: number): string {
  if (left === 0)
    return "None left. Create new ones, so that losing your phone does not lock you out";
  return `${left} of 10 left, in case you lose your phone or passkey`;
}
