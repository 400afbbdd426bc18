import { describeApiError, readApiError } from "../../api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";

/** Why the file was refused, in the server's words, and what to do about it. */
export function ImportFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { httpStatus } = readApiError(error);
  const isOfFile = httpStatus === 400 || httpStatus === 413;
  return (
    <Notice
      tone={isOfFile ? "warning" : "danger"}
      title={isOfFile ? "This file cannot be imported" : "The file could not be read"}
    >
      <p>{describeApiError(error)}</p>
      {isOfFile ? (
        <p>{adviceFor(httpStatus)}</p>
      ) : (
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Notice>
  );
}

function adviceFor(status: number): string {
  return status === 413
    ? "Export a shorter period, or the same report as CSV, and import the parts one after the other."
    : "Nothing was stored. Cancel, and choose a report exported from MetaTrader 4 or 5, or a CSV file of the trades.";
}
