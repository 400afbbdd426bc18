import { useState } from "react";
import type {
  ExpectedValues,
  TraderListItem,
} from "../../../../src/business/traders/trader.schema.ts";
import { pick } from "../../../../src/platform/fields/pick.rule.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";

/**
 * Keeps what an administrator saw when a dialog opened, so that the server can refuse to replace what another person has
 * changed meanwhile. After it has named such a change, saving again replaces it.
 * @param present `undefined` until the dialog has loaded
 * @param names the fields that the dialog can edit, without secrets
 */
export function useExpectedValues(
  present: TraderListItem | undefined,
  names: readonly (keyof ExpectedValues)[],
) {
  const [opened, setOpened] = useState<TraderListItem>();
  if (present && !opened) setOpened(present);
  const [told, setTold] = useState<ExpectedValues>({});
  return {
    expectedOf: (edited: object): ExpectedValues => {
      const seen = opened && { ...opened, ...opened.tradingAccount };
      const changed = names.filter((name) => name in edited);
      return seen ? { ...pick(seen, changed), ...told } : {};
    },
    onFailed: (error: unknown) => {
      const { httpStatus, current } = readApiError(error);
      if (httpStatus === 409 && current) setTold({ ...told, ...(current as ExpectedValues) });
    },
  };
}
