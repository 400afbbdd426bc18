import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { describeApiError } from "../../app/api-client/api-error.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { useSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";

/** Verifies the email with the token in the URL as soon as the page opens. */
export function VerifyEmail() {
  const [token] = useState(readToken);
  const isSent = useRef(false);
  const { mutate, isSuccess, error } = trpc.auth.verifyEmail.useMutation();
  useEffect(() => {
    if (token === "" || isSent.current) return;
    isSent.current = true;
    mutate({ token });
  }, [token, mutate]);

  if (isSuccess) {
    return (
      <Outcome title="Your email is verified" text="You can close this page or continue.">
        <DashboardLink />
      </Outcome>
    );
  }
  if (error) return <Failure reason={`${describeApiError(error)}.`} />;
  if (token === "") return <Failure reason="This link is incomplete." />;
  return <Spinner />;
}

/** Another link may have verified the email before, which a trader who is signed in sees. */
function Failure({ reason }: { reason: string }) {
  const session = useSession();
  const isSignedIn = Boolean(session.data);
  const status = trpc.trader.notices.status.useQuery(undefined, { enabled: isSignedIn });
  if (session.isPending || (isSignedIn && status.isPending)) return <Spinner />;
  if (status.data?.emailVerified) {
    return (
      <Outcome title="Your email is already verified" text="This link is no longer needed.">
        <DashboardLink />
      </Outcome>
    );
  }
  return (
    <Outcome title="Your email could not be verified" text={reason}>
      <p>
        Each link works once, within seven days, and only the newest one is valid.{" "}
        {isSignedIn
          ? "You can request a new link at the top of your dashboard."
          : "Sign in to see whether your email is already verified, or to request a new link."}
      </p>
      {isSignedIn ? (
        <DashboardLink />
      ) : (
        <LinkButton to="/auth" look="primary" isWide>
          Sign In
        </LinkButton>
      )}
    </Outcome>
  );
}

function DashboardLink() {
  return (
    <LinkButton to="/" look="primary" isWide>
      Go to the Dashboard
    </LinkButton>
  );
}

interface OutcomeProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Outcome({ title, text, children }: OutcomeProps) {
  return (
    <Stack role="status" sx={{ gap: 1.5, "& p": { color: "text.secondary" } }}>
      <Typography component="h2" variant="body1" sx={{ fontSize: "1rem", fontWeight: 600 }}>
        {title}
      </Typography>
      <p>{text}</p>
      {children}
    </Stack>
  );
}

/** Reads the URL directly, because the router would parse a token of digits as a number. */
function readToken(): string {
  return new URLSearchParams(window.location.search).get("token") ?? "";
}
