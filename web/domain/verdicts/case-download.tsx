import { AnchorButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import type { VerdictOwner } from "./use-verdict.ts";

/** Downloads the case file of a stage. */
export function CaseDownload({ owner, stageId }: { owner: VerdictOwner; stageId: number }) {
  const path = owner === "own" ? "/api/user/case" : `/api/admin/user/${owner.userId}/case`;
  return (
    <AnchorButton href={`${path}?stage=${stageId}`} download size="small">
      <Icon name="download" size={16} />
      Download case
    </AnchorButton>
  );
}
