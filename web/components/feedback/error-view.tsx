import { TRPCClientError } from "@trpc/client";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../button/button.tsx";
import { MessageView } from "./message-view.tsx";

/** How browsers report that a part of the client's code could not be fetched. */
const missingCode = /dynamically imported module|importing a module script|preload css/i;

/** Shown instead of a screen that failed to render: an explanation if possible, and a button that reloads the page. */
export function ErrorView({ error }: { error: unknown }) {
  const { requestId } = readApiError(error);
  return (
    <MessageView
      role="alert"
      title="This page could not be shown"
      text={explain(error)}
      detail={requestId ? `Request ${requestId}` : undefined}
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    />
  );
}

/** Only explains errors of the API; the message of a bug would not help the user. */
function explain(error: unknown): string {
  if (error instanceof TRPCClientError) return describeApiError(error);
  if (error instanceof Error && missingCode.test(error.message)) {
    return navigator.onLine
      ? "Part of this page could not be loaded. There may be a newer version; reload to get it."
      : "You are offline. Check your connection and reload the page.";
  }
  return "Something went wrong while showing this page. Your data is safe; reloading usually helps.";
}
