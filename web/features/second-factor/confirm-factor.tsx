import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { describeApiError } from "../../app/api-client/api-error.ts";
import { Button, LinkButton } from "../../components/button/button.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";

/** Asks before it confirms a first factor, because mail scanners open links too. */
export function ConfirmFactor() {
  const [token] = useState(readToken);
  const confirm = trpc.auth.confirmSecondFactor.useMutation();
  const send = useSingleFlight(() => untilSettled(confirm.mutateAsync({ token })));
  if (confirm.isSuccess)
    return (
      <Outcome
        title="Two-step sign-in is on"
        text="From now on, a password alone no longer signs in. Your other sessions were signed out."
      />
    );
  const failure = token === "" ? "This link is incomplete" : describeIf(confirm.error);
  if (failure)
    return (
      <Outcome
        title="Nothing was confirmed"
        text={`${failure}. Each link works once, within an hour, and only the newest one is valid: send another one under Settings.`}
      />
    );
  return (
    <Stack sx={{ gap: 1.5, "& p": { color: "text.secondary" } }}>
      <Title>Turn on two-step sign-in?</Title>
      <p>
        Confirm only if you have just set up an app or a passkey yourself. If you have not, close
        this page and set a new password.
      </p>
      <Button
        look="primary"
        isWide
        isPending={confirm.isPending}
        pendingLabel="Confirming..."
        onClick={() => void send()}
      >
        Turn On
      </Button>
    </Stack>
  );
}

const describeIf = (error: unknown) => (error ? describeApiError(error) : undefined);

function Title({ children }: { children: string }) {
  return (
    <Typography component="h2" variant="body1" sx={{ fontSize: "1rem", fontWeight: 600 }}>
      {children}
    </Typography>
  );
}

function Outcome({ title, text }: { title: string; text: string }) {
  return (
    <Stack role="status" sx={{ gap: 1.5, "& p": { color: "text.secondary" } }}>
      <Title>{title}</Title>
      <p>{text}</p>
      <LinkButton to="/" look="primary" isWide>
        Continue
      </LinkButton>
    </Stack>
  );
}

/** Reads the URL directly, because the router would parse a token of digits as a number. */
function readToken(): string {
  return new URLSearchParams(window.location.search).get("token") ?? "";
}
