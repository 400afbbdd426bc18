import { useState } from "react";
import { trpc } from "../../trpc.ts";
import { readApiError } from "./api-error.ts";

/**
 * Keeps the settings that an administrator saw when a dialog opened, so that the server can refuse to replace those of a
 * colleague. After it has named the colleague, the screen shows theirs, and saving again replaces them.
 */
export function useExpectedSettings<Settings>(present: Settings) {
  const [expected, setExpected] = useState(present);
  const { admin } = trpc.useUtils();
  return {
    expected,
    onFailed: (error: unknown) => {
      const { httpStatus, current } = readApiError(error);
      if (httpStatus !== 409 || !current) return;
      setExpected(current as Settings);
      void admin.invalidate();
    },
  };
}
