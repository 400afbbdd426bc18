import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { describeApiError } from "../../app/api-client/api-error.ts";
import { Button, LinkButton } from "../../components/button/button.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";

interface Outcome {
  title: string;
  text: string;
}

interface MailedLinkProps {
  /** Of a public call that takes the token. */
  mutation: {
    mutateAsync: (input: { token: string }) => Promise<unknown>;
    isPending: boolean;
    isSuccess: boolean;
    error: unknown;
  };
  title: string;
  /** What the button does. */
  children: ReactNode;
  verb: string;
  pendingLabel: string;
  look?: "primary" | "danger";
  done: Outcome;
  /** `text` follows the reason. */
  failed: Outcome;
}

/** The screen of a mailed link. Asks before it uses the link up, because mail scanners open links too. */
export function MailedLink(props: MailedLinkProps) {
  const { mutation, title, children, verb, pendingLabel, look = "primary", done, failed } = props;
  const [token] = useState(readToken);
  const send = useSingleFlight(() => untilSettled(mutation.mutateAsync({ token })));
  if (mutation.isSuccess) return <OutcomeView {...done} />;
  const failure = token === "" ? "This link is incomplete" : describeIf(mutation.error);
  if (failure) return <OutcomeView title={failed.title} text={`${failure}. ${failed.text}`} />;
  return (
    <Stack sx={{ gap: 1.5, "& p": { color: "text.secondary" } }}>
      <Title>{title}</Title>
      {children}
      <Button
        look={look}
        isWide
        isPending={mutation.isPending}
        pendingLabel={pendingLabel}
        onClick={() => void send()}
      >
        {verb}
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

function OutcomeView({ title, text }: Outcome) {
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
