import { useState } from "react";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { trpc } from "../../../trpc.ts";

/**
 * Keeps the settings that an administrator saw when a dialog opened, so that the server can refuse to replace those of a
 * colleague. After it has named the colleague, the screen shows theirs, and saving again replaces them.
 */
export function useExpectedSettings<Settings>(present: Settings) {
  const [expected, setExpected] = useState(present);
  const { settings } = trpc.useUtils().admin;
  return {
    expected,
    onFailed: (error: unknown) => {
      const { httpStatus, current } = readApiError(error);
      if (httpStatus !== 409 || !current) return;
      setExpected(current as Settings);
      void settings.invalidate();
    },
  };
}
