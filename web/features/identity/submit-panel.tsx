import {
  type PictureSide,
  pictureSides,
} from "../../../src/business/traders/identity/identity.rule.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { FormActions } from "../../components/forms/form-layout.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc } from "../../trpc.ts";

/** The third step. @param missing the pictures that are still missing */
export function SubmitPanel({ missing }: { missing: readonly PictureSide[] }) {
  const utils = trpc.useUtils();
  const submit = trpc.trader.identity.submit.useMutation({
    onSuccess: (submitted) => {
      utils.trader.identity.get.setData(undefined, submitted);
      showSuccess("Identity sent", "You are notified of the result.");
    },
    onError: (error) => showApiError("Your identity was not sent", error),
  });
  return (
    <Panel
      title="3. Check and Send"
      subtitle="Check your details and pictures above. They cannot be changed while the firm checks them."
    >
      {missing.length > 0 ? (
        <Notice tone="info" title="Pictures are missing">
          {missing.map((side) => pictureSides[side]).join(", ")}
        </Notice>
      ) : null}
      <FormActions>
        <Button
          look="primary"
          isPending={submit.isPending}
          pendingLabel="Sending..."
          onClick={() => submit.mutate()}
        >
          Send Identity
        </Button>
      </FormActions>
    </Panel>
  );
}
