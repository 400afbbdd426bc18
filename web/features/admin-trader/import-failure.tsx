import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";

/** Shows the server's reason for refusing the file, and what to do about it. */
export function ImportFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { httpStatus } = readApiError(error);
  const reason = describeApiError(error, "The statement could not be imported");
  if (httpStatus === 413) return <TooLarge text={reason} />;
  if (httpStatus === 400) {
    return (
      <Notice tone="warning" title="This file cannot be imported">
        <p>{reason}</p>
        <p>
          Nothing was stored. Cancel, and choose a report exported from MetaTrader 4 or 5, or a CSV
          file of the trades.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="The file could not be read">
      <p>{reason}</p>
      <div>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  );
}

export function TooLarge({ text }: { text: string }) {
  return (
    <Notice tone="warning" title="This file cannot be imported">
      <p>{text}</p>
      <p>
        Export a shorter period, or the same trades as CSV, and import the parts one after the
        other.
      </p>
    </Notice>
  );
}
