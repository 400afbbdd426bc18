import type { ErrorComponentProps } from "@tanstack/react-router";
import { describeFault, readFault } from "../../api-error.ts";
import { Button } from "../button/button.tsx";
import { MessageView } from "./message-view.tsx";

/** Where a screen broke: what is known of it, and the one thing that helps most often. */
export function ErrorView({ error }: Pick<ErrorComponentProps, "error">) {
  const { requestId } = readFault(error);
  return (
    <MessageView
      role="alert"
      title="This page could not be shown"
      text={describeFault(error)}
      detail={requestId ? `Request ${requestId}` : undefined}
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    />
  );
}
